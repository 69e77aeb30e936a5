internal import GalleyGeometry

/// An element of a stack that is being laid out.
struct StackItem {
  let element: any LayoutElement
  /// Which one it is.
  let index: Int
  let style: LayoutStyle
  let resolved: ResolvedStyle
  let alignment: StackSpec.Alignment
  /// The distance to what is before it, without the stack's own.
  let before: Double
  /// The distance to what is after it, without the stack's own.
  let after: Double
  var flex: FlexItem
  /// The layout, as far as it is known.
  var layout: NodeLayout?
  /// The size along the stack.
  var main = 0.0
  /// The place along the stack.
  var offset = 0.0
  /// The place across the line.
  var crossOffset = 0.0

  var size: Size { layout?.size ?? .zero }

  /// How far below the upper edge the first baseline is; the lower edge if there is no text.
  var firstBaseline: Double {
    style.ascender ?? layout?.baselines?.first ?? size.height
  }

  /// How far below the upper edge the last baseline is.
  var lastBaseline: Double {
    style.descender.map { size.height - $0 } ?? layout?.baselines?.last ?? size.height
  }
}

/// Elements of a stack that stand beside each other.
struct StackLine {
  var items: [StackItem]
  /// The distance between two of them, without their own.
  let spacing: Double
  /// The size across.
  var cross = 0.0
  /// The place across the stack.
  var offset = 0.0

  /// How far the baselines are from the edges of the line.
  var firstBaseline = 0.0
  var belowLastBaseline = 0.0

  /// The distances before, between and after all items.
  var spaces: Double {
    var sum = spacing * Double(max(0, items.count - 1))
    for item in items { sum += item.before + item.after }
    return sum
  }

  /// The size along the stack, with all distances.
  var main: Double {
    items.reduce(spaces) { $0 + $1.main }
  }
}
