internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyImages
internal import GalleyLayers
internal import GalleyPainting
internal import GalleyRichTypesetting
internal import GalleyTypesetting
internal import Synchronization

/// A node of a row, with the piece that it shows.
///
/// It can show another piece of the same kind; the old pixels stay until the new ones are ready.
final class RowPart: Sendable {
  private enum Content: Sendable {
    case avatar(MediaSlot?)
    case bubble(ChangingContent<BubbleContent>)
    case picture(ImageNode, MediaSlot?)
    case box
    case body
    case rich
    case label(ChangingContent<TextContent>)
    case mark(ChangingContent<MarkContent>)
  }

  private struct State {
    var piece: RowPiece
    /// Whether the node has been moved with an animation, which may still be under way.
    var hasMoved = false
    /// The observation of a label's attachments whose images may arrive later.
    var attachments: AttachmentUpdates.Observation?
  }

  let node: DisplayNode
  private let content: Content
  private let state: Mutex<State>

  /// The text node of the message, if the part is its body.
  var text: TextNode? { node.textNode }

  /// The node of the message's blocks, if the part shows them.
  var rich: RichMessageNode? { node.richMessageNode }

  /// Creates the node of a piece, on any thread.
  init(_ piece: RowPiece, engine: TextEngine, environment: DisplayEnvironment) {
    state = Mutex(State(piece: piece))
    switch piece.kind {
    case .avatar(let avatar):
      node = DisplayNode(environment: environment)
      node.addSubnode(avatar.makeNode(environment: environment))
      let slot = avatar.makeSlot(environment: environment)
      if let slot { node.addSubnode(slot.node) }
      content = .avatar(slot?.slot)
    case .bubble(let bubble):
      let bubble = ChangingContent(BubbleContent(shape: bubble.shape))
      content = .bubble(bubble)
      node = DisplayNode(bubble, environment: environment)
    case .picture(let picture):
      let image = picture.makeImage(environment: environment)
      node = image.node
      let slot = picture.image.pending.map { MediaSlot($0, showsFailure: true) }
      if let slot { node.addObserver(slot) }
      content = .picture(image, slot)
    case .box(let box):
      content = .box
      node = box.makeNode(environment: environment)
    case .body(let body, let painter):
      let text = TextNode(
        body.text, options: body.options, engine: engine, layout: body.layout,
        environment: environment)
      text.painter = painter
      content = .body
      node = text.node
    case .rich(let rich, let painter):
      let blocks = RichMessageNode(
        rich.layout.document, fillsWidth: true, engine: engine, layout: rich.layout,
        environment: environment)
      blocks.painter = painter
      content = .rich
      node = blocks.node
    case .label(let label):
      let drawn = ChangingContent(label.content)
      content = .label(drawn)
      node = DisplayNode(drawn, environment: environment)
    case .mark(let mark):
      let mark = ChangingContent(MarkContent(mark: mark))
      content = .mark(mark)
      node = DisplayNode(mark, environment: environment)
    }
    node.name = piece.name
    node.isOpaque = false
    if case .label(let label) = piece.kind { observeAttachments(of: label) }
    place(piece) { $0.frame = $1 }
  }

  /// Returns whether the node can show another piece.
  func canShow(_ other: RowPiece) -> Bool {
    let piece = state.withLock { $0.piece }
    return piece.appearance === other.appearance
      || piece.name == other.name && piece.pending == other.pending
  }

  /// Shows another piece of the same kind, and redraws the node only if its appearance changes.
  ///
  /// - Parameters:
  ///   - other: The piece.
  ///   - transition: The transition of a text, label or mark that changes, and of the node to its
  ///     new frame; `nil` for none.
  @MainActor func show(_ other: RowPiece, _ transition: LayoutTransition? = nil) {
    let (old, hasMoved) = state.withLock { state in
      defer {
        state.piece = other
        if transition != nil { state.hasMoved = true }
      }
      return (state.piece, state.hasMoved || transition != nil)
    }
    if other.appearance !== old.appearance {
      changeAppearance(from: old.kind, to: other.kind, transition)
    }
    if hasMoved || !other.staysInPlace(after: old) { place(other) { $0.move(to: $1, transition) } }
  }

  /// Updates the node's contents to another piece's.
  @MainActor private func changeAppearance(
    from old: RowPiece.Kind, to new: RowPiece.Kind, _ transition: LayoutTransition?
  ) {
    switch (content, old, new) {
    case (.bubble(let content), .bubble(let old), .bubble(let new)):
      if new.shape != old.shape { content.change(to: BubbleContent(shape: new.shape), on: node) }
    case (.picture(let image, _), .picture(let old), .picture(let new)):
      image.appearance = new.appearance
      if new.image.source !== old.image.source { image.setImage(new.file) }
    case (.label(let content), .label(let old), .label(let new)):
      if !new.looksLike(old) {
        fade(transition)
        content.change(to: new.content, on: node)
      }
      observeAttachments(of: new)
    case (.mark(let content), .mark(let old), .mark(let new)):
      if new.status != old.status || new.color != old.color {
        fade(transition)
        content.change(to: MarkContent(mark: new), on: node)
      }
    case (.body, .body, .body(let new, let painter)):
      guard let text else { break }
      if let transition, new.text != text.text { text.prepareMorph(transition) }
      text.show(new.layout, of: TextNode.LayoutRequest(new.text, options: new.options))
      if text.palette != painter.palette { text.palette = painter.palette }
      if text.revealed != painter.revealed { text.revealed = painter.revealed }
    case (.rich, .rich, .rich(let new, let painter)):
      guard let rich else { break }
      rich.show(new.layout.document, layout: new.layout)
      rich.palette = painter.palette
      rich.revealed = painter.revealed
    case (.avatar, .avatar(let old), .avatar(let new)):
      if new.colors != old.colors { replaceAvatar(with: new) }
    default: break
    }
  }

