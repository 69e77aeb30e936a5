internal import GalleyGeometry

/// The mapping between main and cross axis and width and height.
struct StackAxis {
  let isHorizontal: Bool

  func main(_ size: Size) -> Double { isHorizontal ? size.width : size.height }
  func cross(_ size: Size) -> Double { isHorizontal ? size.height : size.width }
  func main(_ range: SizeRange) -> ExtentRange { isHorizontal ? range.width : range.height }
  func cross(_ range: SizeRange) -> ExtentRange { isHorizontal ? range.height : range.width }

  func size(main: Double, cross: Double) -> Size {
    isHorizontal ? Size(width: main, height: cross) : Size(width: cross, height: main)
  }

  func point(main: Double, cross: Double) -> Point {
    isHorizontal ? Point(x: main, y: cross) : Point(x: cross, y: main)
  }

  func range(main: ExtentRange, cross: ExtentRange) -> SizeRange {
    isHorizontal ? SizeRange(width: main, height: cross) : SizeRange(width: cross, height: main)
  }
}
