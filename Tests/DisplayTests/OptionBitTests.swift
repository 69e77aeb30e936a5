@testable import GalleyDisplay
import Testing

/// The bits of option sets.
struct OptionBitTests {
  @Test func `each pending property has a bit of its own`() {
    let properties: [PendingState] = [
      .display, .layout, .opacity, .isHidden, .isOpaque, .masksToBounds, .backgroundColor,
      .cornerRadii, .border, .shadow, .contentsScale, .contentsGravity, .contentsRect,
      .contentsCenter, .needsDisplayOnBoundsChange, .displaysAsynchronously, .anchorPoint, .bounds,
      .position, .transform, .zPosition,
    ]
    #expect(areDistinctBits(properties.map { Int($0.rawValue) }))
  }

  @Test func `each flag of a node has a bit of its own`() {
    let flags: [NodeFlags] = [
      .isSynchronous, .isTransactionContainer, .rasterizesSubtree, .isRasterized, .isRangeManaged,
      .ignoresPointers, .managesSubnodes, .hasContentsScale, .neverShowsPlaceholders,
      .coversSupernode, .hasCovers, .isObserved,
    ]
    #expect(areDistinctBits(flags.map { Int($0.rawValue) }))
  }

  @Test func `each modifier key has a bit of its own`() {
    let keys: [PointerEvent.Modifiers] = [.shift, .control, .alt, .system]
    #expect(areDistinctBits(keys.map { Int($0.rawValue) }))
  }

  private func areDistinctBits(_ values: [Int]) -> Bool {
    values.allSatisfy { $0.nonzeroBitCount == 1 } && Set(values).count == values.count
  }
}
