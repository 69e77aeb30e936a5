import GalleyGeometry
import GalleyImages
import GalleyPixels
import Testing

@Suite struct ImageCornersTests {
  let tailed = ImageCorners(
    topLeft: .round(8), topRight: .round(8), bottomLeft: .tail(8), bottomRight: .round(8))

  @Test func `tails extend only the left and right edges`() {
    #expect(ImageCorners(radius: 5).extendedEdges == .zero)
    #expect(tailed.extendedEdges == Insets(left: 4))
    let top = ImageCorners(topLeft: .tail(8), topRight: .tail(8))
    #expect(top.extendedEdges == .zero)
    #expect(ImageCorners(bottomRight: .tail(1)).extendedEdges == Insets(right: 4))
  }

  @Test func `empty, round and tail corners are distinguished`() {
    #expect(ImageCorners().isEmpty)
    #expect(!ImageCorners(bottomLeft: .tail(0)).isEmpty)
    #expect(ImageCorners.Corner.tail(8) != .round(8))
  }

  @Test(arguments: [1.0, 2, 3])
  func `cut corners leave no color in transparent pixels`(scale: Double) throws {
    var context = try DrawingContext(size: Size(width: 20, height: 16), scale: scale)
    let rect = Rect(x: 0, y: 0, width: 20, height: 16)
    context.fill(rect, with: .white)
    context.apply(ImageCorners(radius: 6), to: rect)
    let pixels = context.image().pixels
    // White with constant color: no pixel is darker or lighter.
    #expect(pixels.allSatisfy { $0 == ($0 >> 24) &* 0x0101_0101 })
    #expect(pixels[0] == 0)

    var filled = try DrawingContext(size: Size(width: 20, height: 16), scale: scale)
    filled.fill(rect, corners: CornerRadii(6), with: .white)
    #expect(filled.image().pixels == pixels)
  }

  @Test(arguments: [1.0, 2, 3], [true, false])
  func `a tail takes the color of its corner and stays within its insets`(
    scale: Double, isLeft: Bool
  ) throws {
    let tail = ImageCorners.Corner.tail(8)
    let corners = ImageCorners(
      topLeft: .round(8), topRight: .round(8), bottomLeft: isLeft ? tail : .round(8),
      bottomRight: isLeft ? .round(8) : tail)
    let rect = Rect(x: isLeft ? 4 : 0, y: 0, width: 40, height: 30)
    var context = try DrawingContext(size: Size(width: 44, height: 30), scale: scale)
    context.fill(rect, with: Color(argb: 0xFF20_40C0))
    context.apply(corners, to: rect)
    let image = context.image()
    func color(_ x: Double, _ y: Double) -> Color {
      let column = Int((isLeft ? x : 44 - x - 0.01) * scale)
      return Color(argb: image.pixel(x: column, y: Int(y * scale)))
    }
    // Transparent beside the tail, the image's color at its root, transparent under the bubble's
    // corner.
    for y in stride(from: 0.5, to: 20, by: 1) { #expect(color(2, y) == .clear) }
    #expect(color(3.5, 28) == Color(argb: 0xFF20_40C0))
    #expect(color(4.5, 24) == Color(argb: 0xFF20_40C0))
    #expect(color(20, 29.5) == Color(argb: 0xFF20_40C0))
    #expect(color(43.9, 29.9) == .clear)
    #expect(color(43.9, 0) == .clear)
    let isOneColor = image.pixels.allSatisfy { pixel in
      let alpha = Double(pixel >> 24)
      return [(0, 0xC0), (8, 0x40), (16, 0x20)].allSatisfy { shift, value in
        abs(Double(pixel >> UInt32(shift) & 255) - alpha * Double(value) / 255) <= 1
      }
    }
    #expect(isOneColor)
  }

  @Test(arguments: [0, 0.3, 4, 7.7, 40])
  func `a tail cuts only its own corner from the image`(radius: Double) throws {
    let corners = ImageCorners(bottomLeft: .tail(radius), bottomRight: .tail(radius))
    let rect = Rect(x: 4, y: 0, width: 30, height: 30)
    var context = try DrawingContext(size: Size(width: 38, height: 30), scale: 3)
    context.fill(rect, with: .white)
    context.apply(corners, to: rect)
    var outline = try DrawingContext(size: Size(width: 38, height: 30), scale: 3)
    outline.fill(corners.outline(of: rect), with: .white)
    #expect(difference(context.image().pixels, outline.image().pixels) <= 1)
  }

  @Test func `left and right tails are mirror images`() throws {
    let size = Size(width: 48, height: 30)
    let rect = Rect(x: 4, y: 0, width: 40, height: 30)
    var left = try DrawingContext(size: size, scale: 2)
    left.fill(
      ImageCorners(topLeft: .round(9), bottomLeft: .tail(9)).outline(of: rect), with: .black)
    var right = try DrawingContext(size: size, scale: 2)
    right.fill(
      ImageCorners(topRight: .round(9), bottomRight: .tail(9)).outline(of: rect), with: .black)
    let (first, second) = (left.image(), right.image())
    for y in 0..<first.height {
      for x in 0..<first.width {
        let difference =
          Int(first.pixel(x: x, y: y) >> 24)
          - Int(second.pixel(x: first.width - 1 - x, y: y) >> 24)
        #expect(abs(difference) <= 1)
      }
    }
  }

  @Test func `an outline without bottom tails matches rounded corners`() throws {
    let rect = Rect(x: 1.25, y: 2, width: 30, height: 20)
    let corners = ImageCorners(
      topLeft: .round(3), topRight: .tail(9), bottomLeft: .round(20), bottomRight: .round(0))
    var path = try DrawingContext(size: Size(width: 34, height: 24))
    path.fill(corners.outline(of: rect), with: .black)
    var round = try DrawingContext(size: Size(width: 34, height: 24))
    round.fill(rect, corners: corners.radii, with: .black)
    #expect(difference(path.image().pixels, round.image().pixels) <= 1)
  }
}
