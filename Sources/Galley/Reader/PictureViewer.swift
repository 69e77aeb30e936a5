internal import GalleyAccessibility
internal import GalleyChat
internal import GalleyDisplay
internal import GalleyFonts
internal import GalleyGeometry
internal import GalleyImages
internal import GalleyMessages
internal import GalleyTypesetting
internal import GalleyWindow

/// A picture over a whole window, with the way to the others of the conversation.
@MainActor final class PictureViewer {
  /// The node that covers the window.
  let node: DisplayNode
  /// Called when the picture is to be closed.
  var onClose: (@MainActor () -> Void)?
  /// The picture that is shown.
  private(set) var stop: PictureWalk.Stop
  /// The position of the picture; `nil` until it is read.
  private(set) var zoom: PictureZoom?

  private let walk: PictureWalk
  private let dates: DateFormatting
  private let style: PanelStyle
  private let words: ReaderWords
  private var image: ImageNode?
  private var caption: TextNode?
  private let (close, previous, next): (SymbolButton, SymbolButton, SymbolButton)
  private var task: Task<Void, Never>?

  private static let (side, margin) = (44.0, 12.0)

  init(
    _ stop: PictureWalk.Stop, of archive: any MessageArchive, rows: ChatRows, words: ReaderWords,
    environment: DisplayEnvironment
  ) {
    (self.stop, self.words) = (stop, words)
    walk = PictureWalk(archive: archive)
    (style, dates) = (PanelStyle(rows), rows.dates)
    node = DisplayNode(environment: environment)
    close = SymbolButton(.close, label: words.closePicture, environment: environment)
    previous = SymbolButton(.left, label: words.previousPicture, environment: environment)
    next = SymbolButton(.right, label: words.nextPicture, environment: environment)
    node.name = "picture"
    node.zPosition = 3_000
    node.backgroundColor = Color(argb: 0xEB00_0000)
    node.isOpaque = false
    node.pointerHandler = PicturePointers(self)
    for button in [close, previous, next] {
      button.colors = (Color(argb: 0xFFE6_E6E6), Color(argb: 0x66E6_E6E6))
      node.addSubnode(button.node)
    }
    close.onTap = { [weak self] in self?.onClose?() }
    previous.onTap = { [weak self] in self?.go(by: -1) }
    next.onTap = { [weak self] in self?.go(by: 1) }
    show(stop)
  }

  isolated deinit { task?.cancel() }

  /// Sets the size of the window.
  func layout(in size: Size) {
    node.frame = Rect(origin: .zero, size: size)
    zoom?.resize(to: size)
    let (side, margin) = (Self.side, Self.margin)
    let middle = ((size.height - side) / 2).rounded()
    close.frame = Rect(x: size.width - side - margin, y: margin, width: side, height: side)
    previous.frame = Rect(x: margin, y: middle, width: side, height: side)
    next.frame = Rect(x: size.width - side - margin, y: middle, width: side, height: side)
    if let caption {
      let own = caption.frame.size
      caption.frame.origin = Point(
        x: ((size.width - own.width) / 2).rounded(), y: size.height - own.height - 16)
    }
    place()
  }

  private func place() {
    if let zoom { image?.node.frame = zoom.frame }
  }

  // MARK: Pictures

  /// Goes to the next picture, or to the previous one for a step of -1.
  func go(by step: Int) {
    task?.cancel()
    task = Task.detached { [walk, stop, loop = node.environment.loop, weak self] in
      guard let found = try? await walk.neighbor(of: stop, by: step), !Task.isCancelled else {
        return
      }
      loop.perform(in: .changeSets) { self?.show(found) }
    }
  }

  private func show(_ stop: PictureWalk.Stop) {
    self.stop = stop
    showCaption()
    task?.cancel()
    task = Task.detached { [archive = walk.archive, loop = node.environment.loop, weak self] in
      let source = archive.imageSource(of: stop.image)
      guard !Task.isCancelled else { return }
      loop.perform(in: .changeSets) { self?.show(source, of: stop) }
    }
    layout(in: node.frame.size)
  }

