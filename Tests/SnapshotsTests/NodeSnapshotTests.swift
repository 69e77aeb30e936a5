import Foundation
import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyPainting
import GalleyPixels
import GalleyScheduling
import GalleySnapshots
import GalleyTypesetting
import Synchronization
import TestSupport
import Testing

/// Snapshots of nodes, with files in a temporary folder.
@MainActor @Suite struct NodeSnapshotTests {
  private let folder = TemporaryDirectory()
  private let environment: DisplayEnvironment

  init() {
    let clock = ManualClock()
    environment = DisplayEnvironment(executor: ManualExecutor(clock: clock), clock: clock)
  }

  /// Writes the snapshot of a node, and returns its picture.
  private func picture(
    of node: DisplayNode, width: Double? = nil, scale: Double = 1, background: Color? = .white
  ) throws -> Bitmap {
    let location = SourceLocation(
      fileID: "Cards/CardTests.swift", filePath: folder.file("CardTests.swift"), line: 7, column: 1)
    withKnownIssue {
      SnapshotRun.$current.withValue(SnapshotRun(SnapshotRun.Settings())) {
        expectSnapshot(
          of: node, width: width, scale: scale, background: background, sourceLocation: location)
      }
    } matching: {
      $0.severity == .warning
    }
    let name = try #require(try folder.names(in: "__Snapshots__/CardTests").first)
    let file = "__Snapshots__/CardTests/\(name)"
    defer { try? FileManager.default.removeItem(atPath: folder.file(file)) }
    return try Bitmap(png: [UInt8](try folder.data(file)))
  }

  private func dot(_ color: Color, at frame: Rect) -> DisplayNode {
    let node = DisplayNode(SolidContent(color), environment: environment)
    node.frame = frame
    return node
  }

  @Test func `a node is drawn with its subnodes, at its size and scale`() throws {
    let node = dot(Color(argb: 0xFF00_FF00), at: Rect(x: 30, y: 40, width: 8, height: 6))
    node.addSubnode(dot(.black, at: Rect(x: 4, y: 2, width: 4, height: 4)))
    let picture = try picture(of: node, scale: 2)
    #expect(picture.width == 16 && picture.height == 12)
    #expect(picture.pixel(x: 7, y: 4) == 0xFF00_FF00)
    #expect(picture.pixel(x: 8, y: 4) == 0xFF00_0000)
    #expect(node.frame == Rect(x: 30, y: 40, width: 8, height: 6))
    #expect(node.layer.host == nil)
  }

  @Test func `the picture of a text node has the pixels of its text`() throws {
    let engine = TestFonts.engine()
    let text = AttributedText("ab cd", style: TestFonts.style())
    let node = TextNode(text, engine: engine, environment: environment).node
    let picture = try picture(of: node, width: 30)
    let layout = engine.layout(text, options: LayoutOptions(width: 30))
    #expect(layout.lines.count == 2)
    #expect(Double(picture.height) == layout.size.height.rounded(.up))
    let drawn = try RenderedImage(layout, background: .white).bitmap
    let ink = { (bitmap: Bitmap) in bitmap.pixels.count { $0 == 0xFF00_0000 } }
    #expect(ink(drawn) > 0)
    #expect(ink(picture) == ink(drawn))
  }

  @Test func `a node without a size is measured`() throws {
    let engine = TestFonts.engine()
    let text = AttributedText("ab cd", style: TestFonts.style())
    let node = TextNode(text, engine: engine, environment: environment).node
    let picture = try picture(of: node, scale: 2)
    let size = engine.layout(text, options: LayoutOptions()).size
    #expect(picture.width == Int(size.width * 2) && picture.height == Int(size.height * 2))
    #expect(node.frame.isEmpty)
  }

  @Test func `animations that end have ended in the picture`() throws {
    let node = DisplayNode(environment: environment)
    node.backgroundColor = .black
    node.frame = Rect(x: 0, y: 0, width: 4, height: 4)
    node.layer.add(LayerAnimation(.opacity(from: 0, to: 1), duration: 2), forKey: "fade")
    #expect(try picture(of: node).pixel(x: 1, y: 1) == 0xFF00_0000)
  }

  @Test func `the ground of a picture may be transparent`() throws {
    let node = DisplayNode(environment: environment)
    node.frame = Rect(x: 0, y: 0, width: 4, height: 4)
    #expect(try picture(of: node, background: nil).pixel(x: 1, y: 1) == 0)
    #expect(try picture(of: node).pixel(x: 1, y: 1) == 0xFFFF_FFFF)
  }

  @Test func `nodes of the shared environment are drawn too`() throws {
    let node = DisplayNode(SolidContent(.black), environment: .shared)
    node.frame = Rect(x: 0, y: 0, width: 4, height: 4)
    #expect(try picture(of: node).pixel(x: 1, y: 1) == 0xFF00_0000)
  }

  @Test func `a node in a tree or on a surface fails with the reason`() {
    let parent = dot(.black, at: Rect(x: 0, y: 0, width: 4, height: 4))
    let child = dot(.white, at: Rect(x: 0, y: 0, width: 2, height: 2))
    parent.addSubnode(child)
    #expect(problem(of: child)?.contains("the node has a supernode") == true)
    let surface = NodeSurface(
      LayerHost(size: Size(width: 4, height: 4)), environment: environment)
    surface.rootNode = parent
    #expect(problem(of: parent)?.contains("the node is on a surface") == true)
    surface.rootNode = nil
    environment.loop.settle()
    #expect(problem(of: parent, scale: 0)?.contains("the scale is 0.0") == true)
  }

  /// Returns the error with which a snapshot fails.
  private func problem(of node: DisplayNode, scale: Double = 1) -> String? {
    let problem = Mutex<String?>(nil)
    withKnownIssue {
      expectSnapshot(of: node, scale: scale)
    } matching: { issue in
      problem.withLock { $0 = issue.error.map { "\($0)" } }
      return true
    }
    return problem.withLock { $0 }
  }
}
