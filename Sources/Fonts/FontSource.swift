internal import GalleyFiles
internal import GalleyFontTables
internal import GalleyHarfBuzz

/// A font file, and how far it is trusted.
///
/// A font that a manifest knows by its digest, or that is installed with the system, is trusted. Any
/// other is checked when a face of it is opened, and goes to no library that does not check what it
/// reads.
///
/// Installed files are mapped into memory. Others are read, since a mapped file that somebody cuts
/// short ends the process.
struct FontSource {
  let file: MappedFile
  /// Whether somebody vouches for the file.
  let isTrusted: Bool

  /// Opens the file at a path.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - sha256: The digest that the file was, or will be, seen to have; `nil` if none is known.
  /// - Throws: `FileError` if the file cannot be read.
  init(path: String, sha256: String? = nil) throws(FileError) {
    let isInstalled = FontDirectories.isInstalled(path)
    file = try isInstalled ? MappedFile(path: path) : MappedFile(reading: path)
    isTrusted = isInstalled || sha256 != nil
  }

  /// Takes a font that is part of the program.
  init(builtIn file: MappedFile) {
    self.file = file
    isTrusted = true
  }

  /// Opens a face, after the check of a font that is not trusted.
  ///
  /// - Throws: `FaceError` if there is no such face, or the font asks for too much work.
  func face(at index: Int) throws(FaceError) -> Face {
    let face = try Face(file, index: index)
    guard !isTrusted, let reason = FontCheck.refusal(of: file, index: index) else { return face }
    throw .unbounded(reason: reason)
  }
}
