import Foundation
import TestSupport
import Testing

/// Builds the packages of the folder Examples, by path and by URL.
@Suite(.serialized) struct ExamplesTests {
  private let scratch = ExamplePackage.scratch

  @Test func `packages that depend on Galley by path build and run`() throws {
    for name in ["ListInAWindow", "Messenger"] { _ = try ExamplePackage.build(name) }
    try runTextToPicture(at: ExamplePackage.build("TextToPicture"))
    try runImageMap(at: ExamplePackage.build("ImageMap"))
    try runCardRenderer(at: ExamplePackage.build("CardRenderer"))
  }

  @Test func `the tests of a package compare its snapshots`() throws {
    let output = try ExamplePackage.test("Snapshots", environment: ["CI": "1"])
    #expect(output.contains("Test run with 5 tests in 1 suite passed"))
  }

  @Test func `GalleyText depends on no display modules`() throws {
    #expect(try Self.displayModules(among: ExamplePackage.modules(ofProduct: "GalleyText")) == [])
    #expect(try Self.displayModules(among: ExamplePackage.modules(ofProduct: "Galley")).count == 6)
  }

  @Test(.enabled(if: runsLongTests, "compiling everything once more takes minutes"))
  func `a package that depends on GalleyText by URL compiles no display modules`() throws {
    let origin = try ReleasedGalley(in: scratch.appending(path: "released"))
    let package = try origin.package(copying: repository.appending(path: "Examples/TextToPicture"))
    let build = origin.folder.appending(path: "build")
    let modules = try ExamplePackage.modules(of: package, in: build)
    #expect(modules.contains("GalleyText"))
    #expect(Self.displayModules(among: modules) == [])
    try ExamplePackage.build(package, in: build)
    try runTextToPicture(at: build.appending(path: "debug/TextToPicture").path)
  }

  private static func displayModules(among modules: Set<String>) -> [String] {
    let names = ["Chat", "Display", "Layers", "Lists", "Scheduling", "Viewer", "Window"]
    return names.filter { modules.contains("Galley\($0)") }
  }

  private func runImageMap(at program: String) throws {
    let directory = TemporaryDirectory()
    try Program.output(of: [
      program, "[Galley](https://example.org/?a&b) and example.com", directory.file("page.html"),
    ])
    let page = try String(decoding: directory.data("page.html"), as: UTF8.self)
    #expect(page.contains("href=\"https://example.org/?a&amp;b\""))
    #expect(page.contains("href=\"https://example.com\""))
    #expect(try directory.data("page.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  private func runCardRenderer(at program: String) throws {
    let directory = TemporaryDirectory()
    let cards = repository.appending(path: "Examples/CardRenderer/cards.jsonl").path
    try Program.output(of: [program, cards, "--output-dir", directory.file("cards")])
    for number in 1...5 {
      let picture = try directory.data("cards/card-\(number).png")
      #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }
    try directory.write("{oops\n{\"name\":\"A\",\"text\":\"b\"}\n", to: "bad.jsonl")
    let bad = try Program.run([
      program, directory.file("bad.jsonl"), "--output-dir", directory.file("rest"),
    ])
    #expect(bad.status == 1)
    #expect(bad.complaint == "\(directory.file("bad.jsonl")):1: not a JSON object\n")
    #expect(try directory.data("rest/card-2.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
    for (words, problem) in [
      (["--name", "A", "--text", "b"], "Missing output file"), ([], "Expected --name and --text"),
      (["--nme", "A"], "Unknown option '--nme'"), (["a.jsonl"], "Missing folder"),
    ] {
      let wrong = try Program.run([program] + words)
      #expect(wrong.status == 64)
      #expect(wrong.complaint.contains(problem), "\(wrong.complaint)")
    }
  }

  private func runTextToPicture(at program: String) throws {
    let directory = TemporaryDirectory()
    let output = try Program.output(of: [
      program, "**Hello** from ||Galley||", directory.file("picture.png"),
    ])
    #expect(output.split(separator: "\n").count == 1)
    #expect(try directory.data("picture.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }
}

/// A repository with the present sources as a tagged version.
private struct ReleasedGalley {
  /// The folder of the repository and of packages that depend on it.
  let folder: URL
  private let version = "0.1.0"
  private var repository: URL { folder.appending(path: "galley") }

  /// Makes the repository below a folder, unless it is there with the same sources.
  init(in parent: URL) throws {
    let sources = TestSupport.repository
    let paths = ["Package.swift", "Sources", "LICENSE"]
    let directory = TemporaryDirectory()
    let git = ["GIT_INDEX_FILE=\(directory.file("index"))", "git", "-C", sources.path]
    try Program.output(of: git + ["add", "--"] + paths)
    let tree = try Program.output(of: git + ["write-tree"]).trimmingCharacters(
      in: .whitespacesAndNewlines)
    folder = parent.appending(path: String(tree.prefix(16)))
    guard !FileManager.default.fileExists(atPath: folder.path) else { return }
    try? FileManager.default.removeItem(at: parent)
    try FileManager.default.createDirectory(at: repository, withIntermediateDirectories: true)
    let identity = ["-c", "user.name=Galley", "-c", "user.email=galley@localhost"]
    let commit = try Program.output(
      of: ["git", "-C", sources.path] + identity + ["commit-tree", tree, "-m", version]
    ).trimmingCharacters(in: .whitespacesAndNewlines)
    try Program.output(of: ["git", "init", "--quiet", repository.path])
    try Program.output(of: ["git", "-C", repository.path, "fetch", "--quiet", sources.path, commit])
    try Program.output(of: [
      "git", "-C", repository.path, "checkout", "--quiet", "-b", "main", commit,
    ])
    try Program.output(of: ["git", "-C", repository.path, "tag", version])
  }

  /// Returns a copy of a package that depends on the repository by URL instead of by path.
  func package(copying original: URL) throws -> URL {
    let copy = folder.appending(path: original.lastPathComponent)
    try? FileManager.default.removeItem(at: copy)
    try FileManager.default.copyItem(at: original, to: copy)
    let manifest = copy.appending(path: "Package.swift")
    let text = try String(contentsOf: manifest, encoding: .utf8)
    let byURL = text.replacing(
      #".package(name: "galley", path: "../..")"#,
      with: #".package(url: "file://\#(repository.path)", from: "\#(version)")"#)
    #expect(byURL != text)
    try Data(byURL.utf8).write(to: manifest)
    return copy
  }
}