  /// Draws a label again when an image of its attachments arrives.
  private func observeAttachments(of label: MessageLayout.Label) {
    state.withLock { state in
      state.attachments = .of(
        label.attachments, label.layout.text.attachmentIDs, current: state.attachments
      ) { [weak node] in node?.setNeedsDisplay() }
    }
  }

  /// Lets the old contents of a label or mark fade out over the new ones; a text has its own
  /// transition.
  private func fade(_ transition: LayoutTransition?) {
    node.contentsTransition = DisplayNode.ContentsTransition(crossFade: transition?.duration ?? 0)
  }

  /// Lets a label or chip that has just been added grow into its place.
  @MainActor func pop(_ transition: LayoutTransition) {
    switch content {
    case .box, .label, .mark: break
    case .avatar, .bubble, .picture, .body, .rich: return
    }
    let layer = node.layer
    layer.add(
      LayerAnimation(
        .transform(from: AffineTransform(scaleX: 0.3, y: 0.3), to: nil),
        duration: transition.duration, curve: transition.curve), forKey: "pop")
    layer.add(
      LayerAnimation(.opacity(from: 0, to: nil), duration: transition.duration),
      forKey: "pop.opacity")
  }

  /// Positions the node at a piece's frame.
  ///
  /// - Parameters:
  ///   - piece: The piece.
  ///   - move: Gives a node its frame.
  private func place(_ piece: RowPiece, _ move: (DisplayNode, Rect) -> Void) {
    let (frame, window) = (piece.place.frame, piece.place.window)
    switch piece.kind {
    case .avatar:
      for subnode in node.subnodes { subnode.frame = Rect(origin: .zero, size: frame.size) }
    case .bubble: node.hitTestSlop = -BubbleContent.overhang
    case .picture(let picture): node.cornerRadii = picture.corners
    case .box(let box):
      node.backgroundColor = box.color
      node.subnodes.first?.frame.size.height = frame.size.height
      node.subnodes.first?.backgroundColor = box.bar
    case .body:
      guard let text else { return }
      return move(node, Rect(origin: frame.origin, size: text.size(thatFits: .unlimited)))
    case .label(let label):
      if node.bounds.origin != window.origin { node.bounds = window }
      node.hitTestSlop = -label.overhang
    case .mark, .rich: break
    }
    move(node, frame)
  }

  private func replaceAvatar(with avatar: MessageLayout.Avatar) {
    node.subnodes.first?.removeFromSupernode()
    node.insertSubnode(avatar.makeNode(environment: node.environment), at: 0)
  }
}

extension RowPiece {
  /// Whether showing the piece at once after another of the same kind leaves the node in place.
  fileprivate func staysInPlace(after old: RowPiece) -> Bool {
    guard place == old.place else { return false }
    if appearance === old.appearance { return true }
    switch kind {
    // They have more than a frame to update.
    case .picture, .box: return false
    case .avatar, .bubble, .body, .rich, .label, .mark: return true
    }
  }

  /// The load of the piece's picture.
  fileprivate var pending: PendingPicture? {
    switch kind {
    case .avatar(let avatar): avatar.pending
    case .picture(let picture): picture.image.pending
    case .bubble, .box, .body, .rich, .label, .mark: nil
    }
  }

  /// The name of the node in tree dumps; a part can show any piece of the same name.
  fileprivate var name: String {
    switch kind {
    case .avatar: "avatar"
    case .bubble: "bubble"
    case .picture: "picture"
    case .box(let box): box.name
    case .body: "text"
    case .rich: "blocks"
    case .label: "label"
    case .mark: "mark"
    }
  }
}

extension Insets {
  static prefix func - (insets: Insets) -> Insets {
    Insets(top: -insets.top, left: -insets.left, bottom: -insets.bottom, right: -insets.right)
  }
}

extension Size {
  fileprivate static let unlimited = Size(width: .infinity, height: .infinity)
}

extension MessageLayout.Label {
  /// The text content to draw.
  var content: TextContent {
    var painter = TextPainter()
    painter.palette = palette
    painter.attachmentImages = attachments
    painter.allowance = allowance
    return TextContent(layout, painter: painter)
  }

  /// The visible rectangle, in the layout's coordinates.
  var window: Rect { Rect(origin: .zero, size: layout.size).extended(by: overhang) }

  /// Returns whether the label is drawn as another is.
  func looksLike(_ other: Self) -> Bool {
    palette == other.palette
      && (layout === other.layout
        || layout.text == other.layout.text && layout.options == other.layout.options)
  }
}

extension MessageLayout.Box {
  fileprivate func makeNode(environment: DisplayEnvironment) -> DisplayNode {
    let node = DisplayNode(environment: environment)
    node.cornerRadii = CornerRadii(radius)
    guard bar != nil else { return node }
    node.masksToBounds = true
    let side = DisplayNode(environment: environment)
    side.frame = Rect(x: 0, y: 0, width: 3, height: frame.size.height)
    node.addSubnode(side)
    return node
  }
}
