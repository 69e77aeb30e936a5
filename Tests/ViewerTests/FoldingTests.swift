import Foundation
@testable import Galley
import GalleyChat
import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyLists
import GalleyPixels
import GalleyTypesetting
import TestSupport
import Testing

/// Quotations and code that are expanded and collapsed in a conversation, at exact times.
@MainActor struct FoldingTests {
  /// The messages with a block that can be expanded.
  private nonisolated static let (quote, code) = (6, 8)

  private static let json: String = {
    var messages: [String] = []
    for number in 0..<6 {
      messages.append(
        """
        {"id": \(number), "sender": "Ada", "date": \(1_700_000_000 + number * 70), "text": \
        "Message number \(number), which takes more than one line of a narrow window."}
        """)
    }
    let lines = (1...9).map { "line \($0) of a long quotation" }.joined(separator: "\\n")
    messages.append(
      """
      {"id": 6, "sender": "Ada", "date": 1700000600, "text": "\(lines)\\nand a hidden answer", \
      "reactions": [{"emoji": "👍", "count": 3}], \
      "entities": [{"type": "expandable_blockquote", "offset": 0, "length": \(lines.count - 8)}, \
      {"type": "spoiler", "offset": \(lines.count + 1), "length": 6}]}
      """)
    messages.append(
      """
      {"id": 7, "sender": "Ada", "date": 1700000610, "text": "Below the quotation"}
      """)
    messages.append(
      """
      {"id": 8, "sender": "Me", "outgoing": true, "status": "read", "date": 1700000620, \
      "text": "\(lines)\\nwas said", \
      "entities": [{"type": "expandable_blockquote", "offset": 0, "length": \(lines.count - 8)}]}
      """)
    for number in 9..<14 {
      messages.append(
        """
        {"id": \(number), "sender": "Bo", "date": \(1_700_000_000 + number * 70), "text": \
        "Message number \(number), which takes more than one line of a narrow window."}
        """)
    }
    return "[" + messages.joined(separator: ",") + "]"
  }()

  private let model: ConversationModel

  init() throws {
    model = try Self.model()
  }

  private static func model(_ appearance: ChatStyle.Appearance = .light) throws
    -> ConversationModel
  {
    let rows = ChatRows(
      ChatHistory(try Chat(json: Array(json.utf8))), style: ChatStyle(appearance, width: 360),
      engine: ProcessInfo.processInfo.environment["GALLEY_FOLD_PICTURES"] == nil
        ? TestFonts.engine() : NotoFonts.engine())
    let model = try ConversationModel(rows, size: Size(width: 360, height: 560), scale: 2)
    model.view.list.scroll(to: ItemPath(item: quote), at: .head(60))
    model.settle()
    return model
  }

  // MARK: Frames

  /// Runs a frame after some time.
  private func frame(after seconds: Double) {
    model.clock.advance(by: seconds)
    model.environment.executor.waitUntilIdle()
    model.environment.loop.tick()
  }

  /// Taps the block of a message and runs ticks, without time, until it begins to move.
  private func tapBlock(of index: Int) throws {
    // On the arrow, which is at the upper right of the block.
    let text = try #require(textNode(of: index))
    let block = try #require(text.layout.blocks.first)
    let arrow = try #require(block.arrowFrame)
    let frame = try #require(model.view.list.frame(at: index))
    let row = try #require(model.view.list.node(at: index))
    let middle = Point(x: (arrow.minX + arrow.maxX) / 2, y: (arrow.minY + arrow.maxY) / 2)
    let point = try #require(text.node.convert(middle, to: row))
    let place = Point(x: point.x + frame.minX, y: point.y + frame.minY)
    model.send(.began, at: place)
    model.send(.ended, at: place)
    for _ in 0..<3 { self.frame(after: 0) }
  }

  private func textNode(of index: Int) -> TextNode? {
    model.view.list.node(at: index).flatMap { ChatRowNode($0)?.text }
  }

  /// The positions that have to move together, relative to the viewport, in points.
  private struct Edges: Equatable {
    /// The lower edge of the part of the text that is uncovered.
    var block: Double
    var bubble: Double
    /// The lower edge of the last part of the row, such as its time.
    var time: Double
    var nextRow: Double

    func minus(_ other: Edges) -> [Double] {
      [block - other.block, bubble - other.bubble, time - other.time, nextRow - other.nextRow]
    }
  }

