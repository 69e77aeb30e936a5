internal import GalleyBasics
package import GalleyGeometry

/// The colors of bubbles, as `backgroundColor` states them.
package struct QuoteBackground: Hashable, Sendable {
  /// The default: a gradient around a dark violet.
  package static let standard = "//#292232"

  /// The color at the upper left corner.
  package var first: Color
  /// The color at the lower right corner.
  package var last: Color

  /// Whether text on it is light.
  ///
  /// The perceived brightness of the mean color is at most 127.5 of 255.
  package var isDark: Bool {
    let mean = first.mixed(with: last, 0.5)
    let (red, green, blue) = (Double(mean.red), Double(mean.green), Double(mean.blue))
    return (0.299 * red * red + 0.587 * green * green + 0.114 * blue * blue).squareRoot() <= 127.5
  }

  /// Whether the background has one color.
  package var isPlain: Bool { first == last }

  /// Reads a background.
  ///
  /// - Parameters:
  ///   - words: A color; two colors with a slash between for a gradient; `//` and a color for a
  ///     gradient around it; or `random`. A color is `#rgb`, `#rrggbb`, `#rrggbbaa` or a CSS name.
  ///   - seed: The number that `random` depends on; only computed for it.
  /// - Throws: `QuoteError.invalidColor`.
  package init(_ words: String, seed: @autoclosure () -> UInt64 = 0) throws(QuoteError) {
    func color(_ word: Substring) throws(QuoteError) -> Color {
      let word = word.trimmingSpaces
      if word == "random" {
        var random = SplitMix64(seed: seed())
        return Color(argb: 0xFF00_0000 | UInt32(truncatingIfNeeded: random.next() & 0xFF_FFFF))
      }
      guard let color = Color(css: String(word)) else { throw .invalidColor(words) }
      return color
    }
    if words.hasPrefix("//") {
      let base = try color(words.dropFirst(2))
      first = base.lightened(by: 0.35)
      last = base.lightened(by: -0.15)
      return
    }
    let parts = words.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let start = parts.first else { throw .invalidColor(words) }
    first = try color(start)
    last = try parts.count > 1 ? color(parts[1]) : first
  }
}

extension Substring {
  fileprivate var trimmingSpaces: Substring {
    var part = drop { $0 == " " }
    while part.last == " " { part.removeLast() }
    return part
  }
}

extension Color {
  /// Returns the color with each channel raised by a share of itself, which is negative to darken.
  func lightened(by share: Double) -> Color {
    func channel(_ value: UInt8) -> UInt8 {
      UInt8(min(max((Double(value) * (1 + share)).rounded(), 0), 255))
    }
    return Color(
      red: channel(red), green: channel(green), blue: channel(blue), alpha: alpha)
  }

  /// Returns a mixture with another color; a share of 1 is the other one.
  func mixed(with other: Color, _ share: Double) -> Color {
    func channel(_ first: UInt8, _ second: UInt8) -> UInt8 {
      UInt8((Double(first) + (Double(second) - Double(first)) * share).rounded())
    }
    return Color(
      red: channel(red, other.red), green: channel(green, other.green),
      blue: channel(blue, other.blue), alpha: channel(alpha, other.alpha))
  }

  /// Returns the color with another opacity, from 0 to 1.
  func faded(to opacity: Double) -> Color {
    Color(red: red, green: green, blue: blue, alpha: UInt8((opacity * 255).rounded()))
  }

  /// Returns the color of a person's name.
  static func name(_ number: Int, isOnDark: Bool) -> Color {
    let light: [UInt32] = [
      0xFC5C51, 0xFA790F, 0x895DD5, 0x0FB297, 0x0FC9D6, 0x3CA5EC, 0xD54FAF,
    ]
    let dark: [UInt32] = [
      0xFF8E86, 0xFFA357, 0xB18FFF, 0x4DD6BF, 0x45E8D1, 0x7AC9FF, 0xFF7FD5,
    ]
    return Color(argb: 0xFF00_0000 | (isOnDark ? dark : light)[number % 7])
  }
}
