import GalleyBasics
import GalleyJSON
import GalleyMessageOutput
import GalleyPixels
import GalleyQuotes
import GalleyTextCommands
import HTTPTypes

/// The answer to a request for a quote, in the form of quote-api.
struct QuoteAnswer: Sendable {
  let renderer: QuoteRenderer
  let limits: QuoteRequest.Limits

  /// The maximum length of the notes in a header, in characters.
  private static let noteLength = 1_000

  /// Draws a quote.
  ///
  /// - Parameters:
  ///   - fields: The fields of the request.
  ///   - format: The extension of the address, with which the answer is the picture itself.
  ///   - metrics: The counts.
  ///   - isExpired: Returns whether the time is up.
  /// - Returns: The answer.
  /// - Throws: `ServeError`.
  func answer(
    _ fields: RequestFields, as format: PictureFormat?, _ metrics: ServeMetrics,
    isExpired: @escaping @Sendable () -> Bool
  ) throws(ServeError) -> Answer {
    let named = LooseFields(fields.value).string("ext").flatMap(PictureFormat.init(rawValue:))
    let format = format ?? named.flatMap { $0 == .png || $0 == .webp ? $0 : nil }
    let picture: QuotePicture
    do throws(QuoteError) {
      let request = try QuoteRequest(fields.value, limits: limits)
      picture = try renderer.picture(of: request, isExpired: isExpired)
    } catch { throw .quote(error) }
    metrics.record(
      placeholders: picture.placeholders.count, missingGlyphs: picture.missingGlyphs)
    let isPNG = format.map { $0 == .png } ?? (picture.format == .png)
    let data = try EncodedPicture(picture.bitmap, isPNG: isPNG)
    var answer =
      format == nil
      ? wrapped(picture, data) : Answer(type: data.type, body: data.bytes)
    answer.headers[.named("quote-type")] = picture.kind.rawValue
    answer.headers[.named("quote-width")] = String(picture.bitmap.width)
    answer.headers[.named("quote-height")] = String(picture.bitmap.height)
    addRemarks(of: picture, to: &answer.headers)
    return answer
  }

  /// Returns the picture in JSON.
  private func wrapped(_ picture: QuotePicture, _ data: EncodedPicture) -> Answer {
    Answer { writer in
      writer.member("ok", true)
      writer.name("result")
      writer.object { writer in
        writer.member("image", data.bytes.base64)
        writer.member("type", picture.kind.rawValue)
        writer.member("width", picture.bitmap.width)
        writer.member("height", picture.bitmap.height)
        writer.member("ext", data.ext)
        writer.name("placeholders")
        writer.array(picture.placeholders) { $0.value($1) }
        writer.member("missingGlyphs", picture.missingGlyphs)
        writer.name("notes")
        writer.array(picture.notes) { $0.value($1) }
      }
    }
  }

  /// Adds headers for parts of the request that are not drawn as requested.
  private func addRemarks(of picture: QuotePicture, to headers: inout HTTPFields) {
    headers[.named("galley-missing-glyphs")] = String(picture.missingGlyphs)
    if !picture.placeholders.isEmpty {
      headers[.named("galley-placeholders")] =
        picture.placeholders.map(String.init).joined(separator: ",")
    }
    guard !picture.notes.isEmpty else { return }
    // Headers are ASCII.
    let notes = picture.notes.joined(separator: "; ").unicodeScalars.prefix(Self.noteLength)
    headers[.named("galley-notes")] = String(
      notes.map { 0x20..<0x7F ~= $0.value ? Character($0) : "?" })
  }
}

/// A picture as a file.
struct EncodedPicture {
  let bytes: [UInt8]
  /// The extension.
  let ext: String
  /// The media type.
  let type: String

  /// Encodes a bitmap as PNG or lossless WebP.
  ///
  /// - Throws: `ServeError.invalid` if the format does not hold the picture.
  init(_ bitmap: Bitmap, isPNG: Bool) throws(ServeError) {
    (ext, type) = isPNG ? ("png", "image/png") : ("webp", "image/webp")
    do {
      bytes = try isPNG ? bitmap.pngData() : bitmap.webpData()
    } catch { throw .invalid("picture_failed: \(error)") }
  }
}
