extension Limits {
  /// Bounds of a font file.
  package enum Fonts {
    /// Bytes of a font file: four times those of the largest ones.
    package static let fileSize = 1 << 29
    /// Bytes of a manifest of fonts.
    package static let manifestSize = 1 << 26
    /// Lookups of a layout table; shaping applies each to each glyph.
    ///
    /// Noto fonts have up to 700.
    package static let lookups = 1 << 13
    /// Characters of all groups of a character map, which may repeat the same ones.
    package static let mappedCharacters = 1 << 23
    /// Nested components of a glyph: HarfBuzz's bound.
    ///
    /// FreeType recurses for each.
    package static let componentDepth = 64
    /// Nested subroutines of a charstring: FreeType's bound.
    package static let subroutineDepth = 16
    /// Operands of a charstring: FreeType's bound.
    package static let operands = 513
    /// Nested paints of a color glyph, each of which takes stack and a group of pixels.
    package static let paintDepth = 48
    /// Stops of a gradient.
    package static let colorStops = 256
    /// Layers of a color glyph; the largest emoji have some dozens.
    package static let colorLayers = 1_024
    /// Region axes of a variation store; valid fonts have some hundreds.
    package static let regionAxes = 1 << 16
    /// Regions of a delta set.
    package static let deltaRegions = 1_024
    /// Variants and parts of a stretched glyph that are read; fonts have up to twenty.
    package static let mathVariants = 64
  }

  /// Bounds of one glyph, and of the glyphs of one drawing in untrusted fonts.
  package enum Glyphs {
    /// Components and paints of a glyph.
    package static let items = 4_096
    /// Pixels that the groups and images of a glyph fill.
    package static let pixels = 1 << 26
    /// Bytes that an image of a glyph decodes to.
    package static let bytes = 1 << 26
    /// Points of outlines and instructions of a glyph; the largest emoji take a twentieth.
    package static let steps = 1 << 17
    /// Pixels of the side of a cached glyph; FreeType takes 77 ms for one of 10,000.
    package static let side = 2_048
    /// Pixels of images in one message.
    package static let messagePixels = 1 << 28
    /// Points of outlines in one message; two hundred color emoji take a sixth.
    package static let messageSteps = 1 << 23
  }
}
