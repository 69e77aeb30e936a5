internal import GalleyUnicode

/// The presentation of a cluster: emoji or text.
///
/// It is determined before fonts are searched: most emoji fonts have digits and many text fonts
/// have some emoji, so searching by coverage would choose the wrong font.
///
/// - SeeAlso: [UTS #51 §2.7](https://www.unicode.org/reports/tr51/#Presentation_Style) and its
///   definitions ED-5a to ED-17a.
enum EmojiPresentation: Hashable, Sendable {
  case text
  case emoji

  /// Determines the presentation of a grapheme cluster.
  init(of cluster: Span<UInt32>) { self = Self.isEmoji(cluster) ? .emoji : .text }

  private static func isEmoji(_ cluster: Span<UInt32>) -> Bool {
    guard !cluster.isEmpty else { return false }
    let base = ICU.Properties.flags(of: cluster[0])
    guard base.contains(.emoji) || base.contains(.extendedPictographic) else { return false }

    if cluster.count > 1 {
      let second = cluster[1]
      if second == variationSelector15 { return false }  // ED-8a
      if second == variationSelector16 { return base.contains(.emoji) }  // ED-9a, and ED-14c
      if second == keycap { return true }  // ED-14c as it is often written, without a selector.
      if base.contains(.emojiModifierBase),
        ICU.Properties.flags(of: second).contains(.emojiModifier)
      {
        return true  // ED-13
      }
      // ED-16. Only the first part of a sequence needs to be checked for a selector.
      if base.contains(.extendedPictographic), joinsPictograph(cluster) { return true }
    }
    // ED-6, which also covers the start of flags (ED-14) and tag sequences (ED-14a).
    return base.contains(.emojiPresentation)
  }

  /// Returns whether a joiner connects another pictograph to the cluster's base.
  private static func joinsPictograph(_ cluster: Span<UInt32>) -> Bool {
    (1..<cluster.count - 1).contains { index in
      cluster[index] == zeroWidthJoiner
        && ICU.Properties.flags(of: cluster[index + 1]).contains(.extendedPictographic)
    }
  }
}

private let variationSelector15: UInt32 = 0xFE0E
private let variationSelector16: UInt32 = 0xFE0F
private let zeroWidthJoiner: UInt32 = 0x200D
private let keycap: UInt32 = 0x20E3
