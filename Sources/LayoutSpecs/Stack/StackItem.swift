internal import GalleyGeometry

/// An element of a stack during layout.
struct StackItem {
  let element: any LayoutElement
  /// The index of the element in the spec.
  let index: Int
  let style: LayoutStyle
  let resolved: ResolvedStyle
  let alignment: StackSpec.Alignment
  /// The extra spacing before the element.
  let before: Double
  /// The extra spacing after the element.
  let after: Double
  var flex: FlexItem
  /// The newest layout, if any.
  var layout: NodeLayout?
  /// The size along the stack.
  var main = 0.0
  /// The offset along the stack.
  var offset = 0.0
  /// The offset across the line.
  var crossOffset = 0.0

  var size: Size { layout?.size ?? .zero }

  /// The distance from the top edge to the first baseline; to the bottom edge without text.
  var firstBaseline: Double { style.ascender ?? layout?.baselines?.first ?? size.height }

  /// The distance from the top edge to the last baseline; to the bottom edge without text.
  var lastBaseline: Double {
    style.descender.map { size.height - $0 } ?? layout?.baselines?.last ?? size.height
  }
}

/// A line of a stack.
struct StackLine {
  var items: [StackItem]
  /// The spacing between two elements, without their own.
  let spacing: Double
  /// The size across the stack.
  var cross = 0.0
  /// The offset across the stack.
  var offset = 0.0

  /// The distances of the shared baselines from the edges of the line.
  var firstBaseline = 0.0
  var belowLastBaseline = 0.0

  /// The total spacing before, between and after all items.
  var spaces: Double {
    var sum = spacing * Double(max(0, items.count - 1))
    for item in items { sum += item.before + item.after }
    return sum
  }

  /// The size along the stack, including spacing.
  var main: Double { items.reduce(spaces) { $0 + $1.main } }
}
