import Foundation
import GalleyDisplay
import GalleyFonts
import GalleyGeometry
import GalleyLayers
import GalleyPainting
import GalleyPixels
import GalleyScheduling
import GalleyTypesetting
import TestSupport
import Testing

/// Transitions between texts, in a font whose glyphs are 10 points wide and high.
@MainActor struct TextMorphTests {
  let test = TestEnvironment(size: Size(width: 240, height: 60))
  let engine: TextEngine
  let node: TextNode

  init() {
    engine = TestFonts.engine()
    node = TextNode(engine: engine, environment: test.environment)
  }

  private func text(_ string: String, color: Color = .black) -> AttributedText {
    var style = TestFonts.style()
    style.paint.color = .fixed(color)
    return AttributedText(string, style: style)
  }

  private func show(_ string: String) {
    node.text = text(string)
    node.frame = Rect(origin: Point(x: 10, y: 10), size: Size(width: 200, height: 40))
    test.settle(showing: node.node)
    test.frame()
  }

  /// Changes the text with a transition of a second, and settles its drawing.
  private func change(to string: String, color: Color = .black) {
    node.setText(
      text(string, color: color), LayoutTransition(duration: 1, curve: .linear))
    test.tick()
    test.environment.loop.settle(limit: 10)
    test.frame()
  }

  /// The layers of the transition with their presented frames, and opacities, from the left.
  private var parts: [(x: Double, opacity: Double)] {
    guard let root = node.node.layer.sublayers.first, root.contents == nil else { return [] }
    return root.sublayers.map { layer in
      let shown = layer.presentation()
      return (shown.position.x, (shown.opacity * 100).rounded() / 100)
    }.sorted { $0.0 < $1.0 }.map { (x: $0.0, opacity: $0.1) }
  }

