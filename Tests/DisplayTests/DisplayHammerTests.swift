import Dispatch
import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyLayoutSpecs
import GalleyPixels
import GalleyScheduling
import GalleyTypesetting
import TestSupport
import Testing

/// Four threads change nodes while four others draw them and the main actor ticks, for the thread
/// sanitizer.
@MainActor @Suite struct DisplayHammerTests {
  /// The nodes of one thread: rows of texts and colors in a column.
  private struct Row: Sendable {
    let node: DisplayNode
    let colors: [DisplayNode]
    let texts: [TextNode]
  }

  private let environment = DisplayEnvironment(
    executor: PoolExecutor(threads: 4), clock: SystemClock())
  private let engine = TestFonts.engine()

  @Test func `nodes changed by four threads end up drawn in their final state`() throws {
    let surface = NodeSurface(
      LayerHost(size: Size(width: 64, height: 64), scale: 1), environment: environment)
    let root = DisplayNode(environment: environment)
    let rows = (0..<4).map { makeRow($0) }
    for row in rows { root.addSubnode(row.node) }
    surface.rootNode = root

    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      parallelApply(iterations: 4, threads: 4) { Self.change(rows[$0], seed: UInt64($0)) }
      done.signal()
    }
    repeat { environment.loop.tick() } while done.wait(timeout: .now() + 0.001) == .timedOut
    environment.loop.tick()
    environment.loop.settle()
    for row in rows {
      #expect(row.node.layer.sublayers.map(\.id) == row.node.subnodes.map(\.layer.id))
      for node in row.node.subnodes {
        #expect(node.layer.frame == node.frame)
        #expect(node.layer.opacity == node.opacity)
        if node.interfaceState >= .display, !node.bounds.isEmpty {
          #expect(node.layer.contents != nil)
        }
      }
    }
    // Drawn once more by itself, everything looks the same.
    let image = try surface.bitmap().pngData()
    for row in rows {
      for node in row.node.subnodes { node.setNeedsDisplay() }
    }
    environment.loop.tick()
    environment.loop.settle()
    #expect(try surface.bitmap().pngData() == image)
    surface.rootNode = nil
    environment.loop.settle()
  }

  private func makeRow(_ index: Int) -> Row {
    let row = Row(
      node: DisplayNode(environment: environment),
      colors: (0..<3).map {
        DisplayNode(SolidContent(Color(argb: 0xFF00_00FF >> UInt32($0))), environment: environment)
      },
      texts: (0..<3).map {
        TextNode(AttributedText("a\($0)"), engine: engine, environment: environment)
      })
    row.node.frame = Rect(x: 0, y: Double(index) * 16, width: 64, height: 16)
    return row
  }

  /// Changes one row at random, 600 times.
  private nonisolated static func change(_ row: Row, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let nodes = row.colors + row.texts.map(\.node)
    for round in 0..<600 {
      let node = nodes[Int.random(in: 0..<nodes.count, using: &random)]
      switch round % 8 {
      case 0, 1: row.node.addSubnode(node)
      case 2: row.node.insertSubnode(node, at: 0)
      case 3: node.removeFromSupernode()
      case 4:
        let x = Double.random(in: 0..<40, using: &random).rounded()
        node.frame = Rect(x: x, y: 0, width: 20, height: 16)
      case 5: node.opacity = Double.random(in: 0...1, using: &random)
      case 6: node.setNeedsDisplay()
      default:
        let text = row.texts[Int.random(in: 0..<3, using: &random)]
        text.text = AttributedText("b\(round)")
        text.node.layoutThatFits(SizeRange(upTo: Size(width: 40, height: 16)))
      }
    }
  }
}
