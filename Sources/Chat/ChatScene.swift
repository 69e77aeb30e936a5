public import GalleyDisplay
internal import GalleyGeometry
internal import GalleyLayers
public import GalleyPixels
internal import GalleyScheduling
public import GalleyTypesetting
internal import Synchronization

/// A conversation on its own surface, as nodes drawn by an environment's executor.
@MainActor public final class ChatScene {
  private let environment: DisplayEnvironment
  private let surface: NodeSurface

  /// Creates the nodes of a conversation on several threads, and adds them to a surface.
  ///
  /// - Parameters:
  ///   - layout: The conversation.
  ///   - engine: The engine that laid it out.
  ///   - scale: The number of pixels per point.
  ///   - environment: The environment that draws the nodes; nothing else may use it.
  ///   - threads: The number of threads that create nodes; 0 uses the default.
  /// - Throws: ``ChatError/tooLarge(width:height:)`` if the picture would exceed the maximum bitmap
  ///   size.
  public init(
    _ layout: ChatLayout, engine: TextEngine, scale: Double, environment: DisplayEnvironment,
    threads: Int = 0
  ) throws(ChatError) {
    let (width, height) = PixelGrid(scale: scale).size(holding: layout.size)
    guard width <= Bitmap.sideLimit, height <= Bitmap.sideLimit,
      width * height * 4 <= Bitmap.byteLimit
    else { throw .tooLarge(width: width, height: height) }
    self.environment = environment
    // The surface comes first: transactions of nodes made on other threads wait for its first tick.
    surface = NodeSurface(
      LayerHost(size: layout.size, scale: scale), environment: environment)
    surface.rootNode = Self.makeRoot(
      of: layout, at: scale, in: environment, threads: threads)
  }

  /// Removes the nodes from the surface and runs a tick to settle their states, which breaks the
  /// reference cycle between the environment and the nodes.
  isolated deinit {
    surface.rootNode = nil
    environment.loop.tick()
  }

  private nonisolated static func makeRoot(
    of layout: ChatLayout, at scale: Double, in environment: DisplayEnvironment, threads: Int
  ) -> DisplayNode {
    let rows = layout.rows(at: scale)
    let nodes = Mutex<[Int: DisplayNode]>([:])
    parallelApply(iterations: rows.count, threads: threads) { index in
      let placed = rows[index]
      let node = ChatRowNode(placed.row, of: layout.conversation, environment: environment).node
      node.frame.origin.y = placed.y
      nodes.withLock { $0[index] = node }
    }
    let made = nodes.withLock { $0 }
    let root = layout.style.makeGroundNode(environment: environment)
    root.frame = Rect(origin: .zero, size: layout.size)
    for index in rows.indices {
      if let node = made[index] { root.addSubnode(node) }
    }
    return root
  }

  /// Submits all drawing to the executor.
  public func beginDisplay() { environment.loop.tick() }

  /// Waits until everything is drawn, and composites it.
  ///
  /// - Returns: The conversation as one bitmap.
  /// - Throws: ``ChatError/tooLarge(width:height:)`` if the picture would exceed the maximum bitmap
  ///   size, or ``ChatError/outOfMemory(bytes:)``.
  public func picture() throws(ChatError) -> Bitmap {
    environment.loop.tick()
    environment.loop.settle()
    do { return try surface.bitmap() } catch {
      if case .outOfMemory(let bytes) = error { throw .outOfMemory(bytes: bytes) }
      let (width, height) = PixelGrid(scale: surface.host.scale).size(holding: surface.host.size)
      throw .tooLarge(width: width, height: height)
    }
  }
}
