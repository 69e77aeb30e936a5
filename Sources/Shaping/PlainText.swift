import GalleyFonts
import GalleyHarfBuzz
internal import GalleySystem

/// A text of one run that consists of plain words of a cache (``WordPlainness``) and spaces.
///
/// Everything that the steps of shaping find in such a text is known for each of its words, so one
/// pass replaces them. The result is the same.
struct PlainText {
  /// The ink reach of the glyphs.
  var reach = InkReach()
  /// The total advance, in design units.
  var units = 0
  var glyphCount = 0
  /// The number of glyphs that are not in the font's palette.
  var missingCount = 0
  /// Whether some scalar has more than one byte.
  var hasClusters = false

  /// The encoding of the glyphs.
  var format: GlyphFormat {
    let clusters = GlyphFormat.clusters.rawValue | GlyphFormat.smallClusters.rawValue
    return GlyphFormat(
      rawValue: GlyphFormat.palette.rawValue | (hasClusters ? clusters : 0)
        | (missingCount > 0 ? GlyphFormat.wide.rawValue : 0))
  }
}

/// The space of a font as part of a plain text.
struct PlainSpace {
  /// The code in the font's palette.
  let code: UInt8
  /// The advance, in design units.
  let advance: Int

  /// Creates the space of a font; returns `nil` if it has no narrow encoding or is not in the
  /// palette.
  init?(of font: FontInstance) {
    let space = font.space
    guard (space.id | UInt32(bitPattern: space.advance) << 1) >> 16 == 0,
      let code = font.palette.code(of: space.id << 16 | UInt32(bitPattern: space.advance))
    else { return nil }
    self.code = code
    advance = Int(space.advance)
  }
}

extension WordCache {
  /// Packs a text, if it is plain and all its words are cached.
  ///
  /// - Parameters:
  ///   - text: The text, which does not begin with a space.
  ///   - context: The inputs of the words' glyphs other than their bytes.
  ///   - space: The space of the font.
  ///   - packing: The packing, which receives the glyphs and the break table.
  /// - Returns: The text, or `nil` if it is not plain.
  func pack(
    plain text: Span<UInt8>, context: UInt64, space: PlainSpace, into packing: inout TextPacking
  ) -> PlainText? {
    packing.pack(plain: text.count) { words, clusters, missing, entries, coder in
      var (codes, distances) = (BitQueue(), BitQueue())
      let pool = pool.span
      var (plain, offset) = (PlainText(), 0)
      var last = WordPlainness.none
      // The distance of the next glyph's cluster from that of the last one.
      var distance: UInt64 = 0
      while offset < text.count {
        let (key, end) = WordKey.key(ofWordIn: text, offset..<text.count, context: context)
        guard let word = word(key, text, offset..<end), word.plainness.isPlain,
          last.breaks(before: word.plainness)
        else { return nil }
        last = word.plainness
        let count = Int(word.glyphCount)
        var place = Int(word.first) &+ word.format.wordCount(ofGlyphs: count)
        if key.isLong { place &+= (end &- offset &+ 3) / 4 }
        // The space between two words is appended with the last codes and lengths of the first.
        let isJoined = count < 16 && end &+ 1 < text.count && text[end &+ 1] != 0x20
        var rest = count
        while rest > (isJoined ? 3 : 4) {
          codes.append(UInt64(pool[place]), bitCount: 32, to: &words)
          (place, rest) = (place &+ 1, rest &- 4)
        }
        var lastCodes = rest > 0 ? UInt64(pool[place]) : 0
        if rest > 0 { place &+= 1 }
        if isJoined {
          lastCodes |= UInt64(space.code) &<< UInt64(truncatingIfNeeded: 8 &* rest)
          rest &+= 1
        }
        codes.append(lastCodes, bitCount: 8 &* rest, to: &words)
        rest = count
        var next = end
        if isJoined {
          distances.append(
            UInt64(pool[place]) &<< 2 | distance, bitCount: 2 &* count &+ 2, to: &clusters)
          (place, distance, next) = (place &+ 1, 1, end &+ 1)
        } else {
          repeat {
            let (lengths, group) = (UInt64(pool[place]), min(rest, 16))
            distances.append(pairs: lengths &<< 2 | distance, count: group, to: &clusters)
            distance = lengths &>> UInt64(truncatingIfNeeded: 2 &* (group &- 1))
            (place, rest) = (place &+ 1, rest &- group)
          } while rest > 0
        }
        plain.hasClusters = plain.hasClusters || word.format.rawValue != 0
        if word.missingCount > 0 {
          for _ in 0..<word.missingCount {
            missing.append(pool[place])
            place &+= 1
          }
          plain.missingCount &+= Int(word.missingCount)
        }
        var (start, ink) = (offset, Int(word.advance))
        if word.breakCount > 0 {
          for _ in 0..<word.breakCount {
            entries.append(pool[place])
            (ink, start) = (
              ink &- Int(pool[place] & 0xFFFF), start &+ Int(pool[place] >> 16 & 0x1FF)
            )
            place &+= 1
          }
        }

        while next < text.count, text[next] == 0x20 {
          codes.append(UInt64(space.code), bitCount: 8, to: &words)
          distances.append(pairs: distance, count: 1, to: &clusters)
          (distance, next) = (1, next &+ 1)
        }
        let hang = (next &- end) &* space.advance
        guard hang <= BreakEntry.maximumHang, next &- start <= BreakEntry.maximumLength else {
          return nil
        }
        let isLast = next == text.count
        let entry = BreakEntry(
          ink: ink, hang: hang, length: next &- start, kind: isLast ? .none : .allowed,
          isUnsafe: false, endsRun: isLast, hasInk: true)
        guard let narrow = coder.word(of: entry) else { return nil }
        entries.append(narrow)
        plain.reach.formUnion(word.reach)
        plain.units &+= Int(word.advance) &+ hang
        plain.glyphCount &+= count &+ (next &- end)
        offset = next
      }
      codes.finish(to: &words)
      distances.finish(to: &clusters)
      return plain
    }
  }
}
