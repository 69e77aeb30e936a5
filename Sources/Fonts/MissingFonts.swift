internal import GalleyHarfBuzz
internal import GalleyICU

/// Where to get fonts for what the fonts at hand do not have.
enum MissingFonts {
  /// The Debian package with a font for a cluster; `nil` if there is none that we know of.
  ///
  /// - Parameters:
  ///   - cluster: The scalars of the cluster.
  ///   - script: The script of the cluster itself; `nil` if it has none.
  /// - Returns: The name of the package.
  static func package(for cluster: Span<UInt32>, _ script: Tag?) -> String? {
    if Presentation(of: cluster) == .emoji { return "fonts-noto-color-emoji" }
    guard !cluster.isEmpty, !isWithoutMeaning(cluster[0]) else { return nil }
    guard let script else { return "fonts-noto-core" }  // Symbols of all kinds.
    if nowhere.contains(script) { return nil }
    guard eastAsian.contains(script) else { return "fonts-noto-core" }
    // Beyond the first plane fonts-noto-cjk has but a few of the rare characters.
    return cluster[0] > 0xFFFF ? "fonts-hanazono" : "fonts-noto-cjk"
  }

  /// Whether a scalar is for private use, or no character at all.
  private static func isWithoutMeaning(_ scalar: UInt32) -> Bool {
    (0xE000...0xF8FF).contains(scalar) || scalar >= 0xF0000
      || ICU.Properties.flags(of: scalar).contains(.unassigned)
  }

  private static let eastAsian: Set<Tag> = ["Bopo", "Hang", "Hani", "Hira", "Kana"]

  /// Scripts that no package of Debian 12 has a font for, as far as we found.
  private static let nowhere: Set<Tag> = [
    "Chrs", "Cpmn", "Diak", "Kawi", "Kits", "Maka", "Nagm", "Nand", "Ougr", "Tnsa", "Toto", "Vith",
  ]
}
