import GalleyFonts
import GalleyHarfBuzz
import TestSupport

let noto = "/usr/share/fonts/truetype/noto/"
let notoCJK = "/usr/share/fonts/opentype/noto/"

/// Creates a collection from entries given as JSON objects.
func collection(_ entries: [String], emojiFamily: String? = nil) throws -> FontCollection {
  let directory = TemporaryDirectory()
  let emoji = emojiFamily.map { ", \"emoji_family\": \"\($0)\"" } ?? ""
  let manifest = "{\"fonts\": [\(entries.joined(separator: ", "))]\(emoji)}"
  return try FontCollection(manifest: directory.write(manifest, to: "fonts.json"))
}

/// Returns an entry of a manifest.
func entry(_ family: String, _ file: String, _ rest: String = "") -> String {
  "{\"family\": \"\(family)\", \"file\": \"\(file)\"\(rest.isEmpty ? "" : ", " + rest)}"
}

extension FontSet {
  /// Returns the selection for a cluster.
  func selection(_ cluster: String, script: FontTag = .common) -> FontSelection {
    let scalars = cluster.unicodeScalars.map(\.value)
    return selection(for: scalars.span, script: script)
  }

  /// Returns the family used for a cluster.
  func family(_ cluster: String, script: FontTag = .common) -> String {
    selection(cluster, script: script).instance.typeface.family
  }
}

/// Returns Noto fonts for a few scripts, each in one style except the first.
func notoCollection() throws -> FontCollection {
  try collection(
    [
      entry("Noto Sans", noto + "NotoSans-Regular.ttf"),
      entry("Noto Sans", noto + "NotoSans-Bold.ttf"),
      entry("Noto Sans Arabic", noto + "NotoSansArabic-Regular.ttf"),
      entry("Noto Sans Hebrew", noto + "NotoSansHebrew-Regular.ttf"),
      entry("Noto Sans Devanagari", noto + "NotoSansDevanagari-Regular.ttf"),
      entry("Noto Sans Thai", noto + "NotoSansThai-Regular.ttf"),
      entry("Noto Sans Symbols", noto + "NotoSansSymbols-Regular.ttf"),
      entry("Noto Sans Symbols2", noto + "NotoSansSymbols2-Regular.ttf"),
      entry("Noto Sans CJK JP", notoCJK + "NotoSansCJK-Regular.ttc"),
      entry("Noto Color Emoji", noto + "NotoColorEmoji.ttf"),
    ], emojiFamily: "Noto Color Emoji")
}
