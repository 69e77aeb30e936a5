import GalleyBasics
import GalleyFuzzCore
import GalleyGeometry
import GalleyJSON
import GalleyPixels
import GalleyQuotes
import GalleyTypesetting

/// Requests of the quote server, which are laid out and sometimes drawn.
struct QuoteTarget: FuzzTarget {
  private let renderer: QuoteRenderer
  private let limits: QuoteRequest.Limits

  /// Creates a target.
  init(engine: TextEngine) {
    var limits = QuoteRequest.Limits()
    (limits.messages, limits.pixels, limits.textScale) = (8, 1 << 19, 2)
    self.limits = limits
    renderer = QuoteRenderer(engine: engine, limits: limits)
  }

  let pieces =
    FuzzPieces.text + [
      "\"messages\":[", "\"from\":{", "\"id\":-1", "\"name\":", "\"text\":", "\"entities\":[",
      "{\"type\":\"bold\",\"offset\":0,\"length\":9}", "\"replyMessage\":{", "\"media\":{",
      "\"url\":",
      "\"data:image/png;base64,", "\"type\":\"image\"", "\"type\":\"quote\"",
      "\"backgroundColor\":",
      "\"//#1b1429\"", "\"random\"", "\"scale\":20", "\"voice\":{\"waveform\":[", "\"avatar\":true",
      "\"customEmoji\":{", "\"emoji_status\":", "\"width\":1e9", "\"poll\":", "\"rich_message\":{",
    ]

  var seeds: [[UInt8]] { Self.examples.map { Array($0.utf8) } }

  private static let examples = [
    #"""
    {"type":"quote","format":"png","backgroundColor":"#1b1429/#2a2140","width":512,"height":768,
    "scale":2,"messages":[{"entities":[{"type":"bold","offset":0,"length":2},
    {"type":"spoiler","offset":3,"length":4}],"avatar":true,"from":{"id":66478514,"name":"Ada L",
    "photo":{"url":"https://a.example/a.jpg"}},"text":"Hi سلام 😀","replyMessage":{"name":"Bo",
    "text":"what?","chatId":7}},{"from":{"id":-100,"first_name":"A","last_name":"B"},"text":"x"}]}
    """#,
    #"""
    {"type":"image","messages":[{"from":{"id":"5","name":"N","emoji_status":"53"},"text":"a",
    "media":{"url":"data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="},
    "mediaType":"sticker"}],"customEmoji":{"53":"data:image/png;base64,AA=="},"watermark":"w"}
    """#,
    #"""
    {"type":"stories","backgroundColor":"random","scale":"3","messages":[{"from":{"name":false,
    "id":1},"text":"","voice":{"waveform":[0,5,31,12]}},{"chatId":9,"text":"b","avatar":false}]}
    """#,
  ]

  func run(_ bytes: [UInt8], using random: inout SplitMix64) throws(FuzzFailure) {
    let text = Array(String(decoding: bytes, as: UTF8.self).utf8)
    guard let value = try? JSONParser.value(ofUTF8: text, deepest: 128),
      let request = try? QuoteRequest(value, limits: limits)
    else { return }
    if let layout = try? renderer.layout(of: request) {
      try expect(
        layout.size.width.isFinite && layout.size.height.isFinite, "the size is \(layout.size)")
    }
    guard random.chance(10), let picture = try? renderer.picture(of: request) else { return }
    let (width, height) = (picture.bitmap.width, picture.bitmap.height)
    try expect(width > 0 && height > 0, "the picture has \(width) x \(height) pixels")
    let area = max(limits.pixels, 720 * 1_280)
    try expect(width * height <= area, "\(width) x \(height) pixels exceed the limit")
  }
}

/// Forms with files.
struct MultipartTarget: FuzzTarget {
  let pieces = [
    "--b0", "\r\n--b0\r\n", "--b0--", "\r\n", "\r\n\r\n", "Content-Disposition: form-data; ",
    "name=a",
    "name=\"", "filename=\"x", "\\\"", "%22", ";", "Content-Transfer-Encoding: base64", ": ",
    "\u{0}",
  ]

  var seeds: [[UInt8]] {
    [
      "preamble\r\n--b0\r\nContent-Disposition: form-data; name=\"type\"\r\n\r\nquote\r\n--b0  \r\n"
        + "content-disposition:form-data;name=a;filename=\"x y.png\"\r\nContent-Type: image/png\r\n\r\n"
        + "\u{1}\r\n--b\r\n-\r\n--b0--\r\nepilogue",
      "--b0\r\nContent-Disposition: form-data; name=\"\\\"%0D\"\r\n\r\n\r\n--b0--",
    ].map { Array($0.utf8) }
  }

  func run(_ bytes: [UInt8], using random: inout SplitMix64) throws(FuzzFailure) {
    _ = MultipartBody.boundary(ofType: String(decoding: bytes, as: UTF8.self))
    guard let body = try? MultipartBody(bytes, boundary: random.pick(["b0", "b0", "b", "-"])) else {
      return
    }
    let lengths = body.files.map(\.bytes.count) + body.fields.map(\.value.utf8.count)
    try expect(lengths.reduce(0, +) <= bytes.count, "the parts are longer than the body")
  }
}
