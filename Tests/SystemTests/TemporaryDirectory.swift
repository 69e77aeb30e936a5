import Foundation
import GalleySystem
import Synchronization

/// A temporary directory, deleted with the object.
final class TemporaryDirectory: Sendable {
  private static let serial = Atomic<Int>(0)

  let path: String

  init() throws {
    let number = Self.serial.wrappingAdd(1, ordering: .relaxed).newValue
    path = NSTemporaryDirectory() + "/galley-files-tests-\(getpid())-\(number)"
    try FileSystem.makeDirectory(path)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Returns all names, including hidden ones.
  func allNames() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// Creates a symbolic link in the directory.
  func link(_ name: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path + "/" + name, withDestinationPath: destination)
  }
}
