import GalleyGeometry
import GalleyLayoutSpecs
import Synchronization

/// A node with a size given by the test.
final class Box: LayoutElement {
  let style: LayoutStyle
  private let size: @Sendable (SizeRange, LayoutContext) -> NodeLayout
  private let log = Mutex<[SizeRange]>([])

  /// A node with a custom layout.
  init(
    style: LayoutStyle = LayoutStyle(),
    layout: @escaping @Sendable (SizeRange, LayoutContext) -> NodeLayout
  ) {
    self.style = style
    size = layout
  }

  /// A node with a size of its own.
  convenience init(
    _ width: Double, _ height: Double, _ change: (inout LayoutStyle) -> Void = { _ in }
  ) {
    var style = LayoutStyle()
    change(&style)
    self.init(style: style) { _, _ in NodeLayout(size: Size(width: width, height: height)) }
  }

  /// Returns a text-like node of a constant area, in lines of height 10, each with a baseline.
  static func text(_ length: Double, _ change: (inout LayoutStyle) -> Void = { _ in }) -> Box {
    var style = LayoutStyle()
    change(&style)
    return Box(style: style) { range, _ in
      let width = min(length, max(1, range.max.width))
      let lines = (length / width).rounded(.up)
      return NodeLayout(
        size: Size(width: width, height: lines * 10),
        baselines: NodeLayout.Baselines(first: 8, last: lines * 10 - 2))
    }
  }

  /// The size ranges that the node was measured with.
  var asked: [SizeRange] { log.withLock { $0 } }

  func layout(
    thatFits range: SizeRange, parentSize: Size, in context: LayoutContext
  ) -> NodeLayout {
    log.withLock { $0.append(range) }
    return size(range, context)
  }
}

/// The errors of a pass.
final class Faults: Sendable {
  private let log = Mutex<[LayoutContext.Fault.Kind]>([])

  var kinds: [LayoutContext.Fault.Kind] { log.withLock { $0 } }

  func context(scale: Double = 1) -> LayoutContext {
    LayoutContext(scale: scale) { fault in self.log.withLock { $0.append(fault.kind) } }
  }
}

extension LayoutElement {
  func layout(
    min: (Double, Double) = (0, 0), max: (Double, Double) = (.infinity, .infinity),
    in context: LayoutContext = LayoutContext()
  ) -> NodeLayout {
    let range = SizeRange(
      min: Size(width: min.0, height: min.1), max: Size(width: max.0, height: max.1))
    return context.layout(of: self, thatFits: range, parentSize: range.max)
  }

  func layout(exactly width: Double, _ height: Double, in context: LayoutContext = LayoutContext())
    -> NodeLayout
  {
    layout(min: (width, height), max: (width, height), in: context)
  }
}

extension NodeLayout {
  /// The frames of the elements, as `x y width height`.
  var frames: [String] {
    flattened().sublayouts.map { part in
      let frame = part.frame
      return [frame.minX, frame.minY, frame.size.width, frame.size.height].map(brief)
        .joined(separator: " ")
    }
  }

  var extent: String { "\(brief(size.width)) \(brief(size.height))" }
}

/// Returns a number as text without `.0`.
private func brief(_ number: Double) -> String {
  let text = "\(number)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
