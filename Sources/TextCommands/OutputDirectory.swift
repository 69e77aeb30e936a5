import GalleySystem

/// The directory that a command writes many files to.
enum OutputDirectory {
  /// Makes a directory with those above it, unless it is there.
  ///
  /// - Throws: `Failure` if it cannot be made, or is a file.
  static func make(_ path: String) throws(Failure) {
    if let status = try? FileStatus(path: path), status.kind != .directory {
      throw Failure("\(path): not a directory")
    }
    do { try FileSystem.makeDirectory(path) } catch {
      throw Failure("\(path): cannot create the directory: \(error.reason)")
    }
  }
}
