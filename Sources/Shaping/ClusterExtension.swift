import GalleyICU

/// Whether a character stands with the one before it: a mark, a joiner, a selector, a skin tone, or
/// a letter of a tag.
///
/// What font runs and line ends must not part. Narrower than `Grapheme_Extend` and the spacing marks of
/// UAX #29 together only where these part what is no mark to `General_Category`.
func extendsCluster(_ scalar: UInt32) -> Bool {
  if scalar < 0x300 { return false }
  if (0x3400...0x9FFF).contains(scalar) || (0xAC00...0xD7A3).contains(scalar) { return false }
  if (0x200C...0x200D).contains(scalar) || (0xFE00...0xFE0F).contains(scalar) { return true }
  if (0x1F3FB...0x1F3FF).contains(scalar) || (0xE0020...0xE01EF).contains(scalar) { return true }
  return ICU.Properties.isMark(scalar) || scalar == 0xFF9E || scalar == 0xFF9F
}
