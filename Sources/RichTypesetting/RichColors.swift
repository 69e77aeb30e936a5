internal import GalleyGeometry

/// The colors of rich messages that no role of a palette has.
enum RichColors {
  static let danger = Color(red: 0xD1, green: 0x3B, blue: 0x32, alpha: 0xFF)
  static let success = Color(red: 0x2E, green: 0x8B, blue: 0x42, alpha: 0xFF)
  /// The ground of white labels and signs, in any theme.
  static let primary = Color(red: 0x1F, green: 0x6F, blue: 0xBF, alpha: 0xFF)
}
