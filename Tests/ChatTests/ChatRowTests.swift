import Foundation
@testable import GalleyChat
import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyLayoutSpecs
import GalleyMessages
import GalleyPixels
import GalleyScheduling
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyViewer

/// Individual rows and the nodes that show them.
@MainActor struct ChatRowTests {
  let engine = TestFonts.engine()
  let rows: ChatRows
  let environment: DisplayEnvironment
  let executor: ManualExecutor

  init() {
    rows = ChatRows(
      GeneratedChat(count: 60, seed: 2), style: ChatStyle(.light, width: 320), engine: engine)
    let clock = ManualClock()
    executor = ManualExecutor(clock: clock)
    environment = DisplayEnvironment(executor: executor, clock: clock)
  }

  private func node(_ index: Int) -> ChatRowNode {
    ChatRowNode(rows.row(at: index), of: rows, environment: environment)
  }

  /// Ends the work that retains the nodes of a test.
  private func end() {
    environment.loop.tick()
    executor.runAll()
  }

  /// Returns the first message that satisfies a condition.
  private func index(where isWanted: (ChatMessage) -> Bool) throws -> Int {
    try #require((0..<rows.count).first { isWanted(rows.source.message(at: $0)) })
  }

  @Test func `replies to a very long message are laid out quickly`() throws {
    var first = ChatMessage(
      Message(String(repeating: "a word, ", count: 50_000)),
      from: String(repeating: "A ", count: 200_000))
    first.message.id = .number(1)
    first.forwardedFrom = first.sender
    let messages = (0..<100).map { number in
      var reply = ChatMessage(Message("Reply \(number)"), from: "B")
      reply.replyTo = .number(1)
      return reply
    }
    let history = ChatHistory(Chat([first] + messages))
    expectTime(below: 1) {
      let replies = ChatRows(
        history, style: ChatStyle(.light, width: 320), engine: TestFonts.engine())
      #expect((1...100).allSatisfy { replies.row(at: $0).height < 100 })
    }
  }

  @Test func `a long first line is truncated at a character boundary with an ellipsis`() {
    let text = "a word, " + String(repeating: "漢", count: 10_000)
    let line = text.firstLine
    #expect(line.utf8.count <= 4_096 + 3 && line.utf8.count > 4_090)
    #expect(line.hasSuffix("漢…") && text.hasPrefix(line.dropLast()))
    #expect("short".firstLine == "short")
  }

