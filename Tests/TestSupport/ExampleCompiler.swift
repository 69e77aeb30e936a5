import Foundation

/// A compiler of examples against the modules and objects of the tests' own build.
///
/// Compiling Galley once more, as a package of strangers does, takes minutes. This compiler sees
/// public names only, too, because the examples are no modules of this package.
struct ExampleCompiler {
  private let products = URL(filePath: Program.built(""))
  private let folder: URL

  /// Makes a compiler that writes beside the tests.
  init() throws {
    folder = products.appending(path: "examples")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Compiles the program of a package, and returns its path.
  func program(of package: URL) throws -> String {
    let name = package.lastPathComponent
    let sources = try Self.sources(in: package.appending(path: "Sources/\(name)"))
    return try link(name, sources)
  }

  /// Compiles the library and the tests of a package into a program, and returns its path.
  func tests(of package: URL) throws -> String {
    let parts = try ["Sources", "Tests"].map { part in
      let parent = package.appending(path: part)
      let name = try FileManager.default.contentsOfDirectory(atPath: parent.path)[0]
      return (name: name, sources: try Self.sources(in: parent.appending(path: name)))
    }
    let library = parts[0].name
    let object = folder.appending(path: "\(library).o").path
    let options = ["-parse-as-library", "-emit-module", "-c"]
    try compile(library, parts[0].sources + options, to: object)
    let runner = folder.appending(path: "Runner.swift")
    let lines = """
      import Testing
      @main struct Runner {
        static func main() async { await Testing.__swiftPMEntryPoint() as Never }
      }

      """
    try Data(lines.utf8).write(to: runner)
    return try link(parts[1].name, parts[1].sources + [runner.path, object])
  }

  private static func sources(in folder: URL) throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return names.filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0).path }
  }

  /// Links a program with the objects of the viewer, which contains all public modules.
  private func link(_ name: String, _ words: [String]) throws -> String {
    let list = products.appending(path: "galley-view.product/Objects.LinkFileList")
    let own = ["/GalleyViewer.build/", "/GalleyTextCommands.build/"]
    let objects = try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
      .filter { line in !own.contains { line.contains($0) } }
    let snapshots = products.appending(path: "GalleySnapshots.build")
    let others = try FileManager.default.contentsOfDirectory(atPath: snapshots.path)
      .filter { $0.hasSuffix(".o") }.map { snapshots.appending(path: $0).path }
    let file = folder.appending(path: "\(name).objects")
    try Data((objects.map(String.init) + others).joined(separator: "\n").utf8).write(to: file)
    let path = folder.appending(path: name).path
    // The code of a program without an entry point in `main.swift` has an attribute for it.
    let entry = words.contains { $0.hasSuffix("/main.swift") } ? [] : ["-parse-as-library"]
    let libraries = ["harfbuzz", "freetype", "spng"].map { "-l\($0)" }
    try compile(name, words + entry + libraries + shim + ["@\(file.path)"], to: path)
    return path
  }

  private func compile(_ module: String, _ words: [String], to output: String) throws {
    try Program.output(
      of: [
        "swiftc", "-module-name", module, "-swift-version", "6", "-Onone",
        "-whole-module-optimization", "-I", folder.path,
      ] + BuiltModules(in: products).arguments() + instrumentation + words + ["-o", output])
  }

  /// The object that tells the thread sanitizer of locks, in a build for it (scripts/sanitize).
  private var shim: [String] {
    let file = products.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "tsan_swift_shim.o").path
    return FileManager.default.fileExists(atPath: file) ? [file] : []
  }

  /// The options of the code that the objects contain beside their own.
  private var instrumentation: [String] {
    switch ProcessInfo.processInfo.environment["GALLEY_SANITIZER"] {
    case "coverage": ["-profile-generate"]
    case let kind? where kind != "memcheck": ["-sanitize=\(kind)"]
    default: []
    }
  }
}
