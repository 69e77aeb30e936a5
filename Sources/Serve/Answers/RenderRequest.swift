import GalleyGeometry
import GalleyJSON
import GalleyMessages
import GalleyQuotes
import GalleyTextCommands
import GalleyTypesetting

/// The settings of a request to draw messages.
struct RenderRequest: Sendable {
  /// The format of an answer.
  enum Format: String, Sendable {
    case png, webp, svg, json

    /// Whether pictures consist of pixels.
    var isRaster: Bool { self == .png || self == .webp }
  }

  var format = Format.png
  var width = PlainDefaults.width
  var size = PlainDefaults.size
  var scale = PlainDefaults.scale
  var padding = PlainDefaults.padding
  var theme = ChatTheme.light
  /// The color behind the text; `nil` for transparency.
  var background: Color?
  /// The messages, each of which is read on its own.
  var messages: [JSONValue]
  /// Whether the request has a list of messages, and so has the answer.
  var isList = true

  private enum PlainDefaults {
    static let (width, size, scale, padding) = (360.0, 16.0, 1.0, 8.0)
  }

  /// Reads a request: a message or rich message with settings beside it, or an object with a list
  /// as `messages`, or the list alone.
  ///
  /// - Throws: `ServeError.invalid` or `.quote`.
  init(_ value: JSONValue, limits: QuoteRequest.Limits) throws(ServeError) {
    let fields = LooseFields(value)
    if case .array(let list) = value {
      messages = list
    } else if let list = fields.array("messages") {
      messages = list
    } else if let message = fields.fields("message") {
      (messages, isList) = ([message.value], false)
    } else if fields["text"] != nil || fields["rich_message"] != nil {
      (messages, isList) = ([value], false)
    } else {
      throw .quote(fields.isEmpty ? .emptyQuery : .noMessages)
    }
    guard !messages.isEmpty else { throw .quote(.noMessages) }
    guard messages.count <= limits.messages else {
      throw .quote(.tooManyMessages(messages.count, limit: limits.messages))
    }
    format = try fields.choice("format", or: .png)
    width = try fields.number("width", in: Message.widths, or: width)
    size = try fields.number("size", in: Message.sizes, or: size)
    scale = try fields.number("scale", in: 0.1...16, or: scale)
    padding = try fields.number("padding", in: 0...1_000, or: padding)
    if let name = fields.string("theme") {
      guard let theme = ChatTheme(named: name) else {
        let names = ChatTheme.all.map(\.name).joined(separator: ", ")
        throw .invalid("invalid_field: theme must be one of \(names)")
      }
      self.theme = theme
    }
    background = theme.background
    if let word = fields.string("background") {
      if word == "none" {
        background = nil
      } else {
        guard let color = Color(css: word) else {
          throw .invalid("invalid_field: background must be a CSS color or none")
        }
        background = color
      }
    }
  }
}

extension LooseFields {
  /// Whether the object has no fields.
  fileprivate var isEmpty: Bool {
    if case .object(let members) = value { members.isEmpty } else { true }
  }

  /// Returns a number within bounds, or a default.
  fileprivate func number(
    _ name: String, in bounds: ClosedRange<Double>, or standard: Double
  ) throws(ServeError) -> Double {
    guard self[name] != nil else { return standard }
    guard let number = number(name), bounds.contains(number) else {
      throw .invalid(
        "invalid_field: \(name) must be a number from \(bounds.lowerBound) to "
          + "\(bounds.upperBound)")
    }
    return number
  }

  /// Returns the format of a name, or a default.
  fileprivate func choice(
    _ name: String, or standard: RenderRequest.Format
  ) throws(ServeError) -> RenderRequest.Format {
    guard self[name] != nil else { return standard }
    guard let format = string(name).flatMap(RenderRequest.Format.init(rawValue:)) else {
      throw .invalid("invalid_field: \(name) must be png, webp, svg or json")
    }
    return format
  }
}
