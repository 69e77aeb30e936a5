internal import GalleyBasics
internal import GalleyImages
internal import GalleyPixels

/// The decoded pictures of a request, each of which is decoded once.
struct QuotePictures {
  private let source: any PictureSource
  private var budget = WorkBudget(
    items: Limits.Quotes.pictures, pixels: Limits.Quotes.picturePixels)
  private var known: [PictureReference: Bitmap?] = [:]
  /// Notes about pictures that are missing.
  private(set) var notes: [String] = []

  /// The maximum side of a decoded picture, in pixels.
  private static let side = 1_024

  init(source: any PictureSource) { self.source = source }

  /// Returns a picture; `nil` with a note if it is not to be had.
  ///
  /// - Parameters:
  ///   - reference: The picture.
  ///   - place: The field that names it, for the note.
  /// - Returns: The picture, scaled down to the maximum side.
  mutating func bitmap(_ reference: PictureReference, for place: String) -> Bitmap? {
    if let bitmap = known[reference] { return bitmap }
    var bitmap: Bitmap?
    do throws(PictureRefusal) { bitmap = try decoded(reference) } catch {
      notes.append("\(place): \(error)")
    }
    known[reference] = .some(bitmap)
    return bitmap
  }

  private mutating func decoded(_ reference: PictureReference) throws(PictureRefusal) -> Bitmap {
    let bytes = try source.bytes(of: reference)
    do throws(ImageError) {
      let image = try ImageSource(bytes, helpers: source.helpers)
      guard budget.charge(items: 1, pixels: image.header.width * image.header.height) else {
        throw .overBudget
      }
      let size = PixelSize(width: Self.side, height: Self.side)
      return try image.decode(ImageSource.Request(size: size, allowsPartial: true)).bitmap
    } catch { throw PictureRefusal("\(error)") }
  }
}
