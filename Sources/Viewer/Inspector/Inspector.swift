import GalleyDisplay
import GalleyFonts
import GalleyGeometry
import GalleyLayers
import GalleyPixels
import GalleyScheduling
import GalleyTypesetting

/// An overlay that shows the nodes of a tree: their boxes in the colors of their interface states,
/// the node under the pointer, and the damage of the last frames.
@MainActor final class Inspector {
  /// The node over the inspected tree; damage in it is not shown.
  let node: DisplayNode

  private let root: DisplayNode
  private let environment: DisplayEnvironment
  private let damage: DamageLog
  private let text: TextNode
  private let panel: DisplayNode
  private let outlines: NodePool
  private let flashes: NodePool
  /// The boxes that flash, with the times at which they end.
  private var flashing: [(rect: Rect, end: Double)] = []
  private var handler: DisplayLoop.Handler?
  private var frames: DisplayLoop.FrameRequest?
  private var words = ""

  /// Returns the position of the pointer, in points of the tree's root; `nil` for none.
  private let pointer: @MainActor () -> Point?

  /// The time for which damage flashes, in seconds.
  static let flashTime = 0.25
  private static let (outlineLimit, flashLimit) = (400, 64)

  /// Creates an overlay that is updated in ticks; its node has yet to be added to the root.
  ///
  /// - Parameters:
  ///   - root: The root of the tree.
  ///   - engine: The engine that lays out text.
  ///   - damage: The damage of the surface's frames.
  ///   - pointer: Returns the position of the pointer, in points of the root; `nil` for none.
  init(
    _ root: DisplayNode, engine: TextEngine, damage: DamageLog,
    pointer: @escaping @MainActor () -> Point?
  ) {
    self.root = root
    self.damage = damage
    self.pointer = pointer
    environment = root.environment
    node = DisplayNode(environment: environment)
    panel = DisplayNode(environment: environment)
    text = TextNode(engine: engine, environment: environment)
    outlines = NodePool(in: node)
    flashes = NodePool(in: node)
    node.name = "inspector"
    node.isUserInteractionEnabled = false
    node.isOpaque = false
    node.zPosition = 1
    panel.backgroundColor = Color(argb: 0xEB10_1418)
    panel.zPosition = 1
    panel.addSubnode(text.node)
    node.addSubnode(panel)
    damage.watch(apartFrom: node.layer.id)
    handler = environment.loop.onEachTick(in: .layout) { [weak self] tick in
      self?.update(at: tick.time)
    }
    // The pointer moves without ticks.
    frames = environment.loop.requestFrames()
  }

  /// Removes the overlay.
  func close() {
    damage.watch(apartFrom: nil)
    handler = nil
    frames = nil
    node.removeFromSupernode()
  }

  private func update(at time: Double) {
    node.frame = root.bounds
    let boxes = NodeOutline.all(of: root, ignoring: node, limit: Self.outlineLimit)
    outlines.show(boxes) { node, outline in
      node.frame = outline.rect
      node.border = Layer.Border(width: 1, color: outline.state.color)
    }
    flash(damage.take(), at: time)
    describe(pointer().map { NodeOutline.path(at: $0, of: root, ignoring: node) } ?? [])
  }

  private func flash(_ rects: [Rect], at time: Double) {
    flashing.removeAll { $0.end <= time }
    flashing += rects.map { ($0, time + Self.flashTime) }
    flashing.removeFirst(max(0, flashing.count - Self.flashLimit))
    flashes.show(flashing) { node, flash in
      node.frame = flash.rect
      node.backgroundColor = Color(argb: 0x30FF_00C8)
    }
  }

  /// Shows the path of a node, and its properties.
  private func describe(_ path: [DisplayNode]) {
    let words = path.isEmpty ? "" : Self.description(of: path)
    panel.isHidden = words.isEmpty
    guard words != self.words else { return }
    self.words = words
    let style = TextStyle(font: FontDescription(size: 11), paint: TextPaint(color: .fixed(.white)))
    text.text = AttributedText(words, style: style)
    let room = root.bounds.size
    let size = text.size(thatFits: Size(width: max(1, room.width - 16), height: .infinity))
    text.frame = Rect(x: 8, y: 6, width: size.width, height: size.height)
    let height = (size.height + 12).rounded(.up)
    panel.frame = Rect(x: 0, y: room.height - height, width: room.width, height: height)
  }

  /// Returns the names along a path, and the properties of its last node.
  static func description(of path: [DisplayNode]) -> String {
    guard let node = path.last else { return "" }
    let (frame, layer) = (node.frame, node.layer)
    let bytes = layer.contents?.byteCount ?? 0
    func short(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }
    return """
      \(path.map(\.debugName).joined(separator: " > "))
      \(short(frame.size.width)) x \(short(frame.size.height)) at \(short(frame.minX)), \
      \(short(frame.minY)), \(node.interfaceState), contents \(bytes / 1_024) KB
      """
  }
}

extension InterfaceState {
  /// The color of outlines.
  fileprivate var color: Color {
    switch self {
    case .none: Color(argb: 0xC080_8080)
    case .measureLayout: Color(argb: 0xC000_60FF)
    case .preload: Color(argb: 0xC0A0_20F0)
    case .display: Color(argb: 0xC0FF_9000)
    case .visible: Color(argb: 0xC000_B050)
    }
  }
}

/// Reusable nodes in another one.
@MainActor private final class NodePool {
  private let parent: DisplayNode
  private var nodes: [DisplayNode] = []

  init(in parent: DisplayNode) { self.parent = parent }

  /// Shows a node for each value, and hides the others.
  func show<Value>(_ values: [Value], _ configure: (DisplayNode, Value) -> Void) {
    while nodes.count < values.count {
      let node = DisplayNode(environment: parent.environment)
      node.isOpaque = false
      nodes.append(node)
      parent.addSubnode(node)
    }
    for (index, node) in nodes.enumerated() {
      node.isHidden = index >= values.count
      if index < values.count { configure(node, values[index]) }
    }
  }
}
