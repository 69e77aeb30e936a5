import GalleyBasics
import GalleyImages
import GalleyJSON
import GalleyMessageOutput
import GalleyPixels
import GalleyQuotes
import GalleyTextCommands
import GalleyTypesetting
import HTTPTypes

/// The answer to a request for a quote, in the form of quote-api.
struct QuoteAnswer: Sendable {
  let engine: TextEngine
  let limits: QuoteRequest.Limits
  let helpers: ImageHelpers?

  /// Draws a quote.
  ///
  /// - Parameters:
  ///   - fields: The fields of the request.
  ///   - format: The extension of the address, with which the answer has no wrapper.
  ///   - metrics: The counts.
  ///   - isExpired: Returns whether the time is up.
  /// - Returns: The answer.
  /// - Throws: `ServeError`.
  func answer(
    _ fields: RequestFields, as format: QuoteFormat?, _ metrics: ServeMetrics,
    isExpired: @escaping @Sendable () -> Bool
  ) throws(ServeError) -> Answer {
    let format =
      format ?? LooseFields(fields.value).string("ext").flatMap(QuoteFormat.init(rawValue:))
    let files = Dictionary(fields.files.map { ($0.name, $0.bytes) }) { first, _ in first }
    let renderer = QuoteRenderer(
      engine: engine, source: EmbeddedPictures(files: files, helpers: helpers), limits: limits)
    let picture: QuotePicture
    do throws(QuoteError) {
      let request = try QuoteRequest(fields.value, limits: limits)
      if format == .json {
        let layout = try renderer.layout(of: request, isExpired: isExpired)
        metrics.record(layout.remarks)
        var answer = Answer { $0.members(of: layout) }
        answer.headers.set(layout.remarks)
        return answer
      }
      picture = try renderer.picture(of: request, isExpired: isExpired)
    } catch { throw .quote(error) }
    metrics.record(picture.remarks)
    let isPNG = format.map { $0 == .png } ?? (picture.format == .png)
    let data = try EncodedPicture(picture.bitmap, isPNG: isPNG)
    var answer =
      format == nil
      ? wrapped(picture, data) : Answer(type: data.type, body: data.bytes)
    answer.headers[.named("quote-type")] = picture.kind.rawValue
    answer.headers[.named("quote-width")] = String(picture.bitmap.width)
    answer.headers[.named("quote-height")] = String(picture.bitmap.height)
    answer.headers.set(picture.remarks)
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
        writer.members(of: picture.remarks)
      }
    }
  }
}

extension JSONWriter {
  /// Writes the members of remarks.
  fileprivate mutating func members(of remarks: QuoteRemarks) {
    name("placeholders")
    array(remarks.placeholders) { $0.value($1) }
    member("missingGlyphs", remarks.missingGlyphs)
    name("notes")
    array(remarks.notes) { $0.value($1) }
  }

  /// Writes the members of a layout: the boxes, texts, lines and glyphs of a quote, in points.
  fileprivate mutating func members(of layout: QuoteLayout) {
    size(layout.size)
    name("bubbles")
    array(layout.bubbles) { $0.rect($1) }
    name("texts")
    array(layout.texts) { writer, text in
      writer.object { writer in
        writer.text(text.layout, at: text.origin)
        if let width = text.fadingWidth { writer.member("fadingWidth", rounded: width) }
        writer.runs(of: text.layout, at: text.origin)
      }
    }
    members(of: layout.remarks)
  }
}

extension HTTPFields {
  /// The maximum length of the notes in a header, in characters.
  private static let noteLength = 1_000

  /// Adds headers for parts of the request that are not drawn as requested.
  mutating func set(_ remarks: QuoteRemarks) {
    self[.named("galley-missing-glyphs")] = String(remarks.missingGlyphs)
    if !remarks.placeholders.isEmpty {
      self[.named("galley-placeholders")] =
        remarks.placeholders.map(String.init).joined(separator: ",")
    }
    set(notes: remarks.notes)
  }

  /// Adds a header with notes about a request, unless there are none.
  mutating func set(notes: [String]) {
    guard !notes.isEmpty else { return }
    // Headers are ASCII.
    let words = notes.joined(separator: "; ").unicodeScalars.prefix(Self.noteLength)
    self[.named("galley-notes")] = String(
      words.map { 0x20..<0x7F ~= $0.value ? Character($0) : "?" })
  }
}

/// A picture as a file.
struct EncodedPicture {
  let bytes: [UInt8]
  /// The extension.
  let ext: String
  /// The media type.
  let type: String

  /// Encodes a bitmap as PNG or lossless WebP, in the least time.
  ///
  /// - Throws: `ServeError.invalid` if the format does not hold the picture.
  init(_ bitmap: Bitmap, isPNG: Bool) throws(ServeError) {
    (ext, type) = isPNG ? ("png", "image/png") : ("webp", "image/webp")
    do {
      bytes = try isPNG ? bitmap.pngData() : bitmap.webpData(.least)
    } catch { throw .invalid("picture_failed: \(error)") }
  }
}
