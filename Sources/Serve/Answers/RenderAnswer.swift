import GalleyBasics
import GalleyFonts
import GalleyGeometry
import GalleyJSON
import GalleyMessageOutput
import GalleyMessages
import GalleyPixels
import GalleyQuotes
import GalleyRichMessages
import GalleyRichTypesetting
import GalleyTextCommands
import GalleyTypesetting
import HTTPTypes

/// The answer to a request to draw messages, as `galley render` draws them.
struct RenderAnswer: Sendable {
  let engine: TextEngine
  let limits: QuoteRequest.Limits

  /// The drawing of a message.
  private struct Drawing {
    var body: [UInt8]
    var type: String
    /// The size in pixels; `nil` for layouts.
    var pixels: PixelBox?
  }

  /// Draws the messages of a request.
  ///
  /// - Parameters:
  ///   - fields: The fields of the request.
  ///   - isExpired: Returns whether the time is up; called between messages, lines and parts
  ///     of texts.
  /// - Returns: The picture of a message, or a list in JSON in which an invalid message has an
  ///   error in its place.
  /// - Throws: `ServeError`.
  func answer(
    _ fields: RequestFields, isExpired: @escaping @Sendable () -> Bool
  ) throws(ServeError) -> Answer {
    let request = try RenderRequest(fields.value, limits: limits)
    if !request.isList, let message = request.messages.first {
      let drawing = try drawing(of: message, at: 0, request, isExpired)
      var answer = Answer(type: drawing.type, body: drawing.body)
      if let pixels = drawing.pixels {
        answer.headers[.named("picture-width")] = String(pixels.width)
        answer.headers[.named("picture-height")] = String(pixels.height)
      }
      return answer
    }
    var results: [Result<Drawing, ServeError>] = []
    for (index, message) in request.messages.enumerated() {
      guard !isExpired() else { throw .quote(.deadline) }
      results.append(
        Result { () throws(ServeError) in
          try drawing(of: message, at: index, request, isExpired)
        })
    }
    return Answer { writer in
      writer.member("ok", true)
      writer.name("results")
      writer.array(zip(request.messages, results)) { writer, pair in
        Self.write(pair.1, of: pair.0, as: request.format, to: &writer)
      }
    }
  }

  private static func write(
    _ result: Result<Drawing, ServeError>, of message: JSONValue, as format: RenderRequest.Format,
    to writer: inout JSONWriter
  ) {
    writer.object { writer in
      if let id = message["id"] {
        writer.name("id")
        writer.value(id)
      }
      switch result {
      case .failure(let error):
        writer.member("ok", false)
        writer.member("error", error.message)
      case .success(let drawing):
        writer.member("ok", true)
        if let pixels = drawing.pixels {
          writer.member("width", pixels.width)
          writer.member("height", pixels.height)
        }
        switch format {
        case .png, .webp: writer.member("image", drawing.body.base64)
        case .svg: writer.member("svg", String(decoding: drawing.body, as: UTF8.self))
        case .json:
          writer.name("layout")
          writer.append(value: drawing.body[...])
        }
      }
    }
  }

  // MARK: A message

  private func drawing(
    of value: JSONValue, at index: Int, _ request: RenderRequest,
    _ isExpired: @escaping @Sendable () -> Bool
  ) throws(ServeError) -> Drawing {
    let engine = engine.stopping(when: isExpired)
    var theme = MessageTheme()
    theme.text.font.size = request.size
    var options = LayoutOptions(width: request.width)
    if request.format.isRaster {
      options.lineGrid = PixelGrid(scale: request.scale)
    }
    if value["rich_message"] != nil {
      let message: RichMessage
      do { message = try RichMessage(value) } catch { throw .invalid("invalid_message: \(error)") }
      let document = RichDocument(
        message, theme: RichTheme(message: theme), textOptions: options, engine: engine)
      return try drawing(
        of: .rich(document.layout(width: request.width), nil), request, isExpired)
    }
    let message: Message
    do { message = try Message(value) } catch { throw .invalid("invalid_message: \(error)") }
    let length = message.text.utf16.count
    guard length <= limits.characters else {
      throw .quote(.tooLong(message: index, length: length, limit: limits.characters))
    }
    options.width = message.width ?? request.width
    options.maximumLines = message.maximumLines
    let layout = engine.layout(message.attributedText(theme: theme), options: options)
    return try drawing(of: .message(layout, message), request, isExpired)
  }

  private func drawing(
    of layout: LaidOutMessage, _ request: RenderRequest,
    _ isExpired: @escaping @Sendable () -> Bool
  ) throws(ServeError) -> Drawing {
    guard !isExpired() else { throw .quote(.deadline) }
    if request.format == .json {
      var writer = JSONWriter()
      writer.layout(layout, revealed: .none)
      return Drawing(body: writer.bytes, type: "application/json; charset=utf-8")
    }
    var settings = PictureSettings(
      scale: request.scale, padding: request.padding,
      background: request.background ?? Color(argb: 0), palette: request.theme.palette)
    settings.isStale = isExpired
    do throws(PictureError) {
      guard request.format.isRaster else {
        return Drawing(body: try settings.data(of: layout, as: .svg), type: "image/svg+xml")
      }
    } catch { throw .invalid("picture_failed: \(error)") }
    try check(layout.size, request)
    let bitmap: Bitmap
    do { bitmap = try settings.bitmap(of: layout) } catch {
      throw .invalid("picture_failed: \(error)")
    }
    guard !isExpired() else { throw .quote(.deadline) }
    let data = try EncodedPicture(bitmap, isPNG: request.format == .png)
    return Drawing(
      body: data.bytes, type: data.type,
      pixels: PixelBox(width: bitmap.width, height: bitmap.height))
  }

  /// Throws an error if a picture of a size in points has too many pixels.
  private func check(_ size: Size, _ request: RenderRequest) throws(ServeError) {
    let padding = 2 * request.padding
    let box = PixelGrid(scale: request.scale).size(
      holding: Size(width: size.width + padding, height: size.height + padding))
    guard box.width <= Bitmap.sideLimit, box.height <= Bitmap.sideLimit,
      box.width * box.height <= limits.pixels
    else {
      throw .quote(.tooManyPixels(width: box.width, height: box.height, limit: limits.pixels))
    }
  }
}
