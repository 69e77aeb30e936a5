public import GalleyFonts
import GalleyShaping

/// The shaped texts of earlier processes, in a file, so that text seen before is not shaped again.
///
/// Pass the file to ``TextEngine/init(fonts:cacheLimit:texts:)``, and call ``save()`` from time to
/// time and before the process ends:
///
///     let texts = ShapedTextFile(path: cache + "/texts", fonts: fonts)
///     let engine = TextEngine(fonts: fonts, texts: texts)
///     // …
///     texts?.save()
///
/// A file that is damaged, of another version, or was written with other fonts, libraries or by
/// another user is ignored, and replaced by ``save()``. It contains the texts, so only the user can
/// read it.
public final class ShapedTextFile: Sendable {
  let texts: StoredTexts

  /// Opens a file, which need not exist.
  ///
  /// The file is mapped into memory; opening it takes the same time for any number of texts.
  ///
  /// - Parameters:
  ///   - path: The path of the file, in an existing directory.
  ///   - fonts: The fonts of the texts. The initializer returns `nil` for the system's, which
  ///     may change without notice.
  ///   - byteLimit: The maximum size of the file, in bytes.
  ///   - secret: The key that authenticates the file, or `nil` for one in the user's cache
  ///     directory; the initializer returns `nil` if there is no such directory.
  public init?(
    path: String, fonts: FontCollection, byteLimit: Int = 64 << 20, secret: [UInt8]? = nil
  ) {
    guard let secret = secret ?? UserSecret.key,
      let texts = StoredTexts(path: path, fonts: fonts, byteLimit: byteLimit, secret: secret)
    else { return nil }
    self.texts = texts
  }

  /// The number of texts that were shaped since the file was opened, and are not in it.
  public var newCount: Int { texts.newCount }

  /// Writes the new texts, and as many of the others as the limit allows; those that were used come
  /// first.
  ///
  /// The file is replaced atomically. If nothing was shaped, it stays as it is.
  ///
  /// - Returns: Whether the file could be written.
  @discardableResult public func save() -> Bool { texts.save() }
}
