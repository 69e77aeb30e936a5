public import GalleyGeometry
public import GalleyLayoutSpecs
public import GalleyPixels
public import GalleyScheduling

/// The content of a node: a value that any thread may create, drawn from captured parameters only.
///
/// A content draws in one of two ways. With `.canvas` in ``drawing`` it draws on a bitmap of the
/// node's size; with `.image` it returns an image of any size. With both, it returns images.
public protocol NodeContent: Sendable {
  /// The drawing parameters, captured on the main actor once per pass.
  associatedtype Parameters: Sendable

  /// The ways in which the content draws; a content with none is never drawn.
  static var drawing: DisplayNode.DrawingModes { get }

  /// Measures the content, on any thread.
  ///
  /// - Parameters:
  ///   - range: The permitted sizes of the node.
  ///   - scale: The number of pixels per point.
  /// - Returns: The size and the text baselines; `nil` if the content fits any size.
  func measurement(thatFits range: SizeRange, scale: Double) -> ContentMeasurement?

  /// Captures the drawing parameters. Called once per pass.
  @MainActor func parameters(for node: DisplayNode) -> Parameters

  /// Draws on a canvas, on any thread; should check periodically whether the canvas is stale.
  static func draw(_ parameters: Parameters, on canvas: inout NodeCanvas)

  /// Returns an image, on any thread; `nil` leaves the node without contents.
  static func image(_ parameters: Parameters, for request: NodeImage.Request) -> NodeImage?

  /// Whether the old contents stay when there is no image.
  static var keepsContents: Bool { get }

  /// Called when a pass ends, once per captured parameters while the node lives.
  @MainActor func passDidEnd(
    _ parameters: Parameters, of node: DisplayNode, _ ending: DisplayNode.PassEnding)

  /// Returns whether an image is still expected although nothing is being drawn, which keeps the
  /// placeholder.
  @MainActor func awaitsImage(for node: DisplayNode) -> Bool

  /// Whether drawing uses the node's tint.
  var dependsOnTint: Bool { get }

  /// Called when the node's layer has been laid out, as its size or its subnodes may have changed.
  @MainActor func nodeDidLayOut(_ node: DisplayNode)
}

extension DisplayNode {
  /// The way in which a display pass ended.
  public enum PassEnding: Hashable, Sendable {
    /// The result of the pass, possibly empty, became the node's contents.
    case shown
    /// The pass had no image, and the node kept its contents.
    case kept
    /// The pass was superseded or canceled, and changed nothing.
    case dropped
  }

  /// The ways in which a content draws.
  public struct DrawingModes: OptionSet, Sendable {
    /// The raw bits.
    public let rawValue: UInt8

    /// Creates a set from raw bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Drawing on a bitmap of the node's size.
    public static let canvas = DrawingModes(rawValue: 1)
    /// Returning an image of any size.
    public static let image = DrawingModes(rawValue: 2)
  }
}

extension NodeContent {
  /// Returns `nil`: the content fits any size.
  public func measurement(thatFits range: SizeRange, scale: Double) -> ContentMeasurement? {
    nil
  }
  /// Draws nothing.
  public static func draw(_ parameters: Parameters, on canvas: inout NodeCanvas) {}
  /// Draws on a canvas; returns `nil` if it is too large for a bitmap.
  public static func image(_ parameters: Parameters, for request: NodeImage.Request) -> NodeImage? {
    guard var canvas = NodeCanvas(for: request) else { return nil }
    draw(parameters, on: &canvas)
    return NodeImage(canvas.bitmap, scale: canvas.scale)
  }
  /// The old contents do not stay.
  public static var keepsContents: Bool { false }
  /// Does nothing.
  @MainActor public func passDidEnd(
    _ parameters: Parameters, of node: DisplayNode, _ ending: DisplayNode.PassEnding
  ) {}
  /// Returns `false`.
  @MainActor public func awaitsImage(for node: DisplayNode) -> Bool { false }
  /// The content has its own colors.
  public var dependsOnTint: Bool { false }
  /// Does nothing.
  @MainActor public func nodeDidLayOut(_ node: DisplayNode) {}
}

extension NodeImage {
  /// A request for the image of a node.
  public struct Request: Sendable {
    /// The node's bounds in points, possibly empty.
    public let bounds: Rect
    /// The number of pixels per point.
    public let scale: Double
    /// The ticket of the pass, stale once the image is no longer wanted.
    public let ticket: Ticket
    /// The allocator of the image's memory.
    public let pool: Bitmap.Pool
  }
}

/// An image for a node.
public struct NodeImage: Sendable {
  /// The pixels.
  public internal(set) var bitmap: Bitmap
  /// The number of bitmap pixels per point at the image's own size.
  public let scale: Double
  /// The stretchable part, in unit coordinates.
  public let center: Rect
  /// The distances that the image extends beyond the node's bounds, in points.
  public let outsets: Insets
  /// An object retained while the image is shown, such as the token of a shared bitmap.
  public let token: (any AnyObject & Sendable)?

  /// Creates an image.
  public init(
    _ bitmap: Bitmap, scale: Double, center: Rect = .unit, outsets: Insets = .zero,
    token: (any AnyObject & Sendable)? = nil
  ) {
    self.bitmap = bitmap
    self.scale = scale
    self.center = center
    self.outsets = outsets
    self.token = token
  }
}

/// A bitmap of a node's size to draw on.
public struct NodeCanvas {
  /// The pixels, initially transparent.
  public var bitmap: Bitmap
  /// The node's bounds in points; their origin is the bitmap's top left corner.
  public let bounds: Rect
  /// The number of pixels per point.
  public let scale: Double
  /// The ticket of the pass.
  public let ticket: Ticket

  /// Creates a transparent canvas; fails if it would exceed the bitmap limits.
  init?(for request: NodeImage.Request) {
    let size = PixelGrid(scale: request.scale).size(holding: request.bounds.size)
    let bitmap = try? Bitmap(width: size.width, height: size.height, pool: request.pool)
    guard let bitmap else { return nil }
    self.bitmap = bitmap
    bounds = request.bounds
    scale = request.scale
    ticket = request.ticket
  }

  /// Whether the drawing is stale.
  public var isStale: Bool { ticket.isStale }
}

/// A type-erased content.
struct ContentBox: Sendable {
  let drawing: DisplayNode.DrawingModes
  /// The wrapped content, for callers that know its type.
  let content: any NodeContent
  /// Captures the parameters of a pass and returns its drawing.
  let capture: @MainActor @Sendable (DisplayNode) -> ContentDrawing

  init<Content: NodeContent>(_ content: Content) {
    self.content = content
    drawing = Content.drawing
    capture = { node in
      let parameters = content.parameters(for: node)
      return ContentDrawing(
        image: { Content.image(parameters, for: $0) }, keepsContents: Content.keepsContents
      ) { [weak node] ending in
        if let node { content.passDidEnd(parameters, of: node, ending) }
      }
    }
  }
}

/// The drawing of a pass with its captured parameters.
struct ContentDrawing: Sendable {
  /// Draws the image, on any thread.
  let image: @Sendable (NodeImage.Request) -> NodeImage?
  /// Whether the old contents stay when there is no image.
  let keepsContents: Bool
  /// Reports the end of the pass to the content.
  let didEnd: @MainActor @Sendable (DisplayNode.PassEnding) -> Void
}
