internal import GalleyCInterface
internal import GalleyFonts
internal import GalleyGeometry
internal import GalleyMessageOutput
internal import GalleyMessages
internal import GalleyTypesetting

/// The format of a picture; the raw values are those of `galley_picture_format`.
enum OutputFormat: UInt32 {
  case png, webp, rgba, svg, pdf

  /// Whether pictures consist of pixels.
  var isRaster: Bool { self != .svg && self != .pdf }
}

/// The checked settings of a call.
struct CallSettings {
  var layout = LayoutSettings()
  var picture = PictureSettings()
  var format = OutputFormat.png

  /// Reads settings.
  ///
  /// - Parameter settings: The settings of the caller, whose pointers are valid.
  /// - Throws: `InterfaceError` for the first setting that is invalid.
  init(_ settings: galley_settings) throws(InterfaceError) {
    let families = unsafe try text(settings.families, "families") ?? ""
    let language = unsafe try text(settings.language, "language")
    if let language, !Message.isLanguageTag(language) {
      throw .argument("language must be a tag such as zh-Hant")
    }
    let timeZone = unsafe try text(settings.time_zone, "time_zone") ?? "UTC"
    guard DateFormatting.isTimeZone(timeZone) else {
      throw .argument("time_zone must be a name such as Europe/Oslo")
    }
    layout.theme.text.font.size = try Self.number(
      unsafe settings.font_size, in: Message.sizes, "font_size")
    layout.theme.text.font.families = FamilyList.names(in: families)
    layout.theme.text.language = language
    let isUnlimited = unsafe settings.width == .infinity
    layout.options.width =
      isUnlimited ? .infinity : try Self.number(unsafe settings.width, in: Message.widths, "width")
    let lines = unsafe settings.maximum_lines
    if lines > 0 { layout.options.maximumLines = Int(lines) }
    let now = unsafe settings.has_now != 0 ? Int(settings.now) : nil
    if let now, !DateFormatting.times.contains(now) {
      throw .argument("now must be from -10^12 to 10^12 seconds")
    }
    layout.dates = DateFormatting(language: language, timeZone: timeZone, now: now)
    layout.direction = try Self.direction(unsafe settings.direction)
    unsafe try readPicture(settings)
  }

  private mutating func readPicture(_ settings: galley_settings) throws(InterfaceError) {
    let name = unsafe try text(settings.theme, "theme") ?? ChatTheme.light.name
    guard let theme = ChatTheme(named: name) else {
      let names = ChatTheme.all.map(\.name).joined(separator: ", ")
      throw .argument("theme must be one of \(names)")
    }
    guard let format = OutputFormat(rawValue: unsafe settings.picture_format.rawValue) else {
      throw .argument("picture_format is not a format of pictures")
    }
    self.format = format
    picture.scale = try Self.number(
      unsafe settings.scale, in: PictureSettings.scales, "scale")
    picture.padding = try Self.number(
      unsafe settings.padding, in: PictureSettings.paddings, "padding")
    picture.palette = theme.palette
    let isTransparent = unsafe settings.transparent != 0
    picture.background = isTransparent ? Color(argb: 0) : theme.background
    if unsafe settings.reveals_all != 0 {
      picture.revealed = .all
    } else if unsafe settings.revealed_count > 0 {
      guard let indices = unsafe settings.revealed else { throw .argument("revealed is null") }
      guard unsafe settings.revealed_count <= Self.mostRevealed else {
        throw .argument("revealed_count must be at most \(Self.mostRevealed)")
      }
      picture.revealed = RevealedSpoilers(
        Set((0..<Int(unsafe settings.revealed_count)).map { Int(unsafe indices[$0]) }))
    }
  }

  /// The maximum number of revealed spoilers; a message has fewer.
  private static let mostRevealed = 1_000_000

  private static func number(
    _ value: Double, in range: ClosedRange<Double>, _ name: String
  ) throws(InterfaceError) -> Double {
    guard range.contains(value) else {
      throw .argument(
        "\(name) is \(value), but must be from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  private static func direction(
    _ direction: galley_direction
  ) throws(InterfaceError) -> TextDirection? {
    switch direction {
    case GALLEY_AUTO: nil
    case GALLEY_LEFT_TO_RIGHT: .leftToRight
    case GALLEY_RIGHT_TO_LEFT: .rightToLeft
    default: throw .argument("direction is not a direction")
    }
  }
}
