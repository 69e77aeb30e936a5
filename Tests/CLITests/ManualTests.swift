import Foundation
import TestSupport
import Testing

/// Manual pages and the package for Debian.
@Suite struct ManualTests {
  let directory = TemporaryDirectory()

  @Test func `each command has a manual page with its options`() throws {
    let folder = directory.file("man")
    let pages = try Program.run([script("make-manual"), folder, Program.built("galley")])
    #expect(pages == Outcome(status: 0))
    let help = try galley("--help").output
    let commands = help.matches(of: /(?m)^  ([a-z]+) {3,}/).map { String($0.1) }
    #expect(commands.contains("render"))
    for command in commands {
      #expect(FileManager.default.fileExists(atPath: "\(folder)/galley-\(command).1"), "\(command)")
    }
    let page = try String(contentsOfFile: folder + "/galley-corpus-run.1", encoding: .utf8)
    #expect(page.contains("galley\\-corpus\\-run \\- Run cases"))
    #expect(page.contains("\\fB\\-\\-junit\\fR \\fIfile\\fR"))
    let root = try String(contentsOfFile: folder + "/galley.1", encoding: .utf8)
    #expect(root.contains("\\fBgalley\\-batch\\fR(1)"))
  }

  @Test func `the package for Debian names the libraries that are loaded`() throws {
    let package = try String(contentsOfFile: script("make-deb"), encoding: .utf8)
    // These are linked, or have a version that the script reads.
    let others = ["libharfbuzz.so", "libfreetype.so", "libspng.so", "libicuuc.so"]
    let report = try galley("doctor", "--fonts", testingFonts).output
    let libraries = report.matches(of: #/(?m)^(lib\S+) /#).map { String($0.1) }
    #expect(libraries.count > 10)
    for library in libraries where !others.contains(where: library.hasPrefix) {
      #expect(package.contains(library), "\(library)")
    }
  }

  /// Returns the path of a script.
  private func script(_ name: String) -> String {
    repository.appending(path: "scripts/" + name).path
  }
}
