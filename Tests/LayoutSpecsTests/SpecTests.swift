import GalleyGeometry
import GalleyLayoutSpecs
import Testing

@Suite struct SpecTests {
  @Test func `insets surround an element and count toward the size`() {
    let spec = InsetSpec(Insets(top: 1, left: 2, bottom: 3, right: 4), Box(10, 20))
    #expect(spec.layout().extent == "16 24")
    #expect(spec.layout().frames == ["2 1 10 20"])
    #expect(spec.layout(exactly: 50, 60).frames == ["2 1 44 56"])
  }

  @Test(arguments: [
    (Insets(top: .infinity, left: .infinity, bottom: .infinity, right: .infinity), "45 40 10 20"),
    (Insets(top: .infinity, left: 5, bottom: 3, right: 5), "5 77 90 20"),
    (Insets(top: 2, left: .infinity, bottom: .infinity, right: 7), "83 2 10 20"),
    (Insets(top: 2, left: 7, bottom: .infinity, right: .infinity), "7 2 10 20"),
  ]) func `infinite insets absorb the remaining space`(insets: Insets, frame: String) {
    let box = Box(10, 20)
    #expect(InsetSpec(insets, box).layout(exactly: 100, 100).frames == [frame])
  }

  @Test func `infinite insets are zero in unbounded space`() {
    let insets = Insets(top: .infinity, left: .infinity, bottom: 4, right: .infinity)
    let layout = InsetSpec(insets, Box(10, 20)).layout()
    #expect(layout.extent == "10 24")
    #expect(layout.frames == ["0 0 10 20"])
  }

  @Test func `negative insets let an element overflow`() {
    let spec = InsetSpec(Insets(top: -5, left: -5, bottom: -5, right: -5), Box(30, 30))
    #expect(spec.layout(max: (20, 20)).frames == ["-5 -5 30 30"])
    #expect(spec.layout(max: (20, 20)).extent == "20 20")
  }

  @Test func `an overlay takes its element's size and lies above it`() {
    // R14: overlays are above, backgrounds below.
    let (child, over) = (Box(30, 20), Box(5, 5))
    let layout = OverlaySpec(child, overlay: over).layout(max: (100, 100))
    #expect(layout.extent == "30 20")
    #expect(layout.frames == ["0 0 30 20", "0 0 30 20"])
    #expect(layout.flattened().sublayouts.map { $0.element === over } == [false, true])
  }

  @Test func `a background takes its element's size and lies below it`() {
    // R14: overlays are above, backgrounds below.
    let (child, behind) = (Box.text(30), Box(5, 5))
    let layout = OverlaySpec(child, background: behind).layout(max: (100, 100))
    #expect(layout.frames == ["0 0 30 10", "0 0 30 10"])
    #expect(layout.flattened().sublayouts.map { $0.element === behind } == [true, false])
    #expect(layout.baselines?.first == 8)
  }

  @Test func `a wrapper is as large as its widest and tallest elements`() {
    let layout = WrapperSpec {
      Box(30, 5)
      Box(5, 30)
    }.layout(max: (100, 100))
    #expect(layout.extent == "30 30")
    #expect(layout.frames == ["0 0 30 5", "0 0 5 30"])
  }

  @Test(arguments: [
    (RelativeSpec.Axes.both, RelativeSpec.Sizing.fill, "100 50", "45 15 10 20"),
    (.x, .fill, "100 50", "45 0 10 20"), (.y, .fill, "100 50", "0 15 10 20"),
    (.both, .minimumWidth, "10 50", "0 15 10 20"), (.both, .minimum, "10 20", "0 0 10 20"),
  ]) func `an element is centered along the given axes`(
    axes: RelativeSpec.Axes, sizing: RelativeSpec.Sizing, extent: String, frame: String
  ) {
    let layout = RelativeSpec.center(Box(10, 20), axes: axes, sizing: sizing).layout(max: (100, 50))
    #expect(layout.extent == extent)
    #expect(layout.frames == [frame])
  }

