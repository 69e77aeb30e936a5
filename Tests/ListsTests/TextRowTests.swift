import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyLists
import GalleyScheduling
import GalleyTypesetting
import TestSupport
import Testing

/// Texts as the rows of a list, in fonts with stated metrics.
@MainActor @Suite(.endsStages) struct TextRowTests {
  /// Rows of texts whose marks overhang their lines by far.
  private final class Source: ListDataSource {
    let engine = TestFonts.engine()
    var texts: [AttributedText] = []

    func sectionCount() -> Int { 1 }
    func itemCount(inSection section: Int) -> Int { texts.count }
    func item(at path: ItemPath) -> ListItem { ListItem(key: path.item) }

    func nodeMaker(for item: ListItem) -> (@Sendable (DisplayEnvironment) -> DisplayNode)? {
      { [engine, text = texts[item.key]] environment in
        TextNode(
          text, options: LayoutOptions(lineHeight: .absolute(10)), engine: engine,
          environment: environment
        ).node
      }
    }
  }

  private let clock = ManualClock()
  private let executor: ManualExecutor
  private let environment: DisplayEnvironment
  private let surface: NodeSurface
  private let source = Source()
  private let list: ListView

  init() throws {
    executor = ManualExecutor(clock: clock)
    environment = DisplayEnvironment(executor: executor, clock: clock)
    let size = Size(width: 100, height: 200)
    surface = NodeSurface(LayerHost(size: size), environment: environment)
    let marks = String(repeating: "\u{301}", count: 9) + String(repeating: "\u{323}", count: 9)
    source.texts = (0..<40).map { number in
      AttributedText(
        Array(repeating: "a\(marks)b", count: 1 + number % 7).joined(separator: " "),
        style: TestFonts.style("Galley Mark"))
    }
    list = ListView(source, environment: environment)
    list.resize(to: size)
    surface.rootNode = list.node
    try list.load()
    settle()
  }

  private func settle() {
    for _ in 0..<12 {
      executor.runAll()
      environment.loop.tick()
    }
  }

  /// The frames of the live rows with the heights of their lines.
  private var rows: [(frame: Rect, text: TextNode)] {
    list.displayedItems.range.compactMap { index in
      guard let text = list.node(at: index)?.textNode else { return nil }
      return (text.frame, text)
    }
  }

  @Test func `a row is as high as the lines of its text, without overhanging ink`() throws {
    let rows = rows
    #expect(rows.count > 5)
    for (frame, text) in rows {
      #expect(text.layout.inkBounds.minY < -8)
      #expect(frame.size.height == 10 * Double(text.layout.lineCount))
    }
    for (above, below) in zip(rows, rows.dropFirst()) {
      #expect(below.frame.minY == above.frame.maxY)
    }
  }

  @Test func `a point near an edge belongs to the row that contains it`() throws {
    let list = list
    for (frame, text) in rows {
      let edges = [0.5, frame.size.height - 0.5]
      for y in edges {
        let point = try #require(list.node.convert(Point(x: 3, y: y), from: text.node))
        guard point.y > 0 && point.y < 200 else { continue }
        #expect(list.node.hitTest(point) === text.node)
      }
    }
  }

  // E15: sizes are current before the layout asks for them.
  @Test func `no frame shows rows of a new width with the heights of the old one`() throws {
    var widths: [Double] = []
    for width in [60.0, 45, 150] {
      list.resize(to: Size(width: width, height: 200))
      for _ in 0..<6 {
        executor.runAll()
        environment.loop.tick()
        for (frame, text) in rows {
          let fitting = text.size(thatFits: Size(width: frame.size.width, height: .infinity))
          #expect(frame.size.height == fitting.height)
        }
        widths += rows.map(\.frame.size.width)
      }
    }
    #expect(Set(widths).isSuperset(of: [60, 45, 150]))
  }
}
