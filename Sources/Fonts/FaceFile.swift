package import GalleyHarfBuzz
package import GalleySystem

/// A face of a font file, which text uses before the fonts of a collection.
package struct FaceFile: Hashable, Sendable {
  /// The path of the file.
  package var path: String
  /// The index of the face in the file.
  package var index: Int

  /// Creates a reference to a face.
  package init(path: String, index: Int = 0) {
    self.path = path
    self.index = index
  }
}

/// The reason for which a font file cannot be used.
package struct FaceFileError: Error, Hashable, CustomStringConvertible {
  /// The path of the file.
  package let path: String
  /// The problem, in words.
  package let reason: String

  package var description: String { "\(path): \(reason)" }
}

extension FontCollection {
  /// Returns a collection of the faces of font files, followed by the fonts of this one.
  ///
  /// Text without a family is in the first file, or in the file of the same family that has the
  /// style; the others come before the fallback fonts of this collection, in order.
  ///
  /// - Parameters:
  ///   - files: The faces, in order of preference.
  ///   - helpers: The processes that try faces that are not trusted; `nil` for none.
  /// - Returns: The collection.
  /// - Throws: `FaceFileError` for the first file that is missing, that is no font, or that lacks
  ///   the face.
  package func adding(
    _ files: [FaceFile], tryingWith helpers: FontHelpers? = nil
  ) throws(FaceFileError) -> FontCollection {
    var typefaces: [Typeface] = []
    for file in files { typefaces.append(try Typeface(file, helpers: helpers)) }
    return FontCollection(FileFonts(typefaces, before: resolver.provider))
  }

  /// Creates a collection of one face of an untrusted font in memory.
  ///
  /// - Throws: `FaceError` if there is no such face, or if the font requires unbounded work.
  package convenience init(untrusted file: MappedFile, index: Int) throws(FaceError) {
    let typeface = try Typeface(FontSource(untrusted: file), index: index)
    self.init(FileFonts([typeface], before: FontCollection.empty.resolver.provider))
  }
}

extension Typeface {
  /// Opens the face of a font file, which may override its properties and share the coverage of a
  /// sibling.
  convenience init(
    _ file: FaceFile, claims: Claims = Claims(), sibling: Typeface? = nil,
    helpers: FontHelpers? = nil
  ) throws(FaceFileError) {
    let source: FontSource
    do { source = try FontSource(path: file.path, helpers: helpers) } catch {
      throw FaceFileError(path: file.path, reason: "cannot read: \(error.reason)")
    }
    do { try self.init(source, index: file.index, claims: claims, sibling: sibling) } catch {
      throw FaceFileError(path: file.path, reason: error.inWords(file.index))
    }
  }
}