  private func edges(of index: Int) throws -> Edges {
    let (list, now) = (model.view.list, model.clock.now)
    let row = try #require(list.node(at: index))
    let text = try #require(textNode(of: index))
    let top = try #require(list.frame(at: index)).minY
    func presented(_ node: DisplayNode) -> Rect {
      let layer = node.layer.presentation(at: now)
      return Rect(
        x: layer.position.x - layer.bounds.size.width / 2,
        y: layer.position.y - layer.bounds.size.height / 2, width: layer.bounds.size.width,
        height: layer.bounds.size.height)
    }
    let origin = top + presented(text.node).minY
    var block = try #require(text.layout.blocks.first).frame.maxY
    if let clip = moving(index) {
      block = clip.position.y + clip.presentation(at: now).bounds.size.height
    }
    let bubble = try #require(row.subnodes.first { $0.name == "bubble" })
    let time = try #require(row.subnodes.last { $0.name == "label" || $0.name == "mark" })
    let next = try #require(list.frame(at: index + 1))
    return Edges(
      block: origin + block, bubble: top + presented(bubble).maxY,
      time: top + presented(time).maxY, nextRow: next.minY)
  }

  /// The layer that uncovers the block of a message while it moves.
  private func moving(_ index: Int) -> Layer? {
    guard let root = textNode(of: index)?.node.layer.sublayers.first, root.sublayers.count == 2
    else {
      return nil
    }
    return root.sublayers[0]
  }

  /// Writes a picture for inspection, if requested.
  private func keep(_ name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["GALLEY_FOLD_PICTURES"] else { return }
    try Data(try model.moment().pngData()).write(to: URL(filePath: "\(folder)/\(name).png"))
  }

  private func expectTogether(
    _ edges: Edges, since start: Edges, _ location: SourceLocation = #_sourceLocation
  ) {
    let steps = edges.minus(start)
    // Lists place rows at whole pixels, and blocks begin and end at them.
    #expect(steps.allSatisfy { abs($0 - steps[1]) <= 1.01 }, sourceLocation: location)
  }

  // MARK: Tests

  @Test(arguments: [quote, code])
  func `a quotation expands with its bubble, the parts below and the next rows`(index: Int) throws {
    let (top, start) = (model.view.list.frame(at: index)?.minY, try edges(of: index))
    try keep("\(index)-0-before")
    try tapBlock(of: index)
    #expect(moving(index) != nil)
    #expect(model.view.source.state(ofKey: index).expandedBlocks == [0])
    // Nothing has moved when the animation begins.
    expectTogether(try edges(of: index), since: start)
    #expect(abs(try edges(of: index).bubble - start.bubble) < 0.01)
    try keep("\(index)-1-start")
    var last = start.bubble
    for step in 1...11 {
      frame(after: 1.0 / 30)
      let now = try edges(of: index)
      expectTogether(now, since: start)
      #expect(now.bubble > last)
      #expect(model.view.list.frame(at: index)?.minY == top)
      last = now.bubble
      if [2, 4, 7].contains(step) { try keep("\(index)-2-middle-\(step)") }
    }
    frame(after: 0.2)
    for _ in 0..<3 { frame(after: 0) }
    #expect(moving(index) == nil)
    let end = try edges(of: index)
    #expect(end.bubble > start.bubble + 60)
    expectTogether(end, since: start)
    try keep("\(index)-3-after")
    // The rows are those of a conversation laid out in this state.
    let picture = try model.picture()
    model.resize(to: Size(width: 380, height: 560), scale: 2)
    model.resize(to: Size(width: 360, height: 560), scale: 2)
    #expect(try model.picture() == picture)
  }

  @Test(arguments: [quote, code])
  func `a quotation collapses with everything around it`(index: Int) throws {
    let collapsed = try edges(of: index)
    try tapBlock(of: index)
    model.settle()
    let start = try edges(of: index)
    try tapBlock(of: index)
    #expect(model.view.source.state(ofKey: index).expandedBlocks == [])
    for step in 1...11 {
      frame(after: 1.0 / 30)
      expectTogether(try edges(of: index), since: start)
      if step == 4 { try keep("\(index)-4-collapsing") }
    }
    model.settle()
    #expect(try edges(of: index) == collapsed)
  }

