internal import GalleyBasics
import GalleyHarfBuzz

// The encoding of glyphs as words. A narrow glyph is
//
//     31            16 15 14             0
//     |     glyph     | u |    advance   |        u: unsafe to break before
//
// and a wide one is `u | glyph`, followed by the advance.

/// Appends the encoded glyphs of a run to `words`.
///
/// - Parameters:
///   - glyphs: The glyphs in logical order, with clusters that never descend.
///   - start: The UTF-8 offset of the start of the run.
///   - length: The number of the run's bytes that have glyphs.
///   - words: The array to append to.
/// - Returns: The format of the encoded glyphs.
@inline(never) func encode(
  _ glyphs: Span<Glyph>, start: Int32, length: Int, behind words: inout [UInt32]
) -> GlyphFormat {
  let format = format(of: glyphs, start: start, length: length)
  let count = glyphs.count
  words.append(upTo: format.has(.wide) ? 2 * count : count) { words in
    for index in 0..<count {
      let glyph = glyphs[index]
      let flag: UInt32 = glyph.isUnsafeToBreak ? 1 : 0
      if format.has(.wide) {
        words.append(flag << 31 | glyph.id)
        words.append(UInt32(bitPattern: glyph.advance))
      } else {
        words.append(glyph.id << 16 | flag << 15 | UInt32(bitPattern: glyph.advance))
      }
    }
  }
  encodeClusters(glyphs, start: start, as: format, behind: &words)
  encodeOffsets(glyphs, as: format, behind: &words)
  return format
}

private func format(of glyphs: Span<Glyph>, start: Int32, length: Int) -> GlyphFormat {
  // The bits that a narrow glyph, a cluster of each byte and a glyph on the line do not have.
  var (wide, moved): (UInt32, Int32) = (0, 0)
  var isPlain = glyphs.count == length
  var (previous, longest) = (start, Int32(0))
  for index in 0..<glyphs.count {
    let glyph = glyphs[index]
    wide |= glyph.id >> 16 | UInt32(bitPattern: glyph.advance) >> 15
    if glyph.cluster != start &+ Int32(truncatingIfNeeded: index) { isPlain = false }
    longest = max(longest, glyph.cluster &- previous)
    previous = glyph.cluster
    moved |= glyph.xOffset | glyph.yOffset
  }
  var format = moved == 0 ? GlyphFormat() : offsetFormat(of: glyphs)
  if wide != 0 { format.insert(.wide) }
  if longest > 0xFF {
    format.insert(.wideClusters)
  } else if !isPlain {
    format.insert(.clusters)
  }
  return format
}

/// Returns the encoding of the offsets of glyphs, of which some are not zero.
private func offsetFormat(of glyphs: Span<Glyph>) -> GlyphFormat {
  var format = GlyphFormat.offsets
  for index in 0..<glyphs.count {
    let (x, y) = (glyphs[index].xOffset, glyphs[index].yOffset)
    if Int32(Int16(truncatingIfNeeded: x)) != x || Int32(Int16(truncatingIfNeeded: y)) != y {
      format.remove(.offsets)
      format.insert(.wideOffsets)
    }
    if y > GlyphFormat.farOffset || y < -GlyphFormat.farOffset { format.insert(.far) }
  }
  return format
}

private func encodeClusters(
  _ glyphs: Span<Glyph>, start: Int32, as format: GlyphFormat, behind words: inout [UInt32]
) {
  if format.has(.wideClusters) {
    for index in 0..<glyphs.count {
      words.append(UInt32(bitPattern: glyphs[index].cluster - start))
    }
  } else if format.has(.clusters) {
    var previous = start
    var word: UInt32 = 0
    for index in 0..<glyphs.count {
      let distance = UInt32(bitPattern: glyphs[index].cluster - previous)
      previous = glyphs[index].cluster
      word |= distance << UInt32((index & 3) * 8)
      if index & 3 == 3 {
        words.append(word)
        word = 0
      }
    }
    if glyphs.count & 3 != 0 { words.append(word) }
  }
}

private func encodeOffsets(
  _ glyphs: Span<Glyph>, as format: GlyphFormat, behind words: inout [UInt32]
) {
  guard format.hasOffsets else { return }
  for index in 0..<glyphs.count {
    let (x, y) = (glyphs[index].xOffset, glyphs[index].yOffset)
    if format.has(.wideOffsets) {
      words.append(UInt32(bitPattern: x))
      words.append(UInt32(bitPattern: y))
    } else {
      words.append(UInt32(bitPattern: x) & 0xFFFF | UInt32(bitPattern: y) << 16)
    }
  }
}
