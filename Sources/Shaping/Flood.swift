import GalleyICU

/// Cuts a run into what single shaping calls get, so that shaping stays linear in the text.
///
/// HarfBuzz takes time quadratic in the length of a syllable or of a stack of marks, and before
/// version 12.2 it ends the process at 65,536 marks on one base. A *flood* is a stretch of more
/// than 256 characters of which each is a mark, a joiner or otherwise invisible, or follows one.
/// Floods are cut every 256 characters wherever they are; all else is cut only where a run grows
/// over ``ShapedRun/maximumLength`` bytes, at a space if there is one. Text without floods thus
/// gets just the glyphs that HarfBuzz gives the whole run.
struct FloodGate {
  /// The most characters of a flood that one call shapes.
  static let floodLength = 256

  /// The end of the piece that begins at `start`.
  ///
  /// - Parameters:
  ///   - text: The whole text.
  ///   - range: What remains of the run.
  ///   - isPlain: Whether the text is known to hold no marks and nothing invisible.
  /// - Returns: An offset between scalars, past `range.lowerBound` unless the range is empty.
  static func endOfPiece(in text: Span<UInt8>, _ range: Range<Int>, isPlain: Bool) -> Int {
    if range.count <= (isPlain ? ShapedRun.maximumLength : floodLength) { return range.upperBound }
    let limit = min(range.upperBound, range.lowerBound + ShapedRun.maximumLength)
    var (index, streak, streakStart) = (range.lowerBound, 0, range.lowerBound)
    var followsJoiner = false
    var lastSpaceEnd = range.lowerBound
    while index < limit {
      let (scalar, length) = text.scalar(at: index)
      if index + length > limit { break }
      let joins = isJoining(scalar)
      if scalar == 0x20 || !joins && !followsJoiner {
        (streak, streakStart) = (0, index)
      }
      streak += 1
      if streak > floodLength {
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
    return ICU.Properties.isMark(scalar) || ICU.Properties.isDefaultIgnorable(scalar)
  }
}