  @Test func `a centered element is aligned to whole pixels`() {
    let layout = RelativeSpec.center(Box(10, 10)).layout(exactly: 15, 15)
    #expect(layout.frames == ["2 2 10 10"])
    let fine = RelativeSpec.center(Box(10, 10)).layout(exactly: 15, 15, in: LayoutContext(scale: 2))
    #expect(fine.frames == ["2.5 2.5 10 10"])
  }

  @Test(arguments: [
    (RelativeSpec.Position.none, RelativeSpec.Position.none, "0 0 100 50"),
    (.start, .end, "0 30 10 20"), (.end, .start, "90 0 10 20"), (.center, .end, "45 30 10 20"),
  ]) func `a relative spec places its element at the given positions`(
    horizontal: RelativeSpec.Position, vertical: RelativeSpec.Position, frame: String
  ) {
    let spec = RelativeSpec(horizontal: horizontal, vertical: vertical, Box(10, 20))
    #expect(spec.layout(exactly: 100, 50).frames == [frame])
  }

  @Test func `the start is on the right in right-to-left layout`() {
    let spec = RelativeSpec(horizontal: .start, vertical: .start, Box(10, 20))
    let context = LayoutContext(isRightToLeft: true)
    #expect(spec.layout(exactly: 100, 50, in: context).frames == ["90 0 10 20"])
  }

  @Test(arguments: [
    (0.5, (0.0, 0.0), (100.0, Double.infinity), "100 50"),
    (0.5, (0, 0), (.infinity, 40), "80 40"), (0.5, (0, 0), (100, 40), "80 40"),
    (2, (0, 0), (100, 40), "20 40"), (0.5, (0, 0), (.infinity, .infinity), "40 20"),
    (2, (0, 0), (.infinity, .infinity), "10 20"), (1, (30, 0), (60, 20), "30 20"),
  ]) func `an element keeps its ratio as far as its range allows`(
    ratio: Double, min: (Double, Double), max: (Double, Double), extent: String
  ) {
    #expect(RatioSpec(ratio, Box(10, 20)).layout(min: min, max: max).extent == extent)
  }

  @Test func `a preferred ratio derives one extent from the other`() {
    let byWidth = Box(10, 10) {
      $0.width = 30
      $0.preferredRatio = 0.5
    }
    #expect(byWidth.layout().extent == "30 15")
    let byRange = Box(10, 10) { $0.preferredRatio = 0.5 }
    #expect(byRange.layout(min: (0, 20), max: (.infinity, 20)).extent == "40 20")
    #expect(byRange.layout().extent == "10 10")
  }

  @Test func `absolute elements are placed at their layout positions`() {
    let spec = AbsoluteSpec {
      Box(10, 20)
      Box(200, 20) { $0.layoutPosition = Point(x: 30, y: 5) }
    }
    let layout = spec.layout(max: (100, 50))
    #expect(layout.extent == "100 50")
    #expect(layout.frames == ["0 0 10 20", "30 5 70 20"])
    var fitting = spec
    fitting.sizing = .fit
    #expect(fitting.layout(max: (400, 50)).extent == "230 25")
  }

  @Test func `sizes are rounded up to pixels, ignoring floating-point errors`() {
    #expect(Box(10.2, 9.9).layout().extent == "11 10")
    #expect(Box(10.2, 9.9).layout(in: LayoutContext(scale: 2)).extent == "10.5 10")
    let third = Box(1.0 / 3, 0.1 + 0.2).layout(in: LayoutContext(scale: 30))
    #expect((third.size.width * 30).rounded() == 10)
    #expect((third.size.height * 30).rounded() == 9)
  }

  @Test func `a size is within its range, which overrides the style`() {
    #expect(Box(10, 10).layout(min: (20, 0), max: (.infinity, 5)).extent == "20 5")
    let styled = Box(10, 10) {
      $0.width = 50
      $0.minHeight = 30
      $0.maxHeight = 20
    }
    #expect(styled.layout().extent == "50 30")
    #expect(styled.layout(exactly: 100, 15).extent == "100 15")
  }
}
