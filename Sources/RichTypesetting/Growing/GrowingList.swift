package import GalleyRichMessages
internal import GalleyTypesetting

/// A list that grows at its end, with the boxes of its complete items.
package struct GrowingList: Sendable {
  /// The complete items.
  private var items: [ComposedBlock.Item] = []
  /// The items that determine the columns of the markers.
  private var widest: [ComposedBlock.Item] = []
  private var columns = BlockLayouter.MarkerColumns()
  private var stack = GrowingStack()
  /// The number of spoilers in the blocks and items before the next one.
  private var spoilers: Int
  /// The open item, typeset, and its label.
  private var open: (item: ComposedBlock.Item, label: String)?

  /// Creates an empty list, with the number of spoilers in the blocks before.
  package init(spoilers: Int) { self.spoilers = spoilers }

  /// The height of the complete items, in points.
  package var height: Double { stack.height }
  /// The number of times that the complete items were laid out again.
  package private(set) var generation = 0

  /// Appends a complete item.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - block: The index of the list in the message.
  ///   - typesetter: The typesetter of the message.
  package mutating func append(
    _ item: RichBlock.List.Item, of block: Int, with typesetter: BlockTypesetter
  ) {
    var composer = typesetter.composer(isOpen: false, spoilers: spoilers)
    let composed = composer.item(item, at: BlockPath([block, items.count]))
    spoilers = composer.spoilerCount
    fit(composed, typesetter.layouter, typesetter)
    open = nil
    items.append(composed)
    add([composed], typesetter)
  }

  /// Returns the box of the list with an item that still grows.
  ///
  /// - Parameters:
  ///   - item: The item; `nil` if the list ends with a complete one.
  ///   - words: The plain words by which the item is longer than in the call before; `nil` if it
  ///     differs in another way.
  ///   - block: The index of the list in the message.
  ///   - typesetter: The typesetter of the message.
  /// - Returns: The box.
  package mutating func box(
    with item: RichBlock.List.Item?, appending words: String?, of block: Int,
    by typesetter: BlockTypesetter
  ) -> BlockBox {
    guard let item else { return stack.box(width: typesetter.width) }
    let composed = compose(item, appending: words, of: block, typesetter)
    open = (composed, item.label)
    let layouter = typesetter.layouter
    fit(composed, layouter, typesetter)
    return stack.box(
      width: typesetter.width, with: box(of: composed, layouter, typesetter),
      skip: layouter.metrics.item, path: composed.path)
  }

  private func compose(
    _ item: RichBlock.List.Item, appending words: String?, of block: Int,
    _ typesetter: BlockTypesetter
  ) -> ComposedBlock.Item {
    var composer = typesetter.composer(isOpen: true, spoilers: spoilers)
    if let words, let open, let longer = composer.appending(words, to: open.item, as: item) {
      return longer
    }
    var label: ComposedText?
    if let open, open.label == item.label, case .label(let known) = open.item.marker {
      label = known
    }
    return composer.item(item, at: BlockPath([block, items.count]), label: label)
  }

  private func box(
    of item: ComposedBlock.Item, _ layouter: BlockLayouter, _ typesetter: BlockTypesetter
  ) -> BlockBox {
    layouter.box(item, columns: columns, width: typesetter.width)
  }

  /// Appends items to the stack.
  private mutating func add(_ items: [ComposedBlock.Item], _ typesetter: BlockTypesetter) {
    let layouter = typesetter.layouter
    for item in items {
      stack.add(
        box(of: item, layouter, typesetter), skip: layouter.metrics.item, path: item.path)
    }
    stack.seal()
  }

  /// Widens the columns of the markers for an item, which moves the contents of all others.
  private mutating func fit(
    _ item: ComposedBlock.Item, _ layouter: BlockLayouter, _ typesetter: BlockTypesetter
  ) {
    let columns = layouter.columns(of: widest + [item])
    guard columns != self.columns else { return }
    self.columns = columns
    widest.append(item)
    stack = GrowingStack()
    add(items, typesetter)
    generation += 1
  }
}
