import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyLayoutSpecs
@testable import GalleyLists
import GalleyPainting
import GalleyScheduling
import GalleyTypesetting
import TestSupport
import Testing

/// Texts with quotations in the rows of a list, which unfold by the default tap.
@MainActor @Suite(.endsStages) struct ListBlockTests {
  /// The structure of a row.
  enum Row: CaseIterable, Sendable {
    /// The text's own node.
    case text
    /// The text with a margin, as wide as the row.
    case inset
    /// The text above another node.
    case column
  }

  private final class Texts: ListDataSource {
    let (row, engine): (Row, TextEngine)

    init(_ row: Row) { (self.row, engine) = (row, TestFonts.engine()) }

    func sectionCount() -> Int { 1 }
    func itemCount(inSection section: Int) -> Int { 40 }
    func item(at path: ItemPath) -> ListItem { ListItem(key: path.item) }

    func nodeMaker(for item: ListItem) -> (@Sendable (DisplayEnvironment) -> DisplayNode)? {
      let (row, engine) = (row, engine)
      return { environment in
        let lines = (0..<8).map { "aaaaaaa\($0)" }.joined(separator: "\n")
        var text = AttributedText(lines + "\nend", style: TestFonts.style())
        text.addBlocks([TextBlock(.quote, in: 0..<lines.utf8.count, isCollapsible: true)])
        let node = TextNode(text, engine: engine, environment: environment)
        if case .text = row { return node.node }
        let (root, below) = (
          DisplayNode(environment: environment), DisplayNode(environment: environment)
        )
        below.style.height = .points(12)
        root.managesSubnodes = true
        root.layoutSpec = { _, _ in
          if row == .column { return StackSpec.column { [node.node, below] } }
          return InsetSpec(Insets(top: 4, left: 6, bottom: 4, right: 6), node.node)
        }
        return root
      }
    }
  }

  private let clock = ManualClock()
  private let executor: ManualExecutor
  private let environment: DisplayEnvironment
  private let surface: NodeSurface

  init() {
    executor = ManualExecutor(clock: clock)
    environment = DisplayEnvironment(executor: executor, clock: clock)
    surface = NodeSurface(LayerHost(size: Size(width: 160, height: 400)), environment: environment)
  }

  private func list(
    of source: Texts, _ configuration: ListConfiguration, _ preparation: ChangeSet.Preparation
  ) throws -> ListView {
    let list = ListView(source, environment: environment, configuration: configuration)
    list.preparation = preparation
    list.resize(to: Size(width: 160, height: 400))
    surface.rootNode = list.node
    try list.load()
    settle()
    return list
  }

  private func settle() {
    for _ in 0..<10 {
      executor.runAll()
      environment.loop.tick()
    }
  }

  private func frame(after seconds: Double) {
    clock.advance(by: seconds)
    executor.runAll()
    environment.loop.tick()
  }

  private func textNode(in row: DisplayNode) -> TextNode? {
    row.textNode ?? row.subnodes.lazy.compactMap(\.textNode).first
  }

  /// Returns the lower edge of the block in the list, in points, and whether it moves.
  private func blockEnd(at index: Int, of list: ListView) throws -> (end: Double, isMoving: Bool) {
    let row = try #require(list.node(at: index))
    let text = try #require(textNode(in: row))
    let top = try #require(list.frame(at: index)).minY
    let inner = row === text.node ? 0 : text.frame.minY
    guard let root = text.node.layer.sublayers.first, root.sublayers.count == 2 else {
      return (top + inner + (text.layout.blocks.first?.frame.maxY ?? 0), false)
    }
    let clip = root.sublayers[0]
    let height = clip.presentation(at: clock.now).bounds.size.height
    return (top + inner + clip.position.y + height, true)
  }

  @Test(
    arguments: Row.allCases, [ChangeSet.Preparation.automatic, .asynchronous])
  func `a quotation and the next rows move together`(
    row: Row, preparation: ChangeSet.Preparation
  ) throws {
    let source = Texts(row)
    let list = try list(of: source, ListConfiguration(), preparation)
    let node = try #require(list.node(at: 1))
    let text = try #require(textNode(in: node))
    let top = try #require(list.frame(at: 1)).minY
    let gap = try #require(list.frame(at: 2)).minY - blockEnd(at: 1, of: list).end
    for isExpanded in [true, false] {
      let before = try #require(list.frame(at: 2)).minY
      text.setExpanded(isExpanded, block: 0, LayoutTransition(duration: 0.5, curve: .linear))
      // Drawn in the first tick, shown in the second, at whose time the movement begins.
      frame(after: 0)
      frame(after: 0)
      #expect(try blockEnd(at: 1, of: list).isMoving)
      for step in 1...14 {
        frame(after: 1.0 / 30)
        let (end, isMoving) = try blockEnd(at: 1, of: list)
        #expect(isMoving)
        // The width of the box is the row's, although the lines are narrower.
        #expect(text.node.bounds.size.width >= 148)
        let next = try #require(list.frame(at: 2)).minY
        #expect(abs(next - end - gap) <= 1.01, "step \(step)")
        #expect(list.frame(at: 1)?.minY == top)
      }
      frame(after: 0.1)
      settle()
      #expect(try !blockEnd(at: 1, of: list).isMoving)
      let after = try #require(list.frame(at: 2)).minY
      #expect(isExpanded ? after > before + 40 : after < before - 40)
      #expect(!text.isTruncated)
      #expect(list.frame(at: 1)?.maxY == after)
    }
    surface.rootNode = nil
    settle()
  }

  @Test(arguments: Row.allCases)
  func `at the end of a chat, a quotation expands upward`(row: Row) throws {
    let source = Texts(row)
    let list = try list(of: source, .chat, .automatic)
    let text = try #require(list.node(at: 38).flatMap { textNode(in: $0) })
    let end = try #require(list.frame(at: 39)).minY
    text.setExpanded(true, block: 0, LayoutTransition(duration: 0.5, curve: .linear))
    frame(after: 0)
    frame(after: 0)
    let start = try blockEnd(at: 38, of: list).end
    for _ in 1...14 {
      frame(after: 1.0 / 30)
      #expect(list.frame(at: 39)?.minY == end)
      #expect(abs(try blockEnd(at: 38, of: list).end - start) <= 1.01)
    }
    surface.rootNode = nil
    settle()
  }

  @Test func `a tap on a quotation unfolds it and its row`() throws {
    let source = Texts(.inset)
    let list = try list(of: source, ListConfiguration(), .automatic)
    let row = try #require(list.node(at: 0))
    let text = try #require(textNode(in: row))
    TextInteraction(text)
    let height = row.frame.size.height
    for phase in [PointerEvent.Phase.began, .ended] {
      surface.send(PointerEvent(phase, at: Point(x: 20, y: 20), time: clock.now))
    }
    for _ in 0..<30 { frame(after: 1.0 / 60) }
    #expect(text.options.expandedBlocks == [0])
    #expect(row.frame.size.height > height + 40)
    #expect(list.frame(at: 1)?.minY == row.frame.size.height)
    surface.rootNode = nil
    settle()
  }
}
