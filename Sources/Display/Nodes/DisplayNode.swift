internal import GalleyGeometry
public import GalleyLayers
internal import GalleyScheduling
internal import Synchronization

/// A part of what is on screen: made, set up and measured on any thread, shown by a layer.
///
/// A node has two halves. Its description is behind a mutex, for any thread. Its ``layer`` is made when
/// the main actor first asks for it, and stays. Until then properties gather in the description; from
/// then on they go straight to the layer on the main actor, and with the next tick from elsewhere.
///
/// What nodes differ in is not a subclass but a value, their ``content``, whose drawing sees nothing but
/// parameters that were captured on the main actor.
///
/// A node whose layer exists has its subnodes changed on the main actor only.
///
/// A node keeps its subnodes alive, and a surface keeps the topmost nodes alive whose layers are on it.
/// Layers die on the main actor, wherever the last reference to a node goes.
public final class DisplayNode: Sendable {
  /// Where the node's passes are drawn, and when its changes are applied.
  public let environment: DisplayEnvironment

  let description: Mutex<NodeDescription>
  let sentinel = Sentinel()
  @MainActor var loadedLayer: Layer?
  @MainActor var display = NodeDisplay()

  /// Makes a node that draws nothing by itself.
  public convenience init() {
    self.init(content: nil, layer: nil)
  }

  /// Makes a node that draws a content.
  public convenience init(_ content: some NodeContent) {
    self.init(content: ContentBox(content), layer: nil)
  }

  /// Makes a *synchronous* node around a layer that somebody else draws.
  ///
  /// The node never draws it, nor takes its contents away, and displays nothing asynchronously.
  ///
  /// - Parameter layer: Makes the layer, or has it. Called once, when the node loads.
  public convenience init(layer: @escaping @MainActor @Sendable () -> Layer) {
    self.init(content: nil, layer: layer)
  }

  private init(content: ContentBox?, layer: (@MainActor @Sendable () -> Layer)?) {
    environment = .current
    description = Mutex(NodeDescription(content: content, layerMaker: layer))
  }

  deinit {
    sentinel.cancel()
    if !isOnMain { environment.releaseOnMain(&loadedLayer) }
  }

  /// Whether the node is around a layer that somebody else draws.
  public var isSynchronous: Bool { withDescription { $0.flags }.contains(.isSynchronous) }

  /// What the node draws; `nil` if it draws nothing by itself.
  package var content: (any NodeContent)? { withDescription { $0.content?.content } }

  /// A word for people who look at trees of nodes; `nil` is none.
  public var name: String? {
    get { withDescription { $0.name } }
    set { withDescription { $0.name = newValue } }
  }

  /// Reads or changes what any thread may know.
  ///
  /// Nothing is called from within that may take a lock.
  @inline(__always)
  func withDescription<Result: Sendable>(
    _ body: (inout NodeDescription) -> Result
  ) -> Result {
    description.withLock { body(&$0) }
  }

  /// Whether the node has its layer.
  public var isLoaded: Bool { withDescription { $0.isLoaded } }
}

/// What any thread may know of a node.
struct NodeDescription: Sendable {
  var properties = NodeProperties()
  var pending: PendingState = []
  var flags: NodeFlags = []
  var isLoaded = false
  var content: ContentBox?
  var layerMaker: (@MainActor @Sendable () -> Layer)?
  var loadHooks: [@MainActor @Sendable (DisplayNode) -> Void] = []
  weak var supernode: DisplayNode?
  var subnodes: [DisplayNode] = []
  /// The number of nodes from this one down, with both ends.
  var levels = 1
  var name: String?
  var observers: [WeakObserver] = []
  var state = InterfaceState.none
  var targetState = InterfaceState.none
  var distance = 0.0
  /// The scale of the host that the node's layer is on.
  var hostScale: Double?
  /// The work of the last pass, to give it other keys.
  var work: WorkID?
  var rounding = CornerRounding.layer
  var placeholder: Placeholder?
  var transition = ContentsTransition()
  var tint: Color?
  var measurement = NodeMeasurement()
  var pointerHandler = WeakHandler()
  var hitTestSlop = Insets.zero

  init(content: ContentBox?, layerMaker: (@MainActor @Sendable () -> Layer)?) {
    self.content = content
    self.layerMaker = layerMaker
    if layerMaker != nil { flags = .isSynchronous }
  }
}

/// What is true of a node, or not.
struct NodeFlags: OptionSet, Sendable {
  let rawValue: UInt16

  /// Somebody else draws the layer.
  static let isSynchronous = NodeFlags(rawValue: 1)
  /// The pictures of the node and of those under it appear together.
  static let isTransactionContainer = NodeFlags(rawValue: 1 << 1)
  /// The node and all under it are drawn into one bitmap.
  static let rasterizesSubtree = NodeFlags(rawValue: 1 << 2)
  /// A node above draws this one into its bitmap.
  static let isRasterized = NodeFlags(rawValue: 1 << 3)
  /// A range decides on the node's state.
  static let isRangeManaged = NodeFlags(rawValue: 1 << 4)
  /// Pointers find neither the node nor what is in it.
  static let ignoresPointers = NodeFlags(rawValue: 1 << 7)
  /// The subnodes are those of the layout.
  static let managesSubnodes = NodeFlags(rawValue: 1 << 6)
  /// The scale that the node is drawn at was set.
  static let hasContentsScale = NodeFlags(rawValue: 1 << 5)
  /// The node is drawn before its first frame on a host.
  static let neverShowsPlaceholders = NodeFlags(rawValue: 1 << 8)
  /// The node is as large as the one that it is in.
  static let coversSupernode = NodeFlags(rawValue: 1 << 9)
}
