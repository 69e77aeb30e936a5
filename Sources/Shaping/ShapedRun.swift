package import GalleyHarfBuzz

/// A stretch of text of one level, script, style and font, with the location of its glyphs.
///
/// Each run is the result of one shaping call, so none is longer than `Limits.Shaping.runLength`
/// bytes, which bounds the cost of searching a run.
package struct ShapedRun: Sendable {
  // In the order of their sizes, so that a run takes 48 bytes.

  /// The number of points per design unit of the run's font.
  package var pointsPerUnit: Double
  /// The UTF-8 offset of the start of the run.
  package var start: Int32
  /// The UTF-8 offset of the end of the run.
  package var end: Int32
  /// The index of the run's first glyph word in ``ShapedText/words``, or of its object in the
  /// text's objects.
  package var contentIndex: Int32
  /// The number of glyphs.
  package var glyphCount: Int32
  /// The ISO 15924 tag of the run's script.
  package var script: FontTag
  /// The distance from the run's baseline up to its highest ink, in design units.
  package var inkAbove: Int32
  /// The distance from the run's baseline down to its lowest ink, in design units.
  package var inkBelow: Int32
  /// The index of the run's style: 0 for the base style, else the index of its span plus one.
  package var style: UInt32
  /// The index of the run's font in ``ShapedText/fonts``.
  package var font: UInt16
  /// The embedding level; odd levels are right-to-left.
  package var level: UInt8
  /// The encoding of the run's glyphs.
  package var format: GlyphFormat
  /// The contents of the run.
  package var kind: Kind
  /// Whether spaces of the run have the advances of another font, because its own is a fallback.
  package var borrowsSpaces: Bool

  init(
    start: Int32, end: Int32, contentIndex: Int32, glyphCount: Int32, script: FontTag,
    pointsPerUnit: Double, inkAbove: Int32 = 0, inkBelow: Int32 = 0, font: UInt16, style: UInt32,
    level: UInt8, format: GlyphFormat, kind: Kind, borrowsSpaces: Bool = false
  ) {
    self.pointsPerUnit = pointsPerUnit
    self.start = start
    self.end = end
    self.contentIndex = contentIndex
    self.glyphCount = glyphCount
    self.script = script
    self.inkAbove = inkAbove
    self.inkBelow = inkBelow
    self.style = style
    self.font = font
    self.level = level
    self.format = format
    self.kind = kind
    self.borrowsSpaces = borrowsSpaces
  }

  /// The contents of a run.
  package enum Kind: UInt8, Sendable {
    /// Characters with glyphs.
    case text
    /// A tab, which has no glyph and extends to the next tab stop.
    case tab
    /// Controls and line ends, which have neither glyphs nor an advance.
    case control
    /// An inline object, which has no glyph; one unit of the run is the object's width.
    case object
  }

  /// The index of the run's object, if it is one.
  package var object: Int? { if case .object = kind { Int(contentIndex) } else { nil } }

  /// Whether the run is right-to-left.
  package var isRightToLeft: Bool { level & 1 == 1 }
}

/// The encoding of a run's glyphs, as compact as the run allows.
///
/// The words of the glyphs are followed by those of the clusters, then those of the offsets, then
/// those of glyphs that are not in a palette.
package struct GlyphFormat: OptionSet, Sendable {
  package var rawValue: UInt8

  /// Creates a format from its bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Two words per glyph (flag and ID, advance) instead of one (ID, flag, advance).
  package static var wide: GlyphFormat { GlyphFormat(rawValue: 1) }
  /// Clusters are stored as deltas of one byte; without them, each byte is a glyph's cluster.
  package static var clusters: GlyphFormat { GlyphFormat(rawValue: 2) }
  /// Clusters are stored in a word each, relative to the run's start.
  package static var wideClusters: GlyphFormat { GlyphFormat(rawValue: 4) }
  /// Some glyph is further above or below the baseline than ``farOffset``.
  package static var far: GlyphFormat { GlyphFormat(rawValue: 32) }
  /// The maximum distance of a glyph's origin from the baseline, in design units, except in hostile
  /// text: two to four ems of most fonts.
  package static let farOffset: Int32 = 4_000
  /// Returns whether a bit is set; `contains` of `OptionSet` is a call in a loop.
  package func has(_ bit: GlyphFormat) -> Bool { rawValue & bit.rawValue != 0 }

  /// Glyphs are codes of the font's palette, of one byte each.
  ///
  /// Together with ``wide``, some are not in the palette.
  package static var palette: GlyphFormat { GlyphFormat(rawValue: 64) }
  /// Together with ``clusters``: the deltas are stored in two bits each.
  package static var smallClusters: GlyphFormat { GlyphFormat(rawValue: 128) }

  /// Whether clusters are stored, in any form.
  package var hasClusters: Bool { rawValue & 6 != 0 }
  /// Whether offsets are stored, in either form.
  package var hasOffsets: Bool { rawValue & 24 != 0 }

  /// Offsets are stored, both in one word.
  package static var offsets: GlyphFormat { GlyphFormat(rawValue: 8) }
  /// Offsets are stored in two words.
  package static var wideOffsets: GlyphFormat { GlyphFormat(rawValue: 16) }
}
