public import GalleyGeometry
public import GalleyLayoutSpecs
public import GalleyPixels
public import GalleyScheduling

/// What a node draws: a value that any thread may make, whose drawing sees captured parameters only.
///
/// A content draws in one of two ways. With `.canvas` among its ``drawing`` it draws on a bitmap of the
/// node's size; with `.image` it gives a picture of any size. With both, it gives pictures.
public protocol NodeContent: Sendable {
  /// Everything that drawing needs to know, captured on the main actor once for each pass.
  associatedtype Parameters: Sendable

  /// In which ways the content draws; a content that does not draw never takes a pass.
  static var drawing: NodeDrawing { get }

  /// How large the content is, on any thread.
  ///
  /// - Parameters:
  ///   - range: The sizes that the node may have.
  ///   - scale: The pixels to a point.
  /// - Returns: The size, and where text stands; `nil` if the content takes any.
  func measurement(thatFits range: SizeRange, scale: Double) -> ContentMeasurement?

  /// Captures what a pass is drawn with. Called once for each pass.
  @MainActor func parameters(for node: DisplayNode) -> Parameters

  /// Draws on a canvas, on any thread; asks the canvas now and then whether that is still wanted.
  static func draw(_ parameters: Parameters, on canvas: inout NodeCanvas)

  /// Gives a picture, on any thread; `nil` leaves the node without contents.
  static func image(_ parameters: Parameters, for request: NodeImageRequest) -> NodeImage?

  /// Whether the old contents stay where there is no picture, rather than go.
  static var keepsContents: Bool { get }

  /// Hears how a pass ended, once for each that parameters were captured for while the node lives.
  @MainActor func passDidEnd(
    _ parameters: Parameters, of node: DisplayNode, _ ending: NodePassEnding)

  /// Whether a placeholder stays although nothing is being drawn, since a picture is still to come.
  @MainActor func awaitsPicture(for node: DisplayNode) -> Bool

  /// Whether the content is drawn in the tint of its node.
  var dependsOnTint: Bool { get }

  /// Hears that the node's layer is laid out: its size, or something in it, may be another.
  @MainActor func nodeDidLayOut(_ node: DisplayNode)
}

/// What has become of a pass.
public enum NodePassEnding: Hashable, Sendable {
  /// What it drew, or that it drew nothing, is the node's contents.
  case shown
  /// It had no picture, and the node keeps the contents that it had.
  case kept
  /// It was overtaken or called off, and left the node as it was.
  case dropped
}

/// The ways in which contents draw.
public struct NodeDrawing: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// Makes a set of its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// On a bitmap of the node's size.
  public static let canvas = NodeDrawing(rawValue: 1)
  /// As a picture of any size.
  public static let image = NodeDrawing(rawValue: 2)
}

extension NodeContent {
  /// Takes any size.
  public func measurement(thatFits range: SizeRange, scale: Double) -> ContentMeasurement? {
    nil
  }
  /// Draws nothing.
  public static func draw(_ parameters: Parameters, on canvas: inout NodeCanvas) {}
  /// Has no picture.
  public static func image(_ parameters: Parameters, for request: NodeImageRequest) -> NodeImage? {
    nil
  }
  /// The contents go.
  public static var keepsContents: Bool { false }
  /// Does nothing.
  @MainActor public func passDidEnd(
    _ parameters: Parameters, of node: DisplayNode, _ ending: NodePassEnding
  ) {}
  /// Awaits nothing that is not being drawn.
  @MainActor public func awaitsPicture(for node: DisplayNode) -> Bool { false }
  /// Has its own colors.
  public var dependsOnTint: Bool { false }
  /// Does nothing.
  @MainActor public func nodeDidLayOut(_ node: DisplayNode) {}
}

/// What a picture is wanted for.
public struct NodeImageRequest: Sendable {
  /// The node's bounds, in points.
  ///
  /// May be empty.
  public let bounds: Rect
  /// How many pixels a point has.
  public let scale: Double
  /// The claim of the pass, which goes stale when the picture is no longer wanted.
  public let ticket: Ticket
  /// Where the memory of the picture comes from and goes back to.
  public let pool: BitmapPool
}

/// A picture for a node.
public struct NodeImage: Sendable {
  /// The pixels.
  public internal(set) var bitmap: Bitmap
  /// How many pixels of it stand for a point, where it is shown in its own size.
  public let scale: Double
  /// The part that is stretched, as parts of width and height.
  public let center: Rect
  /// The distances that the picture reaches beyond the node's bounds, in points.
  public let outsets: Insets
  /// What has to live as long as the picture is shown, such as the token that it is shared by.
  public let token: (any AnyObject & Sendable)?

  /// Makes a picture.
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

/// A bitmap of a node's size, to draw on.
public struct NodeCanvas {
  /// The pixels, clear at first.
  public var bitmap: Bitmap
  /// The node's bounds in points, whose origin is at the bitmap's top left corner.
  public let bounds: Rect
  /// How many pixels a point has.
  public let scale: Double
  /// The claim of the pass.
  public let ticket: Ticket

  /// Makes a clear canvas; `nil` if it would be larger than a bitmap may be.
  init?(for request: NodeImageRequest) {
    let size = PixelGrid(scale: request.scale).size(holding: request.bounds.size)
    let bitmap = try? Bitmap(width: size.width, height: size.height, pool: request.pool)
    guard let bitmap else { return nil }
    self.bitmap = bitmap
    bounds = request.bounds
    scale = request.scale
    ticket = request.ticket
  }

  /// Whether the drawing is no longer wanted.
  public var isStale: Bool { ticket.isStale }
}

/// A content whose type does not matter any more.
struct ContentBox: Sendable {
  let drawing: NodeDrawing
  /// What the box was made of, for who knows its type.
  let content: any NodeContent
  /// Captures the parameters of a pass, and gives its drawing.
  let capture: @MainActor @Sendable (DisplayNode) -> ContentDrawing

  init<Content: NodeContent>(_ content: Content) {
    self.content = content
    drawing = Content.drawing
    capture = { node in
      let parameters = content.parameters(for: node)
      return ContentDrawing(
        way: Content.drawing.contains(.image)
          ? .image { Content.image(parameters, for: $0) }
          : .canvas { Content.draw(parameters, on: &$0) },
        keepsContents: Content.keepsContents
      ) { [weak node] ending in
        if let node { content.passDidEnd(parameters, of: node, ending) }
      }
    }
  }
}

/// The drawing of a pass, with its parameters.
struct ContentDrawing: Sendable {
  /// How it draws.
  enum Way: Sendable {
    case canvas(@Sendable (inout NodeCanvas) -> Void)
    case image(@Sendable (NodeImageRequest) -> NodeImage?)
  }

  let way: Way
  /// Whether the old contents stay if there is no picture.
  let keepsContents: Bool
  /// Tells the content how the pass ended.
  let didEnd: @MainActor @Sendable (NodePassEnding) -> Void
}
