internal import GalleyHarfBuzz
internal import GalleyUnicode

/// Recommends packages for characters missing from the available fonts.
enum MissingFonts {
  /// Returns the Debian package with a font for the scalars of a cluster, or `nil` if none is
  /// known; `script` is the cluster's own, if it has one.
  static func package(for cluster: Span<UInt32>, _ script: FontTag?) -> String? {
    if EmojiPresentation(of: cluster) == .emoji { return "fonts-noto-color-emoji" }
    guard !cluster.isEmpty, !isWithoutMeaning(cluster[0]) else { return nil }
    guard let script else { return "fonts-noto-core" }  // Symbols of all kinds.
    if nowhere.contains(script) { return nil }
    guard eastAsian.contains(script) else { return "fonts-noto-core" }
    // Beyond the first plane, fonts-noto-cjk has only a few of the rare characters.
    return cluster[0] > 0xFFFF ? "fonts-hanazono" : "fonts-noto-cjk"
  }

  /// Returns whether a scalar is for private use or unassigned.
  private static func isWithoutMeaning(_ scalar: UInt32) -> Bool {
    (0xE000...0xF8FF).contains(scalar) || scalar >= 0xF0000
      || ICU.Properties.flags(of: scalar).contains(.unassigned)
  }

  private static let eastAsian: Set<FontTag> = ["Bopo", "Hang", "Hani", "Hira", "Kana"]

  /// Scripts without a font in any package of Debian 12, as far as known.
  private static let nowhere: Set<FontTag> = [
    "Chrs", "Cpmn", "Diak", "Kawi", "Kits", "Maka", "Nagm", "Nand", "Ougr", "Tnsa", "Toto", "Vith",
  ]
}