  @Test func `the placeholder of a row has boxes for its avatar and images`() throws {
    let index = try index { !$0.isOutgoing && !$0.isService && !$0.images.isEmpty }
    let row = rows.row(at: index)
    let node = node(index).node
    node.placeholder = row.placeholder
    let surface = NodeSurface(
      LayerHost(size: Size(width: row.width, height: row.height)), environment: environment)
    surface.rootNode = node
    environment.loop.tick()
    #expect(node.isShowingPlaceholder)
    let boxes = try #require(node.layer.sublayers.last).sublayers.map(\.frame)
    let frames = node.subnodes.filter { ["avatar", "picture"].contains($0.name) }.map(\.frame)
    #expect(!frames.isEmpty)
    for frame in frames { #expect(boxes.contains(frame)) }
    for box in boxes { #expect(node.bounds.intersection(box) == box) }
    executor.runAll()
    environment.loop.tick()
    #expect(!node.isShowingPlaceholder)
    surface.rootNode = nil
    environment.loop.tick()
  }

  /// Returns the bitmaps of the bubbles of some rows at a scale.
  private func bubbles(_ indices: [Int], scale: Double = 2) throws -> [Bitmap] {
    let root = DisplayNode(environment: environment)
    for index in indices { root.addSubnode(node(index).node) }
    let surface = NodeSurface(
      LayerHost(size: Size(width: 320, height: 900), scale: scale), environment: environment)
    surface.rootNode = root
    environment.loop.tick()
    executor.runAll()
    environment.loop.tick()
    defer {
      surface.rootNode = nil
      environment.loop.tick()
    }
    return root.subnodes.compactMap { row in
      row.subnodes.first { $0.name == "bubble" }?.layer.contents
    }
  }

  @Test func `bubbles of the same shape share a bitmap`() throws {
    let own = (0..<rows.count).filter { rows.source.message(at: $0).isOutgoing }
    let bitmaps = try bubbles(own)
    try #require(bitmaps.count > 8)
    let kinds = bitmaps.reduce(into: [Bitmap]()) { kinds, bitmap in
      if !kinds.contains(where: { $0.sharesPixels(with: bitmap) }) { kinds.append(bitmap) }
    }
    // The first, the last, both, and neither of a person's messages.
    #expect(kinds.count <= 4)
    for (index, kind) in kinds.enumerated() { #expect(!kinds[..<index].contains(kind)) }
    let larger = try bubbles(own, scale: 3)
    #expect(larger.first.map { $0.width > bitmaps[0].width } ?? false)
  }

  @Test func `repeated requests for an image return the same source`() throws {
    let directory = TemporaryDirectory()
    try directory.write(Data(try Bitmap(width: 4, height: 3).pngData()), to: "a.png")
    var message = ChatMessage(Message("a"), from: "b")
    message.images = [ChatImage(path: "a.png")]
    let history = ChatHistory(Chat([message]), directory: directory.path)
    let image = try #require(history.message(at: 0).images.first)
    let source = try #require(history.imageSource(of: image))
    #expect(history.imageSource(of: image) === source)
  }

  @Test func `rows are as tall as in the layout of the whole conversation`() throws {
    let source = GeneratedChat(count: 25, seed: 4)
    let style = ChatStyle(.dark, width: 300)
    var chat = Chat((0..<25).map { source.message(at: $0) })
    // The file itself has no images.
    for index in chat.messages.indices {
      for image in chat.messages[index].images.indices {
        chat.messages[index].images[image].path = "/nowhere"
      }
    }
    let whole = ChatLayout(chat, style: style, engine: engine)
    let single = ChatRows(source, style: style, engine: engine)
    let height = (0..<25).reduce(0) { $0 + single.row(at: $1).height }
    #expect(whole.size.height == height + 9)
  }

  @Test func `row heights are whole points at any width`() {
    for width in stride(from: 240.0, through: 400, by: 31.5) {
      var rows = rows
      rows.style.width = width
      for index in 0..<20 {
        let height = rows.row(at: index).height
        #expect(height == height.rounded() && height > 0)
      }
    }
  }

  @Test func `a hidden day header keeps its space in the row`() {
    var hidden = rows
    hidden.showsDays = false
    #expect(hidden.row(at: 0).height == rows.row(at: 0).height)
    let count = node(0).node.subnodes.count
    let other = ChatRowNode(hidden.row(at: 0), of: hidden, environment: environment)
    #expect(other.node.subnodes.count == count - 2)
    let header = DayHeader(rows.day(at: 0) ?? "", of: rows)
    #expect(header.height > 20)
    environment.loop.tick()
  }

  @Test func `only the first row of a day is marked as beginning it`() {
    let days = (0..<rows.count).map { rows.day(at: $0) }
    for index in 1..<rows.count {
      #expect(rows.row(at: index).beginsDay == (days[index] != days[index - 1]))
    }
    #expect(rows.row(at: 0).beginsDay)
  }

  @Test func `expanding a block increases the height of its row`() throws {
    let index = try index { message in
      message.message.entities.contains { $0.kind.name == "expandable_blockquote" }
    }
    let state = MessageState(expandedBlocks: [0])
    #expect(rows.row(at: index, in: state).height > rows.row(at: index).height)
  }

  @Test func `a row node measures as tall as its row at the same width`() {
    let row = node(3)
    let size = row.node.layoutThatFits(
      SizeRange(min: Size(width: 320, height: 0), max: Size(width: 320, height: .infinity))
    ).size
    #expect(size == Size(width: 320, height: row.row.height))
  }

  @Test func `a row takes over the pieces that look the same in another width`() throws {
    let index = try index { $0.isOutgoing && $0.message.text.utf8.count > 200 }
    var wider = rows
    wider.style.width = 320.5
    let (old, new) = (rows.row(at: index), wider.row(at: index))
    var reusing = new
    reusing.reusePieces(of: old)
    #expect(zip(reusing.pieces, new.pieces).allSatisfy { $0.place == $1.place })
    let isReused = zip(reusing.pieces, old.pieces).map { $0.appearance === $1.appearance }
    #expect(isReused.contains(true))
    // An outgoing message moves as a whole.
    #expect(zip(old.pieces, new.pieces).contains { $0.place != $1.place })
    var narrow = rows
    narrow.style.width = 240
    var other = narrow.row(at: index)
    other.reusePieces(of: old)
    for (one, other) in zip(other.pieces, old.pieces) {
      guard case .body = one.kind else { continue }
      #expect(one.appearance !== other.appearance)
    }
  }

  @Test func `pieces that rows share or replace are released with the rows`() {
    struct Weak { weak var appearance: RowPiece.Appearance? }
    var all: [Weak] = []
    do {
      for width in [319.0, 318, 240] {
        var other = rows
        other.style.width = width
        for index in 0..<rows.count {
          let old = rows.row(at: index)
          var row = other.row(at: index)
          all += (old.pieces + row.pieces).map { Weak(appearance: $0.appearance) }
          row.reusePieces(of: old)
        }
      }
    }
    #expect(all.count > 500)
    #expect(all.count { $0.appearance != nil } == 0)
  }

  @Test func `a row in another style takes over no piece that is drawn in other colors`() throws {
    let index = try index { $0.isOutgoing && !$0.message.text.isEmpty }
    let light = rows.row(at: index)
    var other = rows
    other.style = ChatStyle(.dark, width: 320)
    var dark = other.row(at: index)
    dark.reusePieces(of: light)
    for (one, other) in zip(dark.pieces, light.pieces) where one.appearance === other.appearance {
      Issue.record("\(one.kind) is reused")
    }
  }

  @Test func `a row node changes width when resized, not when measured`() throws {
    let index = try index { $0.message.text.utf8.count > 200 }
    let row = node(index)
    let old = row.row
    let size = row.node.layoutThatFits(
      SizeRange(min: Size(width: 250, height: 0), max: Size(width: 250, height: .infinity))
    ).size
    #expect(size.width == 250 && size.height > old.height)
    // Measuring alone does not change what is shown.
    #expect(row.row.width == 320)
    let text = try #require(row.text)
    row.node.frame = Rect(origin: .zero, size: size)
    row.node.layer.layoutIfNeeded()
    #expect(row.row.width == 250 && row.row.height == size.height)
    // The text keeps its node, and so its pixels until there are new ones.
    #expect(row.text?.node === text.node)
    var rows = rows
    rows.style.width = 250
    #expect(rows.row(at: index).height == size.height)
    end()
  }

  @Test func `an update that keeps the size is applied with the next tick`() throws {
    let index = try index { message in
      message.message.entities.contains { $0.kind.name == "spoiler" }
    }
    let row = node(index)
    _ = row.node.layer
    row.update(to: rows, at: index, in: MessageState(revealed: RevealedSpoilers([0])))
    let range = SizeRange(
      min: Size(width: 320, height: 0), max: Size(width: 320, height: .infinity))
    let size = row.node.layoutThatFits(range).size
    #expect(size.height == row.row.height)
    // A node that has its size is not laid out.
    environment.loop.tick()
    #expect(row.text?.revealed.contains(0) == true)
    #expect(row.row.state.revealed.contains(0))
    end()
  }

  @Test func `a selection is drawn directly behind the text and removed when cleared`() throws {
    let index = try index { $0.message.text.utf8.count > 60 && !$0.isService }
    let row = node(index)
    row.select(2..<9)
    let names = row.node.subnodes.map(\.name)
    let place = try #require(names.firstIndex(of: "selection"))
    #expect(names[place + 1] == "text")
    row.select(2..<9)
    #expect(row.node.subnodes.count { $0.name == "selection" } == 1)
    row.select(nil)
    #expect(row.selection == nil && !row.node.subnodes.contains { $0.name == "selection" })
  }

  @Test func `an edited row morphs, cross-fades its mark and pops a reaction, if it is visible`()
    throws
  {
    func rows(_ text: String, _ status: DeliveryStatus, _ reactions: String) throws -> ChatRows {
      let json = """
        [{"id": 1, "sender": "Me", "outgoing": true, "status": "\(status == .read ? "read" : "sent")",
        "text": "\(text)", "reactions": [\(reactions)]}]
        """
      return ChatRows(
        try ChatHistory(Chat(json: Array(json.utf8))), style: ChatStyle(.light, width: 320),
        engine: engine)
    }
    let (like, heart) = (
      #"{"emoji": "a", "count": 1}"#, #"{"emoji": "a", "count": 2}, {"emoji": "b", "count": 1}"#
    )
    for isVisible in [true, false] {
      let (old, new) = (try rows("ab cd", .sent, like), try rows("ab ef cd", .read, heart))
      let row = ChatRowNode(old.row(at: 0), of: old, environment: environment)
      let surface = NodeSurface(
        LayerHost(size: Size(width: 320, height: 200)), environment: environment)
      let root = DisplayNode(environment: environment)
      root.addSubnode(row.node)
      surface.rootNode = root
      environment.loop.tick()
      environment.loop.settle(limit: 40)
      if !isVisible {
        row.node.isRangeManaged = true
        row.node.setInterfaceState(.display)
        environment.loop.tick()
      }
      row.update(to: new, at: 0, in: MessageState(), LayoutTransition(duration: 1))
      let range = SizeRange(
        min: Size(width: 320, height: 0), max: Size(width: 320, height: .infinity))
      row.node.frame.size = row.node.layoutThatFits(range).size
      for _ in 0..<6 {
        environment.loop.tick()
        executor.waitUntilIdle()
      }
      let text = try #require(row.text)
      let morphs = text.node.layer.sublayers.contains { $0.animationKeys.contains("morph") }
      #expect(morphs == isVisible)
      func keys(_ name: String) -> [String] {
        row.node.subnodes.filter { $0.name == name }.flatMap(\.layer.animationKeys)
      }
      #expect(keys("mark").contains(DisplayNode.ContentsTransition.crossFadeKey) == isVisible)
      #expect(keys("box").contains("pop") == isVisible)
      surface.rootNode = nil
      end()
    }
  }

  @Test func `labels and the bubble take no pointers beyond their own boxes`() throws {
    var found = 0
    for index in 0..<rows.count {
      let row = node(index)
      guard let text = row.text else { continue }
      let box = text.frame
      let labels = row.node.subnodes.filter { label in
        label.name == "label" && label.frame.minY < box.maxY && box.minY < label.frame.maxY
      }
      found += labels.count
      if !labels.isEmpty {
        for x in stride(from: box.minX + 0.5, to: box.maxX, by: 4) {
          for y in stride(from: box.minY + 0.5, to: box.maxY, by: 1) {
            let hit = row.node.hitTest(Point(x: x, y: y))
            guard let label = labels.first(where: { $0 === hit }) else { continue }
            // Only where the label's own text is.
            let slop = label.hitTestSlop
            #expect(label.frame.minY - slop.top <= y && y <= label.frame.maxY + slop.bottom)
            #expect(label.frame.minX - slop.left <= x && x <= label.frame.maxX + slop.right)
            #expect(slop.top <= -4 && slop.left <= -4 && slop.bottom <= -4 && slop.right <= -4)
          }
        }
        // The first and last line of the text beside the labels.
        #expect(row.node.hitTest(Point(x: box.minX + 1, y: box.minY + 0.5)) === text.node)
      }
      guard let bubble = row.node.subnodes.first(where: { $0.name == "bubble" }) else { continue }
      let corner = Point(x: bubble.frame.minX + 7, y: bubble.frame.minY + 1)
      #expect(row.node.hitTest(corner) !== bubble)
      #expect(row.node.hitTest(Point(x: corner.x + 2, y: corner.y + 20)) != nil)
    }
    #expect(found > 5)
    end()
  }

  @Test func `a row node is created only from a node that displays a message`() {
    let node = DisplayNode(environment: environment)
    #expect(ChatRowNode(node) == nil)
    #expect(ChatRowNode(self.node(1).node)?.row.index == 1)
  }
}