  private func show(_ source: ImageSource?, of stop: PictureWalk.Stop) {
    guard stop.place == self.stop.place else { return }
    image?.node.removeFromSupernode()
    guard let source else {
      (image, zoom) = (nil, nil)
      return showCaption(words.missingPicture)
    }
    let scale = node.environment.scale
    zoom = PictureZoom(
      viewport: node.frame.size,
      picture: Size(
        width: Double(source.header.width) / scale, height: Double(source.header.height) / scale))
    var options = ImageNode.Options()
    options.invalidatesLayout = false
    var appearance = ImageAppearance(.aspectFit)
    appearance.allowsPartial = true
    let image = ImageNode(
      source.animatedImage.map { .animation($0) } ?? .file(ImageFile(source)),
      appearance: appearance, options: options, environment: node.environment)
    image.node.isUserInteractionEnabled = false
    image.node.accessibleContents = { [weak self] _ in
      [Accessible(.image, self?.description ?? "")]
    }
    node.insertSubnode(image.node, at: 0)
    self.image = image
    place()
  }

  /// The sender and the date of the picture, and its number if the message has several.
  var description: String {
    let message = stop.message
    let date = message.date.flatMap { date in
      MessageEntity.DateTimeFormat("Dt").flatMap { dates.text(for: date, $0) }
    }
    let count = message.images.count
    let number = count > 1 ? "\(stop.place.image + 1)\(words.of)\(count)" : nil
    return [message.sender.isEmpty ? nil : message.sender, date, number]
      .compactMap(\.self).joined(separator: " · ")
  }

  private func showCaption(_ notice: String? = nil) {
    caption?.node.removeFromSupernode()
    let text = [notice, description].compactMap(\.self).joined(separator: "\n")
    let label = style.label(
      text, size: 13.5, color: Color(argb: 0xFFD8_D8D8), width: 600, lines: 2,
      environment: node.environment)
    node.addSubnode(label.node)
    caption = label
    layout(in: node.frame.size)
  }

  // MARK: Events

  /// Handles a key; a picture handles every key.
  func press(_ key: WindowEvent.Key) {
    switch key {
    case .left, .pageUp: go(by: -1)
    case .right, .pageDown, .space: go(by: 1)
    case .character("+"), .character("="), .up: enlarge(by: 1.25)
    case .character("-"), .down: enlarge(by: 0.8)
    case .character("0"):
      zoom?.reset()
      place()
    case .escape, .enter: onClose?()
    default: break
    }
  }

  private func enlarge(by ratio: Double, at point: Point? = nil) {
    let size = node.frame.size
    zoom?.zoom(by: ratio, at: point ?? Point(x: size.width / 2, y: size.height / 2))
    place()
  }

  /// Returns whether a point is on a button.
  func isButton(at point: Point) -> Bool {
    [close, previous, next].contains { $0.frame.contains(point) }
  }

  fileprivate func scroll(_ event: ScrollEvent) {
    // A notch of a wheel is sixty points.
    let notches = max(-5, min(5, -event.distance.y / 60))
    enlarge(by: notches >= 0 ? 1 + notches * 0.25 : 1 / (1 - notches * 0.25), at: event.position)
  }

  fileprivate func drag(by distance: Size) {
    zoom?.move(by: distance)
    place()
  }

  fileprivate func tap(_ point: Point) {
    if !(zoom?.frame.contains(point) ?? false) { onClose?() }
  }
}

/// The pointer handler of a picture's node, which takes every pointer beside the buttons.
@MainActor private final class PicturePointers: PointerHandler {
  private weak var viewer: PictureViewer?
  private var start: Point?
  private var last = Point.zero
  private var hasMoved = false

  init(_ viewer: PictureViewer) { self.viewer = viewer }

  func node(_ node: DisplayNode, pointerBegan event: PointerEvent) -> Bool {
    (start, last, hasMoved) = (event.position, event.position, false)
    return true
  }

  func node(_ node: DisplayNode, pointerChanged event: PointerEvent) {
    guard let start else { return }
    switch event.phase {
    case .moved:
      let way = max(abs(event.position.x - start.x), abs(event.position.y - start.y))
      hasMoved = hasMoved || way > 4
      if hasMoved {
        viewer?.drag(
          by: Size(width: event.position.x - last.x, height: event.position.y - last.y))
      }
      last = event.position
    case .ended:
      self.start = nil
      if !hasMoved { viewer?.tap(event.position) }
    default: self.start = nil
    }
  }

  func node(_ node: DisplayNode, buttonPressed event: PointerEvent) -> Bool { true }

  func node(_ node: DisplayNode, scrolled event: ScrollEvent) -> Bool {
    viewer?.scroll(event)
    return true
  }
}
