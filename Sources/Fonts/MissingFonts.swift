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
    return elsewhere[script] ?? "fonts-noto-core"
  }

  /// Whether a scalar is for private use, or no character at all.
  private static func isWithoutMeaning(_ scalar: UInt32) -> Bool {
    (0xE000...0xF8FF).contains(scalar) || scalar >= 0xF0000
      || ICU.Properties.flags(of: scalar).contains(.unassigned)
  }

  /// The scripts that fonts-noto-core, which has about 150, does not have.
  private static let elsewhere: [Tag: String] = [
    "Hani": "fonts-noto-cjk", "Hira": "fonts-noto-cjk", "Kana": "fonts-noto-cjk",
    "Hang": "fonts-noto-cjk", "Bopo": "fonts-noto-cjk", "Kits": "fonts-noto-extra",
    "Nshu": "fonts-noto-core", "Brai": "fonts-dejavu-core", "Vith": "fonts-noto-extra",
    "Tnsa": "fonts-noto-extra", "Toto": "fonts-noto-extra", "Kawi": "fonts-noto-extra",
    "Nagm": "fonts-noto-extra", "Cpmn": "fonts-noto-extra", "Ougr": "fonts-noto-extra",
  ]
}
