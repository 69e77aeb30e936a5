internal import GalleySystem
internal import GalleyFontTables
internal import GalleyHarfBuzz

/// A font file and its trust level.
///
/// Fonts installed with the system, such as those of the project's own manifest, are trusted. Any
/// other font is checked when a face is opened, and is not passed to libraries that do not validate
/// their input. A digest in a manifest makes no difference: it identifies the file, but the author
/// of the file may have written the manifest.
///
/// Installed files are memory-mapped. Others are read, because truncating a mapped file terminates
/// the process.
struct FontSource {
  let file: MappedFile
  /// Whether the file is trusted.
  let isTrusted: Bool
  /// The processes that try the font first, unless it is trusted; `nil` for none.
  private let helpers: FontHelpers?

  /// Opens the file at a path.
  ///
  /// - Throws: `FileError` if the file cannot be read.
  init(path: String, helpers: FontHelpers? = nil) throws(FileError) {
    isTrusted = FontDirectories.isInstalled(path)
    file = try isTrusted ? MappedFile(path: path) : MappedFile(reading: path)
    self.helpers = helpers
  }

  /// Creates the source of a built-in font.
  init(builtIn file: MappedFile) {
    self.file = file
    isTrusted = true
    helpers = nil
  }

  /// Creates the source of an untrusted font in memory.
  init(untrusted file: MappedFile) {
    self.file = file
    isTrusted = false
    helpers = nil
  }

  /// Opens a face, after checking an untrusted font.
  ///
  /// - Throws: `FaceError` if there is no such face, or if the font requires unbounded work, or a
  ///   process that tried it did not survive.
  func face(at index: Int) throws(FaceError) -> Face {
    if !isTrusted, let reason = helpers?.refusal(of: file, index: index) {
      throw .notSurvived(reason: reason)
    }
    let face = try Face(file, index: index)
    guard !isTrusted, let reason = FontCheck.refusal(of: file, index: index) else { return face }
    throw .unbounded(reason: reason)
  }
}
