internal import GalleyGeometry
public import GalleyLayers
internal import GalleyScheduling
internal import Synchronization

/// An element of the interface that any thread may create, configure and measure, and a layer
/// shows.
///
/// A node has two halves. Its description is protected by a mutex and accessible from any thread.
/// Its ``layer`` is created when the main actor first accesses it, and never goes away. Until then,
/// properties accumulate in the description; afterwards they go directly to the layer on the main
/// actor, and with the next tick from other threads.
///
/// Nodes are not specialized by subclassing but by a value, their `content`, whose drawing code
/// sees only parameters captured on the main actor.
///
/// Once a node is loaded, its subnodes may change only on the main actor.
///
/// A node retains its subnodes, and a surface retains the topmost nodes whose layers are on it.
/// Layers are released on the main actor, whatever thread drops the last reference to the node.
public final class DisplayNode: Sendable {
  /// The environment that draws the node and applies its changes.
  public let environment: DisplayEnvironment

  let description: Mutex<NodeDescription>
  let sentinel = Sentinel()
  @MainActor var loadedLayer: Layer?
  @MainActor var display = NodeDisplay()

  /// Creates a node that draws nothing by itself.
  ///
  /// - Parameter environment: The environment of the node and of the tree that it will be in.
  public convenience init(environment: DisplayEnvironment) {
    self.init(environment, content: nil, layer: nil)
  }

  /// Creates a node that draws a content.
  public convenience init(_ content: some NodeContent, environment: DisplayEnvironment) {
    self.init(environment, content: ContentBox(content), layer: nil)
  }

  /// Creates a *synchronous* node, which wraps a layer drawn by other code.
  ///
  /// The node never draws the layer, clears its contents, or displays asynchronously.
  ///
  /// - Parameters:
  ///   - environment: The environment of the node and of the tree that it will be in.
  ///   - layer: Returns the layer. Called once, when the node loads.
  public convenience init(
    environment: DisplayEnvironment, layer: @escaping @MainActor @Sendable () -> Layer
  ) {
    self.init(environment, content: nil, layer: layer)
  }

  private init(
    _ environment: DisplayEnvironment, content: ContentBox?,
    layer: (@MainActor @Sendable () -> Layer)?
  ) {
    self.environment = environment
    description = Mutex(NodeDescription(content: content, layerMaker: layer))
  }

  deinit {
    sentinel.cancel()
    guard !isOnMain else { return }
    // Most nodes that are released elsewhere have neither.
    if loadedLayer != nil { environment.loop.releases.release(&loadedLayer) }
    var handler = description.withLock { $0.pointerHandler.take() }
    if handler != nil { environment.loop.releases.release(&handler) }
  }

  /// Whether the node wraps a layer drawn by other code.
  public var isSynchronous: Bool { has(.isSynchronous) }

  /// The content that the node draws; `nil` if it draws nothing by itself.
  package var content: (any NodeContent)? { withDescription { $0.content?.content } }

  /// A name for debugging.
  public var name: String? {
    get { withDescription { $0.name } }
    set { withDescription { $0.name = newValue } }
  }

  /// Accesses the thread-safe part of the node under its lock.
  ///
  /// The closure must not call anything that may take a lock.
  @inline(__always)
  func withDescription<Result: Sendable>(_ body: (inout NodeDescription) -> Result) -> Result {
    description.withLock { body(&$0) }
  }

  /// Returns a Boolean attribute.
  func has(_ flag: NodeFlags) -> Bool { withDescription { $0.flags.contains(flag) } }

  /// Sets or clears a Boolean attribute.
  func setFlag(_ flag: NodeFlags, _ isSet: Bool) {
    withDescription { description in
      if isSet { description.flags.insert(flag) } else { description.flags.remove(flag) }
    }
  }

  /// Whether the node's layer exists.
  public var isLoaded: Bool { withDescription { $0.isLoaded } }
}

/// The part of a node that any thread may access.
struct NodeDescription: Sendable {
  /// The properties that the node shares with its layer, except contents.
  var properties = LayerState()
  var pending = PendingState()
  var flags: NodeFlags = []
  var isLoaded = false
  var content: ContentBox?
  var layerMaker: (@MainActor @Sendable () -> Layer)?
  var loadHooks: [@MainActor @Sendable (DisplayNode) -> Void] = []
  weak var supernode: DisplayNode?
  var subnodes: [DisplayNode] = []
  /// The depth of the subtree, counting this node and its deepest descendant.
  var levels = 1
  var name: String?
  var observers: [WeakObserver] = []
  var state = InterfaceState.none
  var targetState = InterfaceState.none
  var distance = 0.0
  /// The scale of the host of the node's layer.
  var hostScale: Double?
  /// The work of the last pass, kept to update its key.
  var work: DisplayWork.ID?
  var rounding = DisplayNode.CornerRounding.layer
  var placeholder: Placeholder?
  var transition = DisplayNode.ContentsTransition()
  var tint: Color?
  var measurement = NodeMeasurement()
  var pointerHandler: HandlerBox?
  var accessibleContents: AccessibleBox?
  var hitTestSlop = Insets.zero

  init(content: ContentBox?, layerMaker: (@MainActor @Sendable () -> Layer)?) {
    self.content = content
    self.layerMaker = layerMaker
    if layerMaker != nil { flags = .isSynchronous }
  }
}

/// The Boolean attributes of a node.
struct NodeFlags: OptionSet, Sendable {
  let rawValue: UInt16

  /// The node wraps a layer drawn by other code.
  static let isSynchronous = NodeFlags(rawValue: 1)
  /// The contents of the node and its descendants appear in the same tick.
  static let isTransactionContainer = NodeFlags(rawValue: 1 << 1)
  /// The node and its descendants are drawn into one bitmap.
  static let rasterizesSubtree = NodeFlags(rawValue: 1 << 2)
  /// An ancestor draws this node into its bitmap.
  static let isRasterized = NodeFlags(rawValue: 1 << 3)
  /// A range controller sets the node's interface state.
  static let isRangeManaged = NodeFlags(rawValue: 1 << 4)
  /// Hit tests skip the node and its descendants.
  static let ignoresPointers = NodeFlags(rawValue: 1 << 7)
  /// The subnodes are those of the layout.
  static let managesSubnodes = NodeFlags(rawValue: 1 << 6)
  /// The contents scale was set explicitly.
  static let hasContentsScale = NodeFlags(rawValue: 1 << 5)
  /// The node is drawn synchronously before its first frame on a host.
  static let neverShowsPlaceholders = NodeFlags(rawValue: 1 << 8)
  /// The node's size follows its supernode's.
  static let coversSupernode = NodeFlags(rawValue: 1 << 9)
  /// The node may have subnodes whose size follows its own.
  static let hasCovers = NodeFlags(rawValue: 1 << 10)
  /// The node may have observers.
  static let isObserved = NodeFlags(rawValue: 1 << 11)
}
