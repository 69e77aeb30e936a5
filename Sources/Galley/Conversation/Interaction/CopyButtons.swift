internal import GalleyChat
internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyImages
internal import GalleyLayers
internal import GalleyRichTypesetting
internal import GalleyTypesetting

/// The buttons that copy the blocks of code of a row.
///
/// They are placed anew whenever the text is drawn, and are hit by their frames rather than their
/// nodes.
@MainActor final class CopyButtons: NodeObserver {
  private nonisolated static let size = Size(width: 24, height: 20)
  private nonisolated static let inset = 4.0
  /// The durations for which the check mark stays, and fades out, in seconds.
  private static let (stay, fade) = (1.2, 0.3)

  private var nodes: [Int: (icon: DisplayNode, check: DisplayNode)] = [:]

  /// Returns the frame of a block's button, in the layout's coordinates; `nil` if it has none.
  nonisolated static func frame(in block: TextLayout.Block) -> Rect? {
    guard case .code = block.kind, !block.range.isEmpty,
      block.frame.size.width > size.width + 2 * inset
    else { return nil }
    // Beside the icon of a block with a title.
    let icon = block.iconFrame
    let x =
      block.isRightToLeft
      ? (icon?.maxX ?? block.frame.minX) + inset
      : (icon?.minX ?? block.frame.maxX) - inset - size.width
    return Rect(x: x, y: block.frame.minY + inset, width: size.width, height: size.height)
  }

  /// Observes the text of a row, or its blocks.
  func observe(_ row: ChatRowNode) {
    guard let node = row.text?.node ?? row.rich?.node else { return }
    node.addObserver(self)
    update(node)
  }

  func nodeDidDisplay(_ node: DisplayNode) { update(node) }

  /// Adds and removes buttons for the blocks of code of a node.
  private func update(_ node: DisplayNode) {
    let text = node.textNode
    let rich = node.richMessageNode
    guard let palette = text?.palette ?? rich?.palette else { return }
    let frames =
      text.map { $0.layout.blocks.compactMap { block in Self.place(block.index, in: block) } }
      ?? rich?.layout.copyButtons ?? []
    guard !frames.isEmpty || !nodes.isEmpty else { return }
    var old = nodes
    nodes = [:]
    for (index, frame) in frames {
      let known = old.removeValue(forKey: index)
      let pair = known ?? makeNodes(on: node, color: palette[.secondaryText])
      for node in [pair.icon, pair.check] { node.frame = frame }
      nodes[index] = pair
    }
    for (_, pair) in old {
      pair.icon.removeFromSupernode()
      pair.check.removeFromSupernode()
    }
  }

  private static func place(_ index: Int, in block: TextLayout.Block) -> (
    index: Int, frame: Rect
  )? {
    frame(in: block).map { (index, $0) }
  }

  private func makeNodes(
    on owner: DisplayNode, color: Color
  ) -> (icon: DisplayNode, check: DisplayNode) {
    func make(_ path: Path, _ color: Color) -> DisplayNode {
      let content = DrawnContent { context, _ in context.fill(path, with: color) }
      let node = DisplayNode(content, environment: owner.environment)
      node.name = "copy"
      node.isOpaque = false
      node.isUserInteractionEnabled = false
      node.neverShowsPlaceholders = true
      owner.addSubnode(node)
      return node
    }
    let pair = (icon: make(.copyIcon, color), check: make(.checkMark, color))
    pair.check.opacity = 0
    return pair
  }

  /// Shows for a while that a block has been copied.
  func showCheckMark(of block: Int) {
    guard let (icon, check) = nodes[block], icon.isLoaded else { return }
    func show(_ node: DisplayNode, _ from: Double, _ to: Double) {
      var animation = LayerAnimation(.opacity(from: from, to: to), duration: Self.fade)
      animation.delay = Self.stay
      node.layer.add(animation, forKey: "check")
    }
    show(icon, 0, 1)
    show(check, 1, 0)
  }
}

extension RichLayout {
  /// The frames of the buttons of blocks of code, by the indices of their texts.
  var copyButtons: [(index: Int, frame: Rect)] {
    texts.enumerated().compactMap { index, text in
      guard text.viewport == nil, let block = text.layout.blocks.first,
        let frame = CopyButtons.frame(in: block)
      else { return nil }
      return (index, frame.offset(x: text.origin.x, y: text.origin.y))
    }
  }
}

extension Path {
  /// Two sheets, in 24 × 20 points.
  fileprivate static let copyIcon: Path = {
    var path = frame(Rect(x: 6, y: 3, width: 8.5, height: 10))
    // The part of the sheet behind that the one in front does not cover.
    path.addRect(Rect(x: 16, y: 6.5, width: 1.4, height: 10.5))
    path.addRect(Rect(x: 9, y: 15.6, width: 7, height: 1.4))
    return path
  }()

  /// A check mark, in 24 × 20 points.
  fileprivate static let checkMark: Path = {
    var path = Path()
    path.move(to: Point(x: 6.2, y: 10.4))
    path.addLine(to: Point(x: 7.4, y: 9.2))
    path.addLine(to: Point(x: 10.3, y: 12.1))
    path.addLine(to: Point(x: 16.6, y: 5.8))
    path.addLine(to: Point(x: 17.8, y: 7))
    path.addLine(to: Point(x: 10.3, y: 14.5))
    path.close()
    return path
  }()

  /// The outline of a rectangle.
  private static func frame(_ rect: Rect) -> Path {
    let line = 1.4
    var path = Path()
    path.addRect(Rect(x: rect.minX, y: rect.minY, width: rect.size.width, height: line))
    path.addRect(Rect(x: rect.minX, y: rect.maxY - line, width: rect.size.width, height: line))
    let height = rect.size.height - 2 * line
    path.addRect(Rect(x: rect.minX, y: rect.minY + line, width: line, height: height))
    path.addRect(Rect(x: rect.maxX - line, y: rect.minY + line, width: line, height: height))
    return path
  }
}
