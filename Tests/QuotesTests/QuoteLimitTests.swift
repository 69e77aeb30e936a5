import GalleyBasics
import GalleyPixels
import TestSupport
import Testing

@testable import GalleyQuotes

/// Pictures at the bounds of `Limits`, and one beyond.
@Suite struct QuoteLimitTests {
  /// Returns the address of an image, which differs for each number.
  private func reference(_ bytes: [UInt8], _ number: Int) -> PictureReference {
    .data("data:image/png;number=\(number);base64,\(bytes.base64)")
  }

  /// Returns an image with a size in its header, of which nothing can be decoded.
  private func header(side: Int) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    let canvas = Array("VP8X".utf8) + little(10, 4) + little(0, 4) + little(side - 1, 3)
    let image = little(side - 1, 3) + Array("VP8 ".utf8) + little(20_000, 4)
    let body = Array("WEBP".utf8) + canvas + image + Array(repeating: 0, count: 20_000)
    return Array("RIFF".utf8) + little(body.count, 4) + body
  }

  @Test func `a request has at most 400 pictures`() throws {
    var pictures = QuotePictures(source: EmbeddedPictures())
    let bytes = try Bitmap(width: 1, height: 1).pngData()
    for number in 0..<400 {
      #expect(pictures.bitmap(reference(bytes, number), for: "a") != nil)
    }
    #expect(pictures.notes.isEmpty)
    #expect(pictures.bitmap(reference(bytes, 400), for: "a") == nil)
  }

  @Test func `the pictures of a request have at most 67,108,864 pixels`() throws {
    var pictures = QuotePictures(source: EmbeddedPictures())
    let bytes = header(side: 4_096)
    for number in 0..<5 { _ = pictures.bitmap(reference(bytes, number), for: "\(number)") }
    let refused = pictures.notes.filter { $0.contains("too many large images") }
    #expect(pictures.notes.count == 5)
    #expect(refused.map(\.first) == ["4"])
  }

  @Test func `a picture has at most 16,777,216 pixels`() {
    // Its pixels are refused before they are drawn.
    let text = String(repeating: "long words ", count: 40)
    let json = Quotes.request(#""scale":20,"#, Quotes.message(text))
    #expect {
      try Quotes().picture(json)
    } throws: { error in
      if case QuoteError.tooManyPixels(_, _, limit: 16_777_216) = error { true } else { false }
    }
  }
}
