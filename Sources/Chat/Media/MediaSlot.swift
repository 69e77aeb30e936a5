internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyImages
internal import GalleyPixels
internal import GalleyScheduling

/// A picture of a row that is loaded while its node is near the screen.
struct PendingPicture: Sendable, Equatable {
  let loader: MediaLoader
  let subject: MediaRequest.Subject
  /// Whether the row is laid out for the picture's real size.
  var hasSize = true

  /// Returns whether the pictures are the same, for whatever size they are laid out.
  static func == (left: PendingPicture, right: PendingPicture) -> Bool {
    left.loader === right.loader && left.subject == right.subject
  }
}

extension PendingPicture {
  /// The size to lay the picture out for, in pixels: its real one, once it has been loaded.
  var size: PixelSize { loader.size(of: subject) ?? Self.unknownSize }

  /// The size of a picture of unknown size, in pixels.
  private static let unknownSize = PixelSize(width: 640, height: 480)
}

extension MediaRequest {
  /// Creates the request for a picture in a frame.
  ///
  /// All photos are requested at the largest size that a bubble shows, so that a row, the thumbnail
  /// of a reply to it and the preloading of the row share one request.
  fileprivate init(_ subject: Subject, in frame: Size, scale: Double) {
    var size = frame
    if case .photo = subject { size = ChatMetrics.imageLimit }
    let side = (max(size.width, size.height) * scale).rounded(.up)
    self.init(subject, side: side.isFinite ? Int(min(4_096, max(0, side))) : 0)
  }
}

extension MediaLoader {
  /// Loads the photos of a message that have no node yet, and the picture of its link preview,
  /// until the returned objects are released.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - scale: The number of pixels per point.
  /// - Returns: The subscriptions.
  package func preload(photosOf message: ChatMessage, scale: Double) -> [any AnyObject & Sendable] {
    message.allImages.map { image in
      let request = MediaRequest(image.subject, in: .zero, scale: scale)
      return subscribe(to: request, in: .preload) { _ in }.subscription
    }
  }

  /// Returns the load of a message's image.
  func photo(_ image: ChatImage) -> PendingPicture {
    let subject = image.subject
    return PendingPicture(
      loader: self, subject: subject, hasSize: image.size != nil || size(of: subject) != nil)
  }
}

extension ChatImage {
  /// The subject of requests for the image, which do not depend on its thumbnail.
  fileprivate var subject: MediaRequest.Subject {
    var image = self
    image.thumbnail = nil
    return .photo(image)
  }
}

/// Loads the picture of an image node while the node is near the screen.
final class MediaSlot: NodeObserver {
  private let picture: PendingPicture
  /// Whether a failure shows a mark that requests the picture again when it is tapped.
  private let showsFailure: Bool
  @MainActor private var subscription: MediaSubscription?
  @MainActor private var mark: DisplayNode?

  init(_ picture: PendingPicture, showsFailure: Bool) {
    self.picture = picture
    self.showsFailure = showsFailure
  }

  func node(_ node: DisplayNode, didEnter state: InterfaceState) {
    switch state {
    case .preload: begin(on: node)
    case .visible: subscription?.update(to: .visible)
    case .none, .measureLayout, .display: break
    }
  }

  func node(_ node: DisplayNode, didExit state: InterfaceState) {
    switch state {
    case .visible: subscription?.update(to: .display)
    case .preload:
      subscription = nil
      removeMark()
      node.imageNode?.clearContents()
    case .none, .measureLayout, .display: break
    }
  }

  @MainActor private func begin(on node: DisplayNode) {
    let request = MediaRequest(picture.subject, in: node.frame.size, scale: node.contentsScale)
    let loop = node.environment.loop
    let (subscription, known) = picture.loader.subscribe(
      to: request, in: node.targetInterfaceState
    ) { [weak self, weak node] outcome in
      loop.perform(in: .finishedWork) {
        if let self, let node { self.take(outcome, on: node) { $0.setImage($1) } }
      }
    }
    self.subscription = subscription
    if let known { take(known, on: node) { $0.setImageNow($1) } }
  }

  /// Shows the outcome of a load, unless the node has left the preload range.
  @MainActor private func take(
    _ outcome: MediaLoader.Outcome, on node: DisplayNode,
    show: @MainActor (ImageNode, ImageNode.Image) -> Void
  ) {
    guard subscription != nil else { return }
    removeMark()
    switch outcome {
    case .loaded(let loaded):
      if let image = node.imageNode { show(image, loaded.image) }
      if !picture.hasSize { node.supernode.flatMap { ChatRowNode($0) }?.relayOut() }
    case .absent: break
    case .failed: if showsFailure { showMark(on: node) }
    }
  }

  @MainActor private func showMark(on node: DisplayNode) {
    let mark = DisplayNode(RetryContent(), environment: node.environment)
    mark.name = "retry"
    mark.isOpaque = false
    let side = min(RetryContent.side, node.frame.size.width, node.frame.size.height)
    mark.frame = Rect(
      x: ((node.frame.size.width - side) / 2).rounded(),
      y: ((node.frame.size.height - side) / 2).rounded(), width: side, height: side)
    let taps = GestureRecognizer()
    taps.onTap = { [weak self] _ in self?.retry() }
    mark.pointerHandler = taps
    node.addSubnode(mark)
    self.mark = mark
  }

  @MainActor private func retry() {
    removeMark()
    if let subscription { picture.loader.retry(subscription.request) }
  }

  @MainActor private func removeMark() {
    mark?.removeFromSupernode()
    mark = nil
  }
}

/// A disc with a circling arrow, over a picture that could not be loaded.
struct RetryContent: NodeContent {
  static let drawing = DisplayNode.DrawingModes.image

  /// The largest diameter, in points.
  static let side = 44.0

  @MainActor func parameters(for node: DisplayNode) {}

  static func image(_ parameters: Void, for request: NodeImage.Request) -> NodeImage? {
    let side = request.bounds.size.width
    guard
      var context = try? DrawingContext(
        size: Size(width: side, height: side), scale: request.scale)
    else { return nil }
    context.fillEllipse(
      in: Rect(x: 0, y: 0, width: side, height: side), with: Color(argb: 0x8000_0000))
    // Three quarters of a circle, from the right over the bottom and the left to the top, in steps
    // of 15 degrees.
    let (center, radius) = (side / 2, side * 0.22)
    var arm = Point(x: radius, y: 0)
    var points: [Point] = []
    for _ in 0...18 {
      points.append(Point(x: center + arm.x, y: center + arm.y))
      arm = Point(
        x: arm.x * 0.965_925_826 - arm.y * 0.258_819_045,
        y: arm.x * 0.258_819_045 + arm.y * 0.965_925_826)
    }
    let width = side / 18
    context.fill(Path(stroking: points, width: width), with: .white)
    let (tip, size) = (Point(x: center + radius * 0.9, y: center - radius), radius * 0.75)
    context.fill(
      Path(
        stroking: [
          Point(x: tip.x - size, y: tip.y - size), tip, Point(x: tip.x - size, y: tip.y + size),
        ], width: width),
      with: .white)
    return NodeImage(context.image(), scale: request.scale)
  }
}
