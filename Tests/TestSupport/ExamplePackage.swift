public import Foundation
import Synchronization

/// The packages of the folder Examples.
///
/// A usual run compiles their sources against the modules of this build; a run with all seeds
/// builds them as packages of strangers.
public enum ExamplePackage {
  /// The build folder of packages that depend on Galley by path; they share its modules.
  public static let scratch = repository.appending(path: ".build/examples")
  /// Lets one suite at a time build.
  private static let isInUse = Mutex(())

  /// Builds a package by the name of its folder, and returns the path of the program of that name.
  ///
  /// The path contains no symbolic link: each build replaces the one to the folder of programs, and
  /// another suite's may do so while the program starts.
  ///
  /// - Throws: `Program.Failure` with the errors of the compiler.
  public static func build(_ name: String) throws -> String {
    let package = repository.appending(path: "Examples/\(name)")
    return try isInUse.withLock { _ in
      guard runsLongTests else { return try ExampleCompiler().program(of: package) }
      try build(package, in: scratch)
      return scratch.appending(path: "debug/\(name)").resolvingSymlinksInPath().path
    }
  }

  /// Runs the tests of a package by the name of its folder, and returns their output.
  ///
  /// - Throws: `Program.Failure` with the errors of the compiler or the tests.
  public static func test(_ name: String, environment: [String: String?]) throws -> String {
    let package = repository.appending(path: "Examples/\(name)")
    return try isInUse.withLock { _ in
      guard runsLongTests else {
        let program = try ExampleCompiler().tests(of: package)
        let outcome = try Program.run([program], environment: environment)
        // As the package manager does.
        return outcome.output + outcome.complaint
      }
      return try run(
        ["--disable-xctest"], on: package, in: scratch, command: "test", environment: environment)
    }
  }

  /// Builds a package in a build folder.
  public static func build(_ package: URL, in scratch: URL) throws {
    try run([], on: package, in: scratch)
  }

  /// Returns the names of the modules of a product of this package, also of those it depends on.
  public static func modules(ofProduct product: String) throws -> Set<String> {
    struct Package: Decodable {
      struct Part: Decodable {
        var name: String
        var targets: [String]?
        // swift-format-ignore: AlwaysUseLowerCamelCase
        var target_dependencies: [String]?
      }
      var products: [Part]
      var targets: [Part]
    }
    let words = ["swift", "package", "--scratch-path", scratch.path, "--package-path"]
    let output = try Program.output(of: words + [repository.path, "describe", "--type", "json"])
    let package = try JSONDecoder().decode(Package.self, from: Data(output.utf8))
    var waiting = package.products.first { $0.name == product }?.targets ?? []
    var modules: Set<String> = []
    while let name = waiting.popLast() {
      guard modules.insert(name).inserted else { continue }
      waiting += package.targets.first { $0.name == name }?.target_dependencies ?? []
    }
    return modules
  }

  /// Plans a build, and returns the names of the modules that the package's program contains.
  public static func modules(of package: URL, in scratch: URL) throws -> Set<String> {
    // The option writes the plan to a file and its graph to standard output, and builds nothing.
    try run(["--print-manifest-job-graph"], on: package, in: scratch)
    let plan = try String(contentsOf: scratch.appending(path: "debug.yaml"), encoding: .utf8)
    // An entry is its quoted name, then its tool, then its inputs on one line.
    let program = try Regex(#""C\.\#(package.lastPathComponent)-[^"]*exe":\n.*\n    inputs: (.*)"#)
    guard let inputs = try program.firstMatch(in: plan)?[1].substring else { return [] }
    return Set(inputs.matches(of: /\/(\w+)\.build\//).map { String($0.1) })
  }

  @discardableResult private static func run(
    _ options: [String], on package: URL, in scratch: URL, command: String = "build",
    environment: [String: String?] = [:]
  ) throws -> String {
    // Tests are found by the index, which all builds write, because other options build all anew.
    // A cached manifest is the last package's: where that one was built twice, the build of another
    // package in the same folder would build it a third time, and nothing else.
    try Program.output(
      of: [
        "swift", command, "--disable-build-manifest-caching",
        // As in `make test`: a folder that is new compiles faster this way.
        "-Xswiftc", "-whole-module-optimization", "-Xswiftc", "-disable-batch-mode", "-Xswiftc",
        "-no-emit-module-separately-wmo", "-Xswiftc", "-num-threads", "-Xswiftc", "2",
        "-debug-info-format", "none", "--scratch-path", scratch.path, "--cache-path",
        scratch.appending(path: "cache").path, "--security-path",
        scratch.appending(path: "security").path, "--package-path", package.path,
      ] + options, environment: environment)
  }
}
