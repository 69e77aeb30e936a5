import ArgumentParser
import GalleyGeometry
import GalleyMessages
import GalleyTypesetting

/// A number on the command line that must lie within bounds.
protocol BoundedNumber: ExpressibleByArgument {
  /// The bounds, both allowed.
  static var bounds: ClosedRange<Double> { get }
  /// The number.
  var value: Double { get }
  /// Takes a number that is within the bounds.
  init(value: Double)
}

extension BoundedNumber {
  init?(argument: String) {
    guard let value = Double(argument), Self.bounds.contains(value) else { return nil }
    self.init(value: value)
  }

  var defaultValueDescription: String {
    value == value.rounded() ? String(Int(value)) : String(value)
  }

  static var defaultCompletionKind: CompletionKind { .default }
}

/// How many pixels stand for a point.
struct ScaleArgument: BoundedNumber {
  static let bounds = 0.1...16.0
  var value: Double
}

/// The size of text, in points.
struct SizeArgument: BoundedNumber {
  static let bounds = Message.sizes
  var value: Double
}

/// The room around a picture's text, in points.
struct PaddingArgument: BoundedNumber {
  static let bounds = 0.0...1000.0
  var value: Double
}

/// The room a line has, in points; or none given, for lines as long as they want.
struct WidthArgument: ExpressibleByArgument {
  var value: Double

  init(value: Double) {
    self.value = value
  }

  init?(argument: String) {
    if argument == "none" {
      value = .infinity
    } else if let number = Double(argument), Message.widths.contains(number) {
      value = number
    } else {
      return nil
    }
  }

  var defaultValueDescription: String {
    value.isFinite ? String(Int(value)) : "none"
  }
}

/// A language tag.
struct LanguageArgument: ExpressibleByArgument {
  var tag: String

  init?(argument: String) {
    guard Message.isLanguageTag(argument) else { return nil }
    tag = argument
  }
}

/// The direction of text.
struct DirectionArgument: ExpressibleByArgument {
  var direction: TextDirection

  init?(argument: String) {
    guard let direction = TextDirection(name: argument) else { return nil }
    self.direction = direction
  }

  static let allValueStrings = ["auto", "ltr", "rtl"]
}

/// A color, as CSS writes it: `#rgb`, `#rrggbb`, `#rrggbbaa`, one of its oldest names or `none`.
struct ColorArgument: ExpressibleByArgument {
  var color: Color

  init(color: Color) {
    self.color = color
  }

  init?(argument: String) {
    let name = argument.lowercased()
    if let argb = Self.names[name] {
      color = Color(argb: argb)
      return
    }
    let digits = name.drop { $0 == "#" }
    guard name.count == digits.count + 1, let number = UInt32(digits, radix: 16),
      digits.allSatisfy(\.isHexDigit)
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

  static let allValueStrings = names.keys.sorted()

  private static let names: [String: UInt32] = [
    "none": 0, "transparent": 0, "black": 0xFF00_0000, "silver": 0xFFC0_C0C0, "gray": 0xFF80_8080,
    "white": 0xFFFF_FFFF, "maroon": 0xFF80_0000, "red": 0xFFFF_0000, "purple": 0xFF80_0080,
    "fuchsia": 0xFFFF_00FF, "green": 0xFF00_8000, "lime": 0xFF00_FF00, "olive": 0xFF80_8000,
    "yellow": 0xFFFF_FF00, "navy": 0xFF00_0080, "blue": 0xFF00_00FF, "teal": 0xFF00_8080,
    "aqua": 0xFF00_FFFF,
  ]
}

/// A number of threads.
struct ThreadCount: ExpressibleByArgument {
  static let limit = 64
  var value: Int

  init(value: Int) {
    self.value = value
  }

  init?(argument: String) {
    guard let value = Int(argument), (1...Self.limit).contains(value) else { return nil }
    self.value = value
  }

  var defaultValueDescription: String { String(value) }
}
