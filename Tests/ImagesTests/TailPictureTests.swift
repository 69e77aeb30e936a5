import GalleyGeometry
import GalleyImages
import GalleyPixels
import Testing

@Suite struct TailPictureTests {
  private let red: UInt32 = 0xFFFF_0000

  /// A picture of 6 x 4 pixels that keeps the bottom row and the three right columns.
  private func picture(scale: Double = 1, reach: Double = 3) throws -> TailPicture {
    var bitmap = try Bitmap(width: 6, height: 4)
    bitmap.fill(PixelRect(minX: 3, minY: 0, maxX: 6, maxY: 4), with: .black)
    bitmap.fill(PixelRect(minX: 0, minY: 3, maxX: 6, maxY: 4), with: .black)
    bitmap.scale = scale
    return TailPicture(bitmap, reach: reach)
  }

  /// Draws a red box of 10 x 10 points, 4 points from the left and the right, with corners.
  private func box(_ corners: ImageCorners, scale: Double = 1) throws -> Bitmap {
    var context = try DrawingContext(size: Size(width: 18, height: 10), scale: scale)
    let rect = Rect(x: 4, y: 0, width: 10, height: 10)
    context.fill(rect, with: Color(argb: red))
    context.apply(corners, to: rect)
    return context.image()
  }

  /// Returns the rows of a bitmap from its bottom, with `#` for red and `.` for transparent pixels.
  private func rows(_ bitmap: Bitmap, _ count: Int) -> [String] {
    (0..<count).map { row in
      String(
        (0..<bitmap.width).map { x in
          switch bitmap.pixel(x: x, y: bitmap.height - count + row) {
          case red: "#" as Character
          case 0: "."
          default: "?"
          }
        })
    }
  }

  @Test func `a tail keeps the opacity of its picture beside the left corner`() throws {
    let corners = ImageCorners(bottomLeft: .pictureTail(4, try picture()))
    #expect(
      try rows(box(corners), 5) == [
        "....##########....",
        "....##########....",
        "....##########....",
        "....##########....",
        ".#############....",
      ])
    #expect(corners.extendedEdges == Insets(left: 3))
  }

  @Test func `a tail at the right is mirrored`() throws {
    let corners = ImageCorners(bottomRight: .pictureTail(4, try picture()))
    #expect(
      try rows(box(corners), 2) == [
        "....##########....",
        "....#############.",
      ])
    #expect(corners.extendedEdges == Insets(right: 3))
  }

  @Test func `a picture has its size in points at every scale`() throws {
    // At two pixels per point, the picture covers 3 x 2 points, 1 of them beside the box.
    let corners = ImageCorners(bottomLeft: .pictureTail(4, try picture(scale: 2, reach: 1.5)))
    #expect(
      try rows(box(corners, scale: 2), 3) == [
        String(repeating: ".", count: 8) + String(repeating: "#", count: 20) + "........",
        String(repeating: ".", count: 8) + String(repeating: "#", count: 20) + "........",
        String(repeating: ".", count: 5) + String(repeating: "#", count: 23) + "........",
      ])
  }

  @Test func `a picture cuts into the box where it is transparent`() throws {
    let clear = TailPicture(try Bitmap(width: 6, height: 2), reach: 2)
    #expect(
      try rows(box(ImageCorners(bottomLeft: .pictureTail(4, clear))), 3) == [
        "....##########....",
        "........######....",
        "........######....",
      ])
  }

  @Test func `the reach is limited by the width of the picture`() throws {
    #expect(try picture(reach: 100).reach == 6)
    #expect(try picture(reach: -1).reach == 0)
    #expect(try picture(reach: .nan).reach == 0)
    let (one, other) = (try picture(), try picture())
    #expect(one == one && one != other)
  }
}
