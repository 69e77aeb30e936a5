internal import GalleyFreeType
internal import GalleyGeometry
internal import GalleyPixels
internal import Synchronization

/// The key of a strike.
struct StrikeKey: Hashable, Sendable {
  /// The identifier of the font instance.
  let font: UInt32
  /// The size of the em, in 64ths of a pixel.
  let size: Int32
  /// Whether outlines are hinted.
  let isHinted: Bool
  /// The width of a line drawn along outlines instead of filling them, in 64ths of a pixel; 0 for
  /// filled outlines.
  var stroke: Int32 = 0
}

/// The images of one font's glyphs at one size: masks, and pictures of color glyphs.
final class GlyphStrike: Sendable {
  let key: StrikeKey
  let font: GlyphFont
  let masks: MaskTable
  private let pictures = Mutex(Pictures())
  private let costs = Mutex(Costs())

  /// The drawing costs computed so far.
  private struct Costs {
    /// The glyphs known to take no more work than those of sound fonts.
    var usual = GlyphSet()
    /// The costs of other glyphs.
    var unusual: [UInt32: GlyphCost] = [:]

    func cost(of glyph: UInt32) -> GlyphCost? {
      usual.contains(glyph) ? GlyphCost() : unusual[glyph]
    }
  }

  private struct Pictures {
    var entries: [PictureKey: GlyphPicture] = [:]
    var byteCount = 0
  }

  init(_ key: StrikeKey, font: GlyphFont) {
    self.key = key
    self.font = font
    masks = MaskTable(glyphCount: font.glyphCount)
  }

  /// The style in which outlines are drawn.
  var style: OutlineStyle {
    var style = OutlineStyle(size: Int(key.size))
    style.isHinted = key.isHinted
    style.embolden = font.embolden
    style.slant = font.slant
    style.stroke = Int(key.stroke)
    return style
  }

  /// The memory of the images and of unusual costs, in bytes.
  var byteCount: Int {
    masks.byteCount + pictures.withLock { $0.byteCount } + costs.withLock { $0.unusual.count * 64 }
  }

  /// Returns the work to draw a glyph, which `measure` computes on first use; that of every glyph
  /// of usual work is zero.
  func cost(of glyph: UInt32, _ measure: () -> GlyphCost) -> GlyphCost {
    // A damaged character map names glyphs that its font does not have.
    guard glyph < font.glyphCount else { return GlyphCost() }
    if let known = costs.withLock({ $0.cost(of: glyph) }) { return known }
    let cost = measure()
    return costs.withLock { costs in
      guard cost.isUsual(size: key.size) else {
        costs.unusual[glyph] = cost
        return cost
      }
      costs.usual.insert(glyph)
      return GlyphCost()
    }
  }

  /// The glyphs known to take no more work than those of sound fonts.
  var usualGlyphs: GlyphSet { costs.withLock { $0.usual } }

  func picture(for key: PictureKey) -> GlyphPicture? {
    pictures.withLock { $0.entries[key] }
  }

  /// Stores a picture unless another thread has stored one, and returns the stored one.
  func insert(_ picture: GlyphPicture, for key: PictureKey) -> GlyphPicture {
    pictures.withLock { pictures in
      if let known = pictures.entries[key] { return known }
      pictures.entries[key] = picture
      pictures.byteCount += (picture.bitmap?.byteCount ?? 0) + 128
      return picture
    }
  }
}

/// The key of a picture in a strike.
struct PictureKey: Hashable, Sendable {
  let glyph: UInt32
  /// The color of the text.
  ///
  /// Few glyphs depend on it, but that is only known once they are drawn.
  let textColor: Color
}

/// A color glyph as pixels.
struct GlyphPicture: Sendable {
  /// The pixels; `nil` if it has none.
  var bitmap: Bitmap?
  /// The column of the leftmost pixel, relative to the pen.
  var x = 0
  /// The row of the topmost pixel, relative to the baseline, y down.
  var y = 0

  /// Returns the bounds of the picture with the pen at a position.
  func rect(penX: Int, penY: Int) -> PixelRect {
    guard let bitmap else { return .empty }
    let (left, top) = (penX + x, penY + y)
    return PixelRect(minX: left, minY: top, maxX: left + bitmap.width, maxY: top + bitmap.height)
  }
}
