public import GalleyDisplay
internal import GalleyGeometry
internal import GalleyLayers
public import GalleyPixels
internal import GalleyScheduling
public import GalleyTypesetting
internal import Synchronization

/// A conversation on a surface of its own: nodes, drawn by an environment's executor.
@MainActor public final class ChatScene {
  private let environment: DisplayEnvironment
  private let surface: NodeSurface

  /// Makes the nodes of a conversation, on several threads, and puts them on a surface.
  ///
  /// - Parameters:
  ///   - layout: The conversation.
  ///   - engine: What laid it out.
  ///   - scale: How many pixels a point has.
  ///   - environment: What draws the nodes; nothing else is to be drawn with it.
  ///   - threads: How many threads make nodes; 0 leaves it to the system.
  /// - Throws: ``ChatError/tooLarge(width:height:)`` if there would be more pixels than in a bitmap.
  public init(
    _ layout: ChatLayout, engine: TextEngine, scale: Double, environment: DisplayEnvironment,
    threads: Int = 0
  ) throws(ChatError) {
    let (width, height) = PixelGrid(scale: scale).size(holding: layout.size)
    guard width <= Bitmap.sideLimit, height <= Bitmap.sideLimit,
      width * height * 4 <= Bitmap.byteLimit
    else { throw .tooLarge(width: width, height: height) }
    self.environment = environment
    // The surface comes first: what nodes that other threads make have to say waits for its first tick.
    surface = NodeSurface(
      LayerHost(size: layout.size, scale: scale), environment: environment)
    surface.rootNode = Self.makeRoot(
      of: layout, at: scale, in: environment, threads: threads)
  }

  /// Takes the nodes from the surface, and has their states settled: until then the environment keeps
  /// the nodes, and they keep it.
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
      let node = DisplayEnvironment.$current.withValue(environment) {
        let placed = rows[index]
        let node = ChatRowNode(placed.row, of: layout.conversation).node
        node.frame.origin.y = placed.y
        return node
      }
      nodes.withLock { $0[index] = node }
    }
    let made = nodes.withLock { $0 }
    return DisplayEnvironment.$current.withValue(environment) {
      let root = layout.style.makeGroundNode()
      root.frame = Rect(origin: .zero, size: layout.size)
      for index in rows.indices {
        if let node = made[index] { try? root.addSubnode(node) }
      }
      return root
    }
  }

  /// Hands all drawing to the executor.
  public func beginDisplay() { environment.loop.tick() }

  /// Waits until everything is drawn, and composes it.
  ///
  /// - Returns: The conversation as one bitmap.
  /// - Throws: ``ChatError/tooLarge(width:height:)`` if it would be larger than a bitmap may be, and
  ///   ``ChatError/outOfMemory(bytes:)``.
  public func picture() throws(ChatError) -> Bitmap {
    environment.loop.tick()
    environment.loop.settle()
    do { return try surface.picture() } catch {
      if case .outOfMemory(let bytes) = error { throw .outOfMemory(bytes: bytes) }
      let (width, height) = PixelGrid(scale: surface.host.scale).size(holding: surface.host.size)
      throw .tooLarge(width: width, height: height)
    }
  }
}
