internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyPainting
internal import GalleyTypesetting

extension Size {
  fileprivate static let unlimited = Size(width: .infinity, height: .infinity)
}

extension DisplayNode {
  /// Adds a node that was just made, and so is nowhere else.
  fileprivate func add(_ node: DisplayNode) {
    do { try addSubnode(node) } catch {
      preconditionFailure("a new node can go anywhere: \(error)")
    }
  }
}

extension ChatLayout {
  /// Makes the nodes of a row, on any thread, in the environment that is current.
  ///
  /// The pictures of a row appear together.
  func makeNode(of row: Row, engine: TextEngine) -> DisplayNode {
    let node = DisplayNode()
    node.isTransactionContainer = true
    node.frame = Rect(x: 0, y: row.y, width: style.width, height: row.height)
    switch row.content {
    case .message(let message): message.addNodes(to: node, engine: engine)
    case .day(let label, let pill):
      let box = MessageLayout.Box(frame: pill, color: style.pill, radius: pill.size.height / 2)
      node.add(box.makeNode())
      node.add(label.makeNode())
    }
    return node
  }
}

extension MessageLayout {
  /// Puts the nodes of the message on that of its row.
  fileprivate func addNodes(to row: DisplayNode, engine: TextEngine) {
    if let avatar { row.add(avatar.makeNode()) }
    if let bubble { row.add(bubble.makeNode()) }
    for picture in pictures { row.add(picture.makeNode()) }
    for box in boxes { row.add(box.makeNode()) }
    if let body { row.add(body.makeNode(palette: palette, engine: engine)) }
    for label in labels { row.add(label.makeNode()) }
    if let mark {
      let node = DisplayNode(MarkContent(mark: mark))
      node.name = "mark"
      node.isOpaque = false
      node.frame = mark.frame
      row.add(node)
    }
  }
}

extension MessageLayout.Bubble {
  fileprivate func makeNode() -> DisplayNode {
    let node = DisplayNode(BubbleContent(shape: shape))
    node.name = "bubble"
    node.isOpaque = false
    let reach = BubbleContent.overhang
    node.frame = Rect(
      x: frame.minX - reach.left, y: frame.minY - reach.top,
      width: frame.size.width + reach.left + reach.right,
      height: frame.size.height + reach.top + reach.bottom)
    return node
  }
}

extension MessageLayout.Avatar {
  fileprivate func makeNode() -> DisplayNode {
    let node = DisplayNode(GradientContent(colors: colors))
    node.name = "avatar"
    node.frame = frame
    node.cornerRadii = CornerRadii(frame.size.width / 2)
    node.cornerRounding = .precomposited
    node.rasterizesSubtree = true
    node.isOpaque = false
    node.add(initials.makeNode())
    return node
  }
}

extension MessageLayout.Picture {
  fileprivate func makeNode() -> DisplayNode {
    let node = DisplayNode(PictureContent(picture: self))
    node.name = "picture"
    node.frame = frame
    node.cornerRadii = CornerRadii(radius)
    node.cornerRounding = .precomposited
    node.isOpaque = false
    return node
  }
}

extension MessageLayout.Box {
  fileprivate func makeNode() -> DisplayNode {
    let node = DisplayNode()
    node.name = "box"
    node.frame = frame
    node.backgroundColor = color
    node.isOpaque = false
    node.cornerRadii = CornerRadii(radius)
    guard let bar else { return node }
    node.masksToBounds = true
    let side = DisplayNode()
    side.frame = Rect(x: 0, y: 0, width: 3, height: frame.size.height)
    side.backgroundColor = bar
    node.add(side)
    return node
  }
}

extension MessageLayout.Label {
  fileprivate func makeNode() -> DisplayNode {
    var painter = TextPainter()
    painter.palette = palette
    let node = DisplayNode(TextContent(layout, painter: painter))
    node.name = "label"
    node.isOpaque = false
    let margin = TextNode.overhang
    let size = Size(
      width: layout.size.width + 2 * margin, height: layout.size.height + 2 * margin)
    node.bounds = Rect(origin: Point(x: -margin, y: -margin), size: size)
    node.frame = Rect(
      origin: Point(x: origin.x - margin, y: origin.y - margin), size: size)
    return node
  }
}

extension MessageLayout.Body {
  fileprivate func makeNode(palette: Palette, engine: TextEngine) -> DisplayNode {
    let text = TextNode(text, options: options, engine: engine, layout: layout)
    text.palette = palette
    text.node.name = "text"
    text.frame = Rect(origin: origin, size: text.size(thatFits: .unlimited))
    return text.node
  }
}
