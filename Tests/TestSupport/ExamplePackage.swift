public import Foundation

/// The packages of the folder Examples, built as packages of strangers.
public enum ExamplePackage {
  /// The build folder of packages that depend on Galley by path; they share its modules.
  public static let scratch = repository.appending(path: ".build/examples")

  /// Builds a package by the name of its folder, and returns the path of the program of that name.
  ///
  /// - Throws: `Program.Failure` with the errors of the compiler.
  @discardableResult public static func build(_ name: String) throws -> String {
    try build(repository.appending(path: "Examples/\(name)"), in: scratch)
    return scratch.appending(path: "debug/\(name)").path
  }

  /// Builds a package in a build folder.
  public static func build(_ package: URL, in scratch: URL) throws {
    try Program.output(of: [
      "swift", "build", "--disable-index-store", "-debug-info-format", "none", "--scratch-path",
      scratch.path, "--cache-path", scratch.appending(path: "cache").path,
      "--security-path", scratch.appending(path: "security").path, "--package-path", package.path,
    ])
  }
}
