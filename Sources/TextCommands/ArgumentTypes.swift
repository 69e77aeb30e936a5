import ArgumentParser
import GalleyFonts
import GalleyGeometry
package import GalleyMessages
import GalleySystem
package import GalleyTypesetting

extension Bounded {
  /// Parses a line width in points; `none` is infinite.
  @Sendable package static func width(_ argument: String) throws -> Double {
    if argument == "none" { return .infinity }
    guard let value = Double(argument), Message.widths.contains(value) else {
      throw ValidationError(
        "Expected \"none\" or a number from 0 to \(short(Message.widths.upperBound)).")
    }
    return value
  }

  /// Parses the index of a spoiler; `all` is negative.
  @Sendable static func spoiler(_ argument: String) throws -> Int {
    if argument == "all" { return -1 }
    guard let number = Int(argument), (0...1_000_000).contains(number) else {
      throw ValidationError("Expected \"all\" or an integer from 0.")
    }
    return number
  }

  /// Parses the name of a chat theme.
  @Sendable package static func theme(_ argument: String) throws -> ChatTheme {
    guard let theme = ChatTheme(named: argument) else {
      let names = ChatTheme.all.map(\.name).joined(separator: ", ")
      throw ValidationError("Expected one of \(names), incoming or outgoing.")
    }
    return theme
  }

  /// The names of the chat themes.
  static var themeNames: [String] { ChatTheme.all.map(\.name) + ["incoming", "outgoing"] }

  /// Parses a line break convention.
  @Sendable package static func lineBreak(_ argument: String) throws
    -> AttributedText.LineBreakRules.Convention
  {
    switch argument {
    case "unicode": return .unicode
    case "css": return .css
    default: throw ValidationError("Expected unicode or css.")
    }
  }

  /// Parses a language tag.
  @Sendable static func language(_ argument: String) throws -> String {
    guard Message.isLanguageTag(argument) else {
      throw ValidationError("Expected a language tag, such as ja or zh-Hant.")
    }
    return argument
  }

  /// Parses the path of a font file, which may be followed by `#` and the index of a face.
  @Sendable static func fontFile(_ argument: String) throws -> FaceFile {
    let isFile = { (path: String) in (try? FileStatus(path: path)) != nil }
    guard !isFile(argument), let mark = argument.lastIndex(of: "#") else {
      return FaceFile(path: argument)
    }
    let path = String(argument[..<mark])
    let number = argument[argument.index(after: mark)...]
    guard let index = Int(number), (0...0xFFFF).contains(index) else {
      guard isFile(path) else { return FaceFile(path: argument) }
      throw ValidationError("Expected the index of a face after '#', an integer from 0 to 65535.")
    }
    return FaceFile(path: path, index: index)
  }

  /// Parses the name of a time zone.
  @Sendable static func timeZone(_ argument: String) throws -> String {
    guard DateFormatting.isTimeZone(argument) else {
      throw ValidationError("Expected the name of a time zone, such as UTC or Europe/Oslo.")
    }
    return argument
  }

  /// Parses a color: a basic CSS name, `none`, or `#` and 3, 6 or 8 digits.
  @Sendable static func color(_ argument: String) throws -> ColorArgument {
    guard let color = ColorArgument(argument: argument) else {
      throw ValidationError("Expected a name such as navy, #rgb, #rrggbb, #rrggbbaa or none.")
    }
    return color
  }

  /// Returns a parser of comma-separated integers.
  package static func list(_ bounds: ClosedRange<Int>) -> @Sendable (String) throws -> [Int] {
    { argument in
      try argument.split(separator: ",", omittingEmptySubsequences: false).map {
        try integer(bounds)(String($0))
      }
    }
  }
}

/// A direction of text on the command line.
struct DirectionArgument: ExpressibleByArgument {
  var direction: TextDirection

  init?(argument: String) {
    guard let direction = TextDirection(name: argument) else { return nil }
    self.direction = direction
  }

  static let allValueStrings = ["auto", "ltr", "rtl"]
}

/// A color in CSS syntax: `#rgb`, `#rrggbb`, `#rrggbbaa`, a basic color name or `none`.
struct ColorArgument: CustomStringConvertible {
  let color: Color
  let description: String

  init?(argument: String) {
    description = argument
    let name = argument.lowercased()
    if let argb = Self.names[name] {
      color = Color(argb: argb)
      return
    }
    let digits = name.drop { $0 == "#" }
    guard name.count == digits.count + 1, digits.allSatisfy(\.isHexDigit),
      let number = UInt32(digits, radix: 16)
    else { return nil }
    switch digits.count {
    case 3:
      let (red, green, blue) = (number >> 8, number >> 4 & 15, number & 15)
      color = Color(argb: 0xFF00_0000 | red * 0x11_0000 | green * 0x1100 | blue * 0x11)
    case 6: color = Color(argb: 0xFF00_0000 | number)
    case 8: color = Color(argb: number << 24 | number >> 8)
    default: return nil
    }
  }

  init(_ name: StaticString, _ color: Color) {
    description = name.description
    self.color = color
  }

  /// The names of colors.
  static var allNames: [String] { names.keys.sorted() }

  private static let names: [String: UInt32] = [
    "none": 0, "black": 0xFF00_0000, "silver": 0xFFC0_C0C0, "gray": 0xFF80_8080,
    "white": 0xFFFF_FFFF, "maroon": 0xFF80_0000, "red": 0xFFFF_0000, "purple": 0xFF80_0080,
    "fuchsia": 0xFFFF_00FF, "green": 0xFF00_8000, "lime": 0xFF00_FF00, "olive": 0xFF80_8000,
    "yellow": 0xFFFF_FF00, "navy": 0xFF00_0080, "blue": 0xFF00_00FF, "teal": 0xFF00_8080,
    "aqua": 0xFF00_FFFF,
  ]
}

extension RevealedSpoilers {
  /// Creates the set of spoilers from indices parsed by `Bounded.spoiler`.
  init(numbers: [Int]) {
    self = numbers.contains(-1) ? .all : RevealedSpoilers(Set(numbers))
  }
}
