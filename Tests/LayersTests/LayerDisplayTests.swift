import GalleyGeometry
import GalleyLayers
import Testing

@MainActor @Suite struct LayerDisplayTests {
  let delegate = RecordingDelegate()
  let layer: Layer

  init() { layer = delegate.layer("layer", frame: Rect(0, 0, 10, 10)) }

  @Test func `repeated requests display once`() {
    layer.setNeedsDisplay()
    layer.setNeedsDisplay()
    #expect(layer.needsDisplay)
    layer.displayIfNeeded()
    layer.displayIfNeeded()
    #expect(!layer.needsDisplay)
    #expect(delegate.takeLog() == ["display layer"])
  }

  @Test func `a synchronous layer or an immediate request displays at once`() {
    layer.displaysAsynchronously = false
    layer.display()
    layer.displaysAsynchronously = true
    layer.isDisplaySuspended = true
    layer.displayImmediately()
    #expect(delegate.takeLog() == ["display layer now", "display layer now"])
  }

  // D07: a suspended node is not drawn; a resumed one is drawn once.
  @Test func `a suspended layer is displayed once after it resumes`() {
    layer.isDisplaySuspended = true
    layer.setNeedsDisplay()
    #expect(!layer.needsDisplay)
    layer.displayIfNeeded()
    layer.display()
    #expect(delegate.takeLog().isEmpty)
    layer.isDisplaySuspended = false
    layer.isDisplaySuspended = false
    layer.displayIfNeeded()
    layer.displayIfNeeded()
    #expect(delegate.takeLog() == ["display layer"])
  }

  // D12: a node is drawn as soon as it has an extent, but only once.
  @Test func `a layer displayed without a size is displayed again once it has one`() {
    layer.bounds = .zero
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    layer.bounds = Rect(0, 0, 5, 0)
    #expect(!layer.needsDisplay)
    layer.bounds = Rect(0, 0, 5, 5)
    #expect(layer.needsDisplay)
    layer.displayIfNeeded()
    layer.bounds = Rect(0, 0, 6, 6)
    layer.bounds = .zero
    layer.bounds = Rect(0, 0, 7, 7)
    #expect(!layer.needsDisplay)
  }

  @Test func `a size change requests display if the layer opts in`() {
    layer.needsDisplayOnBoundsChange = true
    layer.bounds = Rect(1, 1, 10, 10)
    #expect(!layer.needsDisplay)
    layer.bounds = Rect(1, 1, 11, 10)
    #expect(layer.needsDisplay)
  }

  @Test func `a tree displays the layers that need it, superlayers first`() {
    let (child, clean) = (delegate.layer("child"), delegate.layer("clean"))
    layer.addSublayer(child)
    layer.addSublayer(clean)
    child.setNeedsDisplay()
    layer.setNeedsDisplay()
    _ = delegate.takeLog()
    layer.displayTreeIfNeeded()
    layer.displayTreeIfNeeded()
    #expect(delegate.takeLog() == ["display layer", "display child"])
  }

  @Test func `pending layout and display survive a move to another tree`() {
    let (child, other) = (delegate.layer("child"), delegate.layer("other"))
    child.setNeedsDisplay()
    child.setNeedsLayout()
    layer.addSublayer(child)
    other.addSublayer(layer)
    _ = delegate.takeLog()
    other.layoutIfNeeded()
    other.displayTreeIfNeeded()
    #expect(
      delegate.takeLog() == ["layout other", "layout layer", "layout child", "display child"])
  }
}