  @Test func `a tap during the movement reverses it from where it is`() throws {
    let start = try edges(of: Self.quote)
    try tapBlock(of: Self.quote)
    for _ in 0..<4 { frame(after: 1.0 / 30) }
    let middle = try edges(of: Self.quote)
    #expect(middle.bubble > start.bubble + 30)
    try keep("reversing-0")
    try tapBlock(of: Self.quote)
    #expect(model.view.source.state(ofKey: Self.quote).expandedBlocks == [])
    #expect(try edges(of: Self.quote).minus(middle).allSatisfy { abs($0) <= 0.51 })
    try keep("reversing-1")
    var last = middle.bubble
    for _ in 1...11 {
      frame(after: 1.0 / 30)
      let now = try edges(of: Self.quote)
      expectTogether(now, since: start)
      #expect(now.bubble < last)
      last = now.bubble
    }
    model.settle()
    #expect(try edges(of: Self.quote) == start)
  }

  @Test
  func `a selection follows the text`() throws {
    let list = model.view.list
    list.selection.selectAll()
    let before = try model.picture()
    try keep("selected-0")
    let row = try #require(list.node(at: Self.quote))
    func highlight() -> DisplayNode? { row.subnodes.first { $0.name == "selection" } }
    #expect(highlight()?.isHidden == false)
    // A tap would clear the selection.
    model.view.expand(0, true, in: Self.quote)
    for _ in 0..<3 { frame(after: 0) }
    // The highlight is part of the moving text, above and below its edge.
    #expect(highlight()?.isHidden == true)
    let end = try edges(of: Self.quote).block
    let fading = (end - 24)...(end + 1)
    #expect(try model.moment().differences(from: before, besides: fading) < 1_000)
    try keep("selected-1-start")
    for _ in 0..<5 { frame(after: 1.0 / 30) }
    try keep("selected-2-middle")
    #expect(highlight()?.isHidden == true)
    #expect(try model.moment().differences(from: before, besides: fading) > 50_000)
    model.settle()
    #expect(highlight()?.isHidden == false)
    try keep("selected-3-after")
  }

  @Test func `a resize during the movement ends in the layout of the new size`() throws {
    try tapBlock(of: Self.quote)
    for _ in 0..<3 { frame(after: 1.0 / 30) }
    model.resize(to: Size(width: 320, height: 560), scale: 2)
    #expect(moving(Self.quote) == nil)
    let picture = try model.picture()
    model.resize(to: Size(width: 380, height: 560), scale: 2)
    model.resize(to: Size(width: 320, height: 560), scale: 2)
    #expect(try model.picture() == picture)
  }

  @Test func `a block below the viewport expands without moving visible messages`() throws {
    let list = model.view.list
    list.scroll(.end(.head))
    model.settle()
    let seen = list.displayedItems.range
    #expect(!seen.contains(Self.code))
    let before = seen.map { list.frame(at: $0) }
    model.view.expand(0, true, in: Self.code)
    for _ in 0..<20 {
      frame(after: 1.0 / 30)
      #expect(seen.map { list.frame(at: $0) } == before)
    }
    list.scroll(to: ItemPath(item: Self.code), at: .head(60))
    model.settle()
    #expect(list.frame(at: Self.code).map { $0.size.height > 200 } == true)
    let picture = try model.picture()
    model.resize(to: Size(width: 380, height: 560), scale: 2)
    model.resize(to: Size(width: 360, height: 560), scale: 2)
    #expect(try model.picture() == picture)
  }

  @Test func `in dark colors, a block moves with its bubble`() throws {
    model.view.appearance = .dark
    model.settle()
    let start = try edges(of: Self.quote)
    try tapBlock(of: Self.quote)
    for _ in 0..<4 { frame(after: 1.0 / 30) }
    expectTogether(try edges(of: Self.quote), since: start)
    try keep("dark-middle")
    model.settle()
    try keep("dark-after")
  }
}

extension Bitmap {
  /// Returns the number of pixels that differ at a scale of 2, besides those of some rows, in
  /// points: the last line of a collapsed block fades out.
  fileprivate func differences(from other: Bitmap, besides rows: ClosedRange<Double>) -> Int {
    (0..<height).reduce(0) { count, y in
      guard !rows.contains(Double(y) / 2) else { return count }
      return count + (0..<width).count { pixel(x: $0, y: y) != other.pixel(x: $0, y: y) }
    }
  }
}
