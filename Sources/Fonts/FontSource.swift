internal import GalleyFiles
internal import GalleyFontTables
internal import GalleyHarfBuzz

/// A font file, and how far it is trusted.
///
/// A font that is installed with the system, as those of the project's own manifest are, is trusted.
/// Any other is checked when a face of it is opened, and goes to no library that does not check what
/// it reads. The digest in a manifest makes no difference: it says that the file is the one meant,
/// and whoever made the file may have written the manifest.
///
/// Installed files are mapped into memory. Others are read, since a mapped file that somebody cuts
/// short ends the process.
struct FontSource {
  let file: MappedFile
  /// Whether somebody vouches for the file.
  let isTrusted: Bool

  /// Opens the file at a path.
  ///
  /// - Throws: `FileError` if the file cannot be read.
  init(path: String) throws(FileError) {
    isTrusted = FontDirectories.isInstalled(path)
    file = try isTrusted ? MappedFile(path: path) : MappedFile(reading: path)
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
