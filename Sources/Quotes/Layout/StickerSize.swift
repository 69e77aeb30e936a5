package import GalleyGeometry

/// The size of a sticker, one side of which has 512 pixels.
///
/// The larger side of the picture becomes 512 pixels; 75 transparent rows are added below; then the
/// larger side becomes 512 pixels again.
package struct StickerSize: Hashable, Sendable {
  /// The length of the larger side, in pixels.
  package static let side = 512
  /// The number of rows added below.
  package static let strip = 75

  /// The size of the sticker, in pixels.
  package let whole: PixelBox
  /// The size of the picture at the top of it, in pixels.
  package let picture: PixelBox

  /// Creates the size of a sticker of a picture.
  ///
  /// - Parameters:
  ///   - size: The size of the picture, not empty, in any unit.
  ///   - addsStrip: Whether rows are added below.
  package init(of size: Size, addsStrip: Bool = true) {
    let side = Double(Self.side)
    let first = side / max(size.width, size.height)
    let (width, height) = (size.width * first, size.height * first)
    let total = height + (addsStrip ? Double(Self.strip) : 0)
    let second = side / max(width, total)
    func pixels(_ length: Double) -> Int { max(1, Int((length * second).rounded())) }
    whole = PixelBox(width: pixels(width), height: pixels(total))
    picture = PixelBox(
      width: whole.width, height: min(whole.height, max(1, pixels(height))))
  }
}
