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
    case .note(let note):
      node.add(note.pill.makeNode())
      node.add(note.label.makeNode())
    }
    return node
  }
}

extension MessageLayout {
  /// Puts the nodes of the message on that of its row.
  fileprivate func addNodes(to row: DisplayNode, engine: TextEngine) {
    if let avatar { row.add(avatar.makeNode()) }
    var nodes: [DisplayNode] = []
    if let bubble { nodes.append(bubble.makeNode()) }
    nodes += pictures.map { $0.makeNode() }
    nodes += boxes.map { $0.makeNode() }
    if let thumbnail { nodes.append(thumbnail.makeNode()) }
    if let body { nodes.append(body.makeNode(painter: painter, engine: engine)) }
    nodes += labels.map { $0.makeNode() }
    if let mark { nodes.append(mark.makeNode()) }
    for node in nodes {
      node.frame = node.frame.offset(x: x, y: 0)
      row.add(node)
    }
  }

  private var painter: TextPainter {
    var painter = TextPainter()
    painter.palette = palette
    painter.attachmentImages = attachments
    return painter
  }
}

extension MessageLayout.Mark {
  fileprivate func makeNode() -> DisplayNode {
    let node = DisplayNode(MarkContent(mark: self))
    node.name = "mark"
    node.isOpaque = false
    node.frame = frame
    return node
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
    node.cornerRadii = corners
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
    painter.attachmentImages = attachments
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
  fileprivate func makeNode(painter: TextPainter, engine: TextEngine) -> DisplayNode {
    let text = TextNode(text, options: options, engine: engine, layout: layout)
    text.painter = painter
    text.node.name = "text"
    text.frame = Rect(origin: origin, size: text.size(thatFits: .unlimited))
    return text.node
  }
}
