internal import GalleyBasics
import GalleyUnicode

/// A splitter of a run into pieces for shaping calls, so that shaping is linear in the text.
///
/// HarfBuzz takes time quadratic in the length of a syllable or a stack of marks, and before
/// version 12.2 terminates the process at 65,536 marks on one base. A *flood* is a stretch of more
/// than 256 characters, each of which is a mark, a joiner or otherwise invisible, or follows one.
/// Floods are split every 256 characters; other text is split only where a run exceeds
/// ``Limits/Shaping/runLength`` bytes, after a space if possible. Text without floods therefore
/// gets the same glyphs as if the whole run were shaped at once.
struct PieceSplitter {
  /// Returns the end of the piece that begins at the start of a range: a scalar boundary past
  /// `range.lowerBound` unless the range is empty.
  ///
  /// `isPlain` is whether the text is known to have no marks and invisible characters.
  static func endOfPiece(in text: Span<UInt8>, _ range: Range<Int>, isPlain: Bool) -> Int {
    if range.count <= (isPlain ? Limits.Shaping.runLength : Limits.Shaping.floodLength) {
      return range.upperBound
    }
    let limit = min(range.upperBound, range.lowerBound + Limits.Shaping.runLength)
    var (index, streak, streakStart) = (range.lowerBound, 0, range.lowerBound)
    var followsJoiner = false
    var lastSpaceEnd = range.lowerBound
    while index < limit {
      let (scalar, length) = text.scalar(at: index)
      if index + length > limit { break }
      let joins = isJoining(scalar)
      if scalar == 0x20 || !joins && !followsJoiner { (streak, streakStart) = (0, index) }
      streak += 1
      if streak > Limits.Shaping.floodLength {
        return streakStart > range.lowerBound ? streakStart : index
      }
      followsJoiner = joins
      index += length
      if scalar == 0x20 { lastSpaceEnd = index }
    }
    if limit == range.upperBound { return limit }
    if lastSpaceEnd > range.lowerBound { return lastSpaceEnd }
    return streakStart > range.lowerBound ? streakStart : index
  }

  private static func isJoining(_ scalar: UInt32) -> Bool {
    guard scalar >= 0x300 || scalar == 0xAD else { return false }
    if (0x3400...0x9FFF).contains(scalar) || (0xAC00...0xD7A3).contains(scalar) { return false }
    let flags = ICU.Properties.flags(of: scalar)
    return flags.has(.mark) || flags.has(.defaultIgnorable)
  }
}
