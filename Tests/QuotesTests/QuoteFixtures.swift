import GalleyBasics
import GalleyGeometry
import GalleyJSON
import GalleyPixels
import GalleyQuotes
import GalleyTypesetting
import TestSupport

/// A renderer with the testing fonts, and requests in JSON.
struct Quotes {
  private let renderer: QuoteRenderer
  let limits: QuoteRequest.Limits

  init(
    engine: TextEngine = TestFonts.engine(), limits: QuoteRequest.Limits = QuoteRequest.Limits()
  ) {
    self.limits = limits
    renderer = QuoteRenderer(engine: engine, limits: limits)
  }

  func request(_ json: String) throws -> QuoteRequest {
    try QuoteRequest(try JSONParser.value(of: json), limits: limits)
  }

  func picture(_ json: String, isExpired: @escaping @Sendable () -> Bool = { false }) throws
    -> QuotePicture
  {
    try renderer.picture(of: try request(json), isExpired: isExpired)
  }

  func layout(_ json: String) throws -> QuoteLayout {
    try renderer.layout(of: try request(json))
  }

  /// Returns a message of a sender with a text.
  static func message(_ text: String, id: Int = 1, name: String = "Ann", _ more: String = "")
    -> String
  {
    #"{"from":{"id":\#(id),"name":"\#(name)"},"text":"\#(text)"\#(more)}"#
  }

  /// Returns a request of messages with fields before them.
  static func request(_ fields: String, _ messages: String...) -> String {
    "{\(fields)\"messages\":[\(messages.joined(separator: ","))]}"
  }

  /// A red picture of 4 × 2 pixels as a data address.
  static func picture(width: Int = 4, height: Int = 2) throws -> String {
    let bitmap = try Bitmap(width: width, height: height, color: .init(argb: 0xFFFF_0000))
    return "data:image/png;base64," + (try bitmap.pngData()).base64
  }
}

extension Bitmap {
  /// The rows that have ink.
  var inkRows: [Int] {
    (0..<height).filter { y in (0..<width).contains { pixel(x: $0, y: y) >> 24 > 0 } }
  }

  /// The number of pixels of a color.
  func count(of argb: UInt32) -> Int { pixels.count { $0 == argb } }
}
