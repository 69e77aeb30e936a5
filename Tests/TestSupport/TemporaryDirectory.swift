public import Foundation

/// A temporary directory, deleted with the object.
public final class TemporaryDirectory: Sendable {
  /// The directory.
  public let url = FileManager.default.temporaryDirectory.appending(path: "galley-\(UUID())")

  /// Creates an empty directory.
  public init() {
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of the directory.
  public var path: String { url.path }

  /// Returns the path of a file in the directory.
  public func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file, with the folders around it, and returns its path.
  @discardableResult public func write(_ text: String, to name: String) throws -> String {
    try write(Data(text.utf8), to: name)
  }

  /// Writes a file, with the folders around it, and returns its path.
  @discardableResult public func write(_ data: Data, to name: String) throws -> String {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
    return self.file(name)
  }

  /// Writes a program of the shell, with the folders around it, and returns its path.
  ///
  /// Another process copies it. A process that a test starts meanwhile could inherit a descriptor
  /// for writing, with which the program could not be started.
  @discardableResult public func writeProgram(_ script: String, to name: String) throws -> String {
    let draft = try write("#!/bin/sh\n\(script)\n", to: name + ".draft")
    let result = try Program.run(["install", "--mode=755", draft, file(name)])
    guard result.status == 0 else { throw Program.Failure(result.complaint) }
    try FileManager.default.removeItem(atPath: draft)
    return file(name)
  }

  /// Returns the bytes of a file.
  public func data(_ name: String) throws -> Data {
    try Data(contentsOf: url.appending(path: name))
  }

  /// Returns the names of the files and folders in a folder, including hidden ones, sorted.
  public func names(in folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: file(folder)).sorted()
  }

  /// Creates a symbolic link.
  public func link(_ name: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(atPath: file(name), withDestinationPath: destination)
  }
}