  private func expectParts(_ expected: [(Double, Double)]) {
    #expect(
      parts.map { [($0.x * 10).rounded() / 10, $0.opacity] } == expected.map { [$0.0, $0.1] })
  }

  /// Compares the presented places and opacities of the parts, from the top and the left.
  private func expectPlaces(_ expected: [[Double]]) {
    let parts = node.node.layer.sublayers.first?.sublayers ?? []
    let places = parts.map { layer -> [Double] in
      let shown = layer.presentation()
      return [shown.position.x, shown.position.y, shown.opacity].map {
        ($0 * 100).rounded() / 100
      }
    }
    #expect(places.sorted { ($0[1], $0[0], $0[2]) < ($1[1], $1[0], $1[2]) } == expected)
  }

  private func painted(_ string: String) throws -> Bitmap {
    var bitmap = try Bitmap(width: 240, height: 60)
    TextPainter().paint(
      engine.layout(text(string), options: LayoutOptions(width: 200)), at: Point(x: 10, y: 10),
      into: &bitmap, scale: 1)
    return bitmap
  }

  @Test func `glyphs that stay move, and others fade`() throws {
    show("ab ef")
    change(to: "ab cd ef")
    expectParts([(0, 1), (30, 0), (30, 1)])
    #expect(try test.image() == painted("ab ef"))
    test.frame(after: 0.5)
    expectParts([(0, 1), (30, 0.5), (45, 1)])
    test.frame(after: 0.6)
    #expect(parts.isEmpty)
    #expect(try test.image() == painted("ab cd ef"))
  }

  @Test func `a transition costs one drawing and one layout, as a change without it`() {
    show("ab ef")
    let drawings = test.executor.submitted.count
    change(to: "ab cd ef")
    #expect(test.executor.submitted.count == drawings + 1)
    let layout = node.layout
    for _ in 0..<30 { test.tick() }
    #expect(node.layout === layout)
    #expect(test.executor.submitted.count == drawings + 1)
  }

  @Test func `an interrupted transition continues from the presented places`() throws {
    show("ef")
    change(to: "ab cd ef")
    test.frame(after: 0.5)
    expectParts([(0, 0.5), (30, 1)])
    change(to: "ab cd efgh")
    // The new letters appear; the others go on from where they are.
    expectParts([(0, 0.5), (30, 0.5), (30, 1), (80, 0)])
    test.frame(after: 1.1)
    #expect(try test.image() == painted("ab cd efgh"))
  }

  @Test func `glyphs of another color fade from one to the other on their way`() {
    show("ab")
    change(to: "x ab", color: .red)
    expectParts([(0, 0), (0, 0), (0, 1)])
    test.frame(after: 0.5)
    expectParts([(0, 0.5), (10, 0.5), (10, 0.5)])
  }

  @Test func `texts without common words cross-fade`() throws {
    show("ab")
    change(to: "cd")
    #expect(parts.map(\.opacity).sorted() == [0, 1])
    test.frame(after: 1.1)
    #expect(try test.image() == painted("cd"))
  }

  @Test func `completions report whether the transition ended`() {
    var endings: [Bool] = []
    let transition = LayoutTransition(duration: 1, curve: .linear)
    node.setText(text("ab"), transition) { endings.append($0) }
    #expect(endings == [true], "not on a host")
    show("ab")
    node.setText(text("ab"), transition) { endings.append($0) }
    #expect(endings == [true, true], "equal")
    node.setText(text("ab cd"), transition) { endings.append($0) }
    test.settle()
    test.frame()
    node.setText(text("cd"), transition) { endings.append($0) }
    test.settle()
    test.frame()
    test.frame(after: 1.1)
    #expect(endings == [true, true, false, true])
  }

  @Test func `glyphs that stay move to other lines`() {
    show("ab")
    change(to: "x\nab")
    expectPlaces([[0, 0, 0], [0, 0, 1]])
    test.frame(after: 0.5)
    expectPlaces([[0, 0, 0.5], [0, 5, 1]])
    test.frame(after: 0.6)
    change(to: "ab")
    expectPlaces([[0, 0, 1], [0, 10, 1]])
    test.frame(after: 0.5)
    expectPlaces([[0, 0, 0.5], [0, 5, 1]])
  }

  @Test func `an interrupted transition continues from the presented places on every line`() {
    show("ef")
    change(to: "ab\ncd\nef")
    test.frame(after: 0.5)
    expectPlaces([[0, 0, 0.5], [0, 10, 0.5], [0, 10, 1]])
    change(to: "ab\ncd\nefgh")
    expectPlaces([[0, 0, 0.5], [0, 10, 0.5], [0, 10, 1], [20, 20, 0]])
    // The layers show the text in place of the node's own contents.
    #expect(node.node.contentsRect == .zero)
    test.frame(after: 0.5)
    expectPlaces([[0, 0, 0.75], [0, 10, 0.75], [0, 15, 1], [20, 20, 0.5]])
    test.frame(after: 0.6)
    #expect(node.node.contentsRect == .unit)
  }

  @Test func `glyphs that leave during a transition fade where they are`() {
    show("ef")
    change(to: "ab\ncd\nef")
    test.frame(after: 0.5)
    change(to: "ab\ncd")
    expectPlaces([[0, 0, 0.5], [0, 10, 0.5], [0, 10, 1]])
    test.frame(after: 0.5)
    expectPlaces([[0, 0, 0.75], [0, 10, 0.5], [0, 10, 0.75]])
  }

  @Test func `a text drawn at another scale than the old one appears at once`() throws {
    show("ab")
    var endings: [Bool] = []
    node.setText(text("cd ab"), LayoutTransition(duration: 1, curve: .linear)) {
      endings.append($0)
    }
    test.host.scale = 2
    test.settle()
    #expect(endings == [false])
    #expect(parts.isEmpty)
    #expect(node.node.contentsRect == .unit && node.node.layer.contentsScale == 2)
  }

  @Test func `a change without a transition ends the one in flight`() throws {
    show("ab ef")
    change(to: "ab cd ef")
    node.text = text("ab")
    test.settle()
    #expect(parts.isEmpty)
    #expect(try test.image() == painted("ab"))
  }

  /// Writes frames of transitions to files, to be looked at: `GALLEY_MORPH_FRAMES=folder`.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["GALLEY_MORPH_FRAMES"] != nil))
  func `frames of transitions can be looked at`() throws {
    let folder = ProcessInfo.processInfo.environment["GALLEY_MORPH_FRAMES"] ?? ""
    let texts = [
      ("latin", "The quick fox jumps over it", "The very quick brown fox jumped over it all"),
      ("arabic", "سلام عليكم يا صديقي", "سلام كبير عليكم يا أصدقائي"),
      ("cjk", "今日は天気がいい", "今日はとても天気がよくない"),
      ("emoji", "Hi 👋 there 😀 🎉", "Hi there 🎉 my 👋 friend 😀"),
    ]
    for (name, old, new) in texts {
      let test = TestEnvironment(scale: 2, size: Size(width: 260, height: 70))
      let style = TextStyle(font: FontDescription(size: 18))
      let node = TextNode(
        AttributedText(old, style: style), engine: NotoFonts.engine(),
        environment: test.environment)
      let root = DisplayNode(environment: test.environment)
      root.frame = Rect(x: 0, y: 0, width: 260, height: 70)
      root.backgroundColor = .white
      root.addSubnode(node.node)
      node.frame = Rect(x: 8, y: 8, width: 240, height: 54)
      test.settle(showing: root)
      test.frame()
      node.setText(
        AttributedText(new, style: style), LayoutTransition(duration: 1, curve: .linear))
      test.tick()
      test.environment.loop.settle(limit: 10)
      test.frame()
      for step in 0...4 {
        let data = try test.image().pngData()
        try Data(data).write(to: URL(filePath: "\(folder)/\(name)-\(step * 25).png"))
        test.frame(after: 0.25)
      }
    }
  }
}
