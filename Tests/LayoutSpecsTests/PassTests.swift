import GalleyGeometry
import GalleyLayoutSpecs
import Testing

@Suite struct PassTests {
  private func nested(_ depth: Int, alternating: Bool, in leaf: any LayoutElement)
    -> any LayoutElement
  {
    (0..<depth).reduce(leaf) { inner, level in
      var stack = StackSpec(alternating && level % 2 == 0 ? .horizontal : .vertical) {
        inner
        Box(30 + Double(level), 5)
      }
      stack.style.flexGrow = 1
      stack.style.flexShrink = 1
      return stack
    }
  }

  @Test(arguments: [false, true])
  func `a leaf of nested stacks is measured only a few times`(alternating: Bool) {
    let leaf = Box.text(500) {
      $0.flexShrink = 1
      $0.flexGrow = 1
    }
    _ = nested(12, alternating: alternating, in: leaf).layout(max: (200, 300))
    #expect(leaf.asked.count <= 13)
  }

  @Test func `measurements grow linearly with nesting depth`() {
    func work(_ depth: Int) -> Int {
      let leaf = Box.text(500) { $0.flexShrink = 1 }
      _ = nested(depth, alternating: true, in: leaf).layout(exactly: 200, 300)
      return leaf.asked.count
    }
    #expect(work(48) <= work(24) + 26)
  }

  @Test func `nodes between stacks do not multiply measurements`() {
    let leaf = Box.text(300) { $0.flexShrink = 1 }
    let root = (0..<12).reduce(leaf) { inner, _ in
      Box { range, context in
        let stack = StackSpec.column {
          inner
          Box(40, 4)
        }
        return context.layout(of: stack, thatFits: range, parentSize: range.max)
      }
    }
    _ = root.layout(max: (100, 500))
    #expect(leaf.asked.count <= 13)
  }

  @Test func `a node can return a different spec for each size range`() {
    let (wide, narrow) = (Box(10, 10), Box(20, 20))
    let node = Box { range, context in
      let spec = InsetSpec(.zero, range.max.width > 50 ? wide : narrow)
      return context.layout(of: spec, thatFits: .unbounded, parentSize: .zero)
    }
    let context = LayoutContext()
    let first = node.layout(max: (100, 100), in: context).flattened()
    let second = node.layout(max: (50, 50), in: context).flattened()
    #expect(first.sublayouts.map { $0.element === wide } == [true])
    #expect(second.sublayouts.map { $0.element === narrow } == [true])
    #expect(first.element === node)
  }

  @Test func `consecutive specs in a pass share no cached layouts`() {
    let context = LayoutContext()
    #expect(InsetSpec(.zero, Box(10, 10)).layout(in: context).extent == "10 10")
    #expect(InsetSpec(.zero, Box(20, 20)).layout(in: context).extent == "20 20")
  }

  @Test func `a node that returns another element's layout wraps it`() {
    let inner = Box(10, 20)
    let outer = Box { range, context in
      context.layout(of: inner, thatFits: range, parentSize: range.max)
    }
    let layout = outer.layout()
    #expect(layout.element === outer)
    #expect(layout.frames == ["0 0 10 20"])
  }

  @Test(arguments: [
    Size(width: Double.nan, height: 5), Size(width: .infinity, height: 5),
    Size(width: -1, height: 5), Size(width: 1e300, height: 5),
  ]) func `an invalid extent becomes zero and is reported`(size: Size) {
    // R19: invalid sizes are refused.
    let faults = Faults()
    let box = Box { _, _ in NodeLayout(size: size) }
    let layout = StackSpec.row { box }.layout(in: faults.context())
    #expect(layout.frames == ["0 0 0 5"])
    #expect(faults.kinds == [.size])
    #expect(NodeLayout(size: size).size == Size(width: 0, height: 5))
    #expect(NodeLayout(size: size).isRepaired)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func `invalid numbers in styles and specs are repaired`(number: Double) {
    // R19: invalid sizes are refused.
    let faults = Faults()
    let context = faults.context()
    var row = StackSpec.row(spacing: number) {
      Box(10, 10) {
        $0.flexGrow = number
        $0.spacingBefore = number
        $0.layoutPosition = Point(x: number, y: number)
        $0.preferredRatio = number
        $0.width = .points(number)
        $0.minHeight = .fraction(number)
        $0.flexBasis = .points(number)
        $0.ascender = number
        $0.alignSelf = .baselineFirst
      }
      InsetSpec(Insets(top: number, left: number, bottom: number, right: number), Box(10, 10))
      RatioSpec(number, Box(10, 10))
      AbsoluteSpec { Box(10, 10) { $0.layoutPosition = Point(x: number, y: 0) } }
    }
    for wraps in [false, true] {
      row.wraps = wraps
      row.lineSpacing = number
      for size in [number, 0, 100] {
        let layout = row.layout(min: (0, size), max: (size, size), in: context)
        for part in [layout] + layout.flattened().sublayouts {
          let numbers = [part.frame.minX, part.frame.minY, part.size.width, part.size.height]
          #expect(numbers.allSatisfy { abs($0) <= SizeRange.maximumExtent })
        }
      }
    }
    #expect(Set(faults.kinds).isSuperset(of: [.spacing, .position]))
  }

  @Test(arguments: [0, -1, Double.nan, .infinity])
  func `an invalid scale becomes one and is reported`(scale: Double) {
    let faults = Faults()
    #expect(faults.context(scale: scale).grid.scale == 1)
    #expect(faults.kinds == [.scale])
  }

  @Test func `an element nested in itself is reported and left out`() {
    final class Loop: LayoutElement {
      let style = LayoutStyle()
      func layout(
        thatFits range: SizeRange, parentSize: Size, in context: LayoutContext
      ) -> NodeLayout {
        let spec = StackSpec.row {
          self
          Box(10, 10)
          self
        }
        return context.layout(of: spec, thatFits: range, parentSize: parentSize)
      }
    }
    let faults = Faults()
    #expect(Loop().layout(in: faults.context()).extent == "10 10")
    #expect(Set(faults.kinds) == [.cycle])
  }

  @Test func `elements nested too deeply are reported and empty`() {
    let faults = Faults()
    let deep = (0..<500).reduce(Box(10, 10) as any LayoutElement) { inner, _ in
      StackSpec.row { inner }
    }
    #expect(deep.layout(in: faults.context()).extent == "0 0")
    #expect(faults.kinds == [.depth])
  }

  @Test func `elements created during measurement live as long as the layout`() {
    // R20: nodes created while measuring live until they are applied.
    weak var made: Box?
    func measured() -> NodeLayout {
      let node = Box { range, context in
        context.layout(of: InsetSpec(.zero, Box(7, 7)), thatFits: range, parentSize: range.max)
      }
      let layout = node.layout().flattened()
      made = layout.sublayouts.first?.element as? Box
      return layout
    }
    var layout: NodeLayout? = measured()
    #expect(layout?.sublayouts.count == 1)
    #expect(made != nil)
    layout = nil
    #expect(made == nil)
  }
}
