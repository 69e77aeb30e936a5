public import Foundation

/// The modules of a build, which the compiler finds by arguments.
public struct BuiltModules {
  private let products: URL

  /// Creates the modules of the build whose products are in a folder.
  public init(in products: URL) { self.products = products }

  /// Returns the arguments of the Swift modules, of the C modules that they mention, and of the
  /// headers of linked libraries.
  public func arguments() throws -> [String] {
    let headers = try Program.output(of: [
      "pkg-config", "--cflags-only-I", "harfbuzz", "freetype2",
    ]).split(whereSeparator: \.isWhitespace).map(String.init)
    let options = try maps().map { "-fmodule-map-file=\($0)" } + headers
    return ["-I", products.appending(path: "Modules").path] + options.flatMap { ["-Xcc", $0] }
  }

  /// Returns the paths of the maps of C modules: those of the sources, and those that the build
  /// system has made.
  private func maps() throws -> [String] {
    let files = FileManager.default
    let sources = repository.appending(path: "Sources")
    let scratch = products.deletingLastPathComponent().deletingLastPathComponent()
    let folders =
      try files.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil)
      + files.contentsOfDirectory(at: products, includingPropertiesForKeys: nil) + [
        scratch.appending(path: "checkouts/GRDB.swift/Sources/GRDBSQLite")
      ]
    return folders.map { $0.appending(path: "module.modulemap").path }.sorted()
      .filter { files.fileExists(atPath: $0) }
  }
}
