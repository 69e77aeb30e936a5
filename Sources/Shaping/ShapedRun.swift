package import GalleyHarfBuzz

/// A stretch of text of one level, script, style and font, and where its glyphs are.
///
/// Every shaping call makes a run, so no run is longer than ``maximumLength`` bytes: looking for a
/// place in a run is bounded work.
package struct ShapedRun: Sendable {
  /// The most bytes that one run holds, and that one call shapes.
  package static let maximumLength = 4_000

  /// The UTF-8 offset of the run's first byte.
  package var start: Int32
  /// The UTF-8 offset after the run's last byte.
  package var end: Int32
  /// Where in the words of ``ShapedText`` the run's glyphs begin; of a box, which one it is.
  package var firstWord: Int32
  /// How many glyphs the run has.
  package var glyphCount: Int32
  /// The ISO 15924 tag of the run's script.
  package var script: Tag
  /// How many points a design unit of the run's font is.
  package var pointsPerUnit: Double
  /// The distance from the baseline of the run up to its highest ink, in design units.
  package var inkAbove: Int32 = 0
  /// The distance from the baseline of the run down to its lowest ink, in design units.
  package var inkBelow: Int32 = 0
  /// Which of the text's fonts the run is set in.
  package var font: UInt16
  /// Which style the run is of: 0 for the text's base style, else one more than its span's index.
  package var style: UInt32
  /// The embedding level; odd levels go from right to left.
  package var level: UInt8
  /// How the run's glyphs are written down.
  package var format: GlyphFormat
  /// What the run stands for.
  package var kind: Kind
  /// Whether spaces of the run have the advances of another font, because its own is a fallback.
  package var borrowsSpaces = false

  /// What a run stands for.
  package enum Kind: UInt8, Sendable {
    /// Characters with glyphs.
    case text
    /// One tab, which has no glyph and reaches to the next tab stop.
    case tab
    /// Controls and line ends, which have neither glyphs nor room.
    case control
    /// One box, which has no glyph; a unit of the run is as wide as it is.
    case object
  }

  /// Which of the text's objects the run is, if it is one.
  package var object: Int? {
    if case .object = kind { Int(firstWord) } else { nil }
  }

  /// Whether the run's characters go from right to left.
  package var isRightToLeft: Bool { level & 1 == 1 }
}

/// How a run's glyphs are written down: as short as the run allows.
///
/// After the words of the glyphs come those of the clusters, then those of the offsets.
package struct GlyphFormat: OptionSet, Sendable {
  package var rawValue: UInt8

  /// Makes a format of its bits.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Two words a glyph (flag and id, advance) instead of one (id, flag, advance).
  package static var wide: GlyphFormat { GlyphFormat(rawValue: 1) }
  /// Clusters are given, as distances in a byte each; without them, each byte is one glyph's.
  package static var clusters: GlyphFormat { GlyphFormat(rawValue: 2) }
  /// Clusters are given in a word each, as offsets from the run's start.
  package static var wideClusters: GlyphFormat { GlyphFormat(rawValue: 4) }
  /// Some glyph is drawn farther above or below the baseline than ``farOffset``.
  package static var far: GlyphFormat { GlyphFormat(rawValue: 32) }
  /// How far a glyph's origin is from the baseline in all but hostile text, at the most, in design
  /// units: two to four ems of most fonts.
  package static let farOffset: Int32 = 4_000
  /// Whether a bit is set; `contains` of `OptionSet` is a call in a loop.
  package func has(_ bit: GlyphFormat) -> Bool { rawValue & bit.rawValue != 0 }

  /// Clusters are given, either way.
  package var hasClusters: Bool { rawValue & 6 != 0 }
  /// Offsets are given, either way.
  package var hasOffsets: Bool { rawValue & 24 != 0 }

  /// Offsets are given, both in one word.
  package static var offsets: GlyphFormat { GlyphFormat(rawValue: 8) }
  /// Offsets are given in two words.
  package static var wideOffsets: GlyphFormat { GlyphFormat(rawValue: 16) }
}
