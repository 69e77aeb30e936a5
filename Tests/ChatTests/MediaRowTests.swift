import Foundation
@testable import GalleyChat
@testable import GalleyDisplay
import GalleyGeometry
import GalleyImages
import GalleyLayers
import GalleyLayoutSpecs
import GalleyMessages
import GalleyPixels
import GalleyRichMessages
import GalleyScheduling
import Synchronization
import TestSupport
import Testing

/// Rows whose pictures arrive later.
@MainActor struct MediaRowTests {
  let media = ScriptedMedia()
  let loader: MediaLoader
  let environment: DisplayEnvironment
  let clock = ManualClock()
  let host = LayerHost(size: Size(width: 320, height: 500))

  init() {
    loader = MediaLoader(media)
    environment = DisplayEnvironment(executor: ManualExecutor(clock: clock), clock: clock)
  }

  /// Shows the row of a message on a surface.
  private func show(_ message: ChatMessage) -> (row: ChatRowNode, surface: NodeSurface) {
    let rows = ChatRows(
      MediaMessages(messages: [message], media: loader), style: ChatStyle(.light, width: 320),
      engine: TestFonts.engine())
    let row = ChatRowNode(rows.row(at: 0), of: rows, environment: environment)
    row.node.isRangeManaged = true
    row.node.setInterfaceState(.visible)
    let surface = NodeSurface(host, environment: environment)
    surface.rootNode = row.node
    settle()
    return (row, surface)
  }

  /// Runs ticks and drawings until nothing is pending, and ends animations.
  private func settle(after seconds: Double = 1) {
    clock.advance(by: 1.0 / 60)
    environment.loop.tick()
    environment.loop.settle(limit: 100)
    host.tick(at: clock.now)
    _ = host.commit(at: clock.now)
    clock.advance(by: seconds)
    host.tick(at: clock.now)
    environment.loop.settle(limit: 100)
  }

  /// Waits until the result of a request has been posted to the display loop, and shows it.
  private func settleAfterArrival() async {
    for _ in 0..<100_000 where !environment.loop.needsTick { await Task.yield() }
    #expect(environment.loop.needsTick)
    settle()
  }

  private func photo(_ size: PixelSize? = PixelSize(width: 200, height: 100)) -> ChatMessage {
    var message = ChatMessage(Message("Look"), from: "Ada")
    message.images = [ChatImage(path: "photo", size: size)]
    message.isOutgoing = true
    return message
  }

  private func file(_ color: Color, width: Int = 200, height: Int = 100) throws -> ImageSource {
    try ImageSource(Bitmap(width: width, height: height, color: color).pngData())
  }

  private func part(_ name: String, of row: ChatRowNode) throws -> DisplayNode {
    try #require(row.node.subnodes.first { $0.name == name })
  }

  private func middle(of node: DisplayNode) -> UInt32? {
    node.layer.contents.map { $0.pixel(x: $0.width / 2, y: $0.height / 2) }
  }

  private let red = Color(argb: 0xFFFF_0000)

  @Test func `a photo replaces its placeholder when it arrives, and nothing else is drawn`()
    async throws
  {
    let (row, surface) = show(photo())
    let picture = try part("picture", of: row)
    let placeholder = ChatStyle(.light, width: 320).imagePlaceholder
    #expect(middle(of: picture) == placeholder.argb)
    let others = row.node.subnodes.filter { $0 !== picture }
    let before = others.map(\.layer.contents)
    let size = row.node.frame.size
    await media.waitForRequest(
      of: .photo(ChatImage(path: "photo", size: PixelSize(width: 200, height: 100))))
    media.answer(try file(red))
    await settleAfterArrival()
    #expect(middle(of: picture) == red.argb)
    #expect(row.node.frame.size == size)
    for (node, old) in zip(others, before) {
      #expect(
        node.layer.contents.map { new in old?.sharesPixels(with: new) == true } ?? (old == nil))
    }
    _ = surface
  }

  @Test func `a photo that fails shows a mark, and a tap requests it again`() async throws {
    let (row, surface) = show(photo())
    let picture = try part("picture", of: row)
    await media.waitForRequest()
    media.answer(nil, failing: true)
    await settleAfterArrival()
    let mark = try #require(picture.subnodes.first { $0.name == "retry" })
    #expect(mark.layer.contents != nil)
    // A tap, as a window sends it.
    let place = try #require(mark.convert(Point(x: 20, y: 20), to: row.node))
    surface.send(PointerEvent(.began, at: place, time: clock.now))
    surface.send(PointerEvent(.ended, at: place, time: clock.now))
    settle()
    #expect(picture.subnodes.allSatisfy { $0.name != "retry" })
    await media.waitForRequest()
    media.answer(try file(red))
    await settleAfterArrival()
    #expect(middle(of: picture) == red.argb)
    #expect(media.requestCount == 2)
  }

  @Test(arguments: [false, true])
  func `the picture of a link preview arrives, fails and is requested again`(isLarge: Bool)
    async throws
  {
    var message = ChatMessage(Message("Look"), from: "Ada")
    message.linkPreview = LinkPreview(url: "https://example.org")
    let image = ChatImage(path: "page", size: PixelSize(width: 200, height: 100))
    message.linkPreview?.image = image
    message.linkPreview?.hasLargeImage = isLarge
    let (row, surface) = show(message)
    let picture = try part("picture", of: row)
    #expect(middle(of: picture) == ChatStyle(.light, width: 320).imagePlaceholder.argb)
    await media.waitForRequest(of: .photo(image))
    media.answer(nil, failing: true)
    await settleAfterArrival()
    let mark = try #require(picture.subnodes.first { $0.name == "retry" })
    let place = try #require(mark.convert(Point(x: 20, y: 20), to: row.node))
    surface.send(PointerEvent(.began, at: place, time: clock.now))
    surface.send(PointerEvent(.ended, at: place, time: clock.now))
    settle()
    await media.waitForRequest(of: .photo(image))
    media.answer(try file(red))
    await settleAfterArrival()
    #expect(middle(of: picture) == red.argb)
    #expect(picture.cornerRadii == CornerRadii(4))
    #expect(loader.preload(photosOf: message, scale: 1).count == 1)
    #expect(media.requestCount == 2)
  }

  @Test func `a thumbnail stands in for a photo until it arrives`() async throws {
    let green = Color(argb: 0xFF00_8000)
    var message = photo()
    message.images[0].thumbnail = try Bitmap(width: 40, height: 20, color: green).pngData()
    let (row, surface) = show(message)
    let picture = try part("picture", of: row)
    #expect(middle(of: picture) == green.argb)
    // The request does not contain the thumbnail.
    await media.waitForRequest(
      of: .photo(ChatImage(path: "photo", size: PixelSize(width: 200, height: 100))))
    media.answer(nil, failing: true)
    await settleAfterArrival()
    #expect(middle(of: picture) == green.argb)
    let mark = try #require(picture.subnodes.first { $0.name == "retry" })
    let place = try #require(mark.convert(Point(x: 20, y: 20), to: row.node))
    surface.send(PointerEvent(.began, at: place, time: clock.now))
    surface.send(PointerEvent(.ended, at: place, time: clock.now))
    settle()
    await media.waitForRequest()
    media.answer(try file(red))
    for _ in 0..<100_000 where !environment.loop.needsTick { await Task.yield() }
    clock.advance(by: 1.0 / 60)
    environment.loop.tick()
    environment.loop.settle(limit: 100)
    #expect(!picture.layer.animationKeys.isEmpty)
    settle()
    #expect(middle(of: picture) == red.argb)
    // A row that comes back when the photo is gone shows the thumbnail again.
    row.node.setInterfaceState(.none)
    settle()
    loader.releaseUnused()
    row.node.setInterfaceState(.visible)
    settle()
    #expect(middle(of: picture) == green.argb)
  }

  @Test func `a damaged thumbnail leaves the placeholder, and is not reported`() throws {
    var message = photo()
    message.images[0].thumbnail = [0xFF, 0xD8, 0xFF, 0]
    let (row, surface) = show(message)
    let picture = try part("picture", of: row)
    #expect(middle(of: picture) == ChatStyle(.light, width: 320).imagePlaceholder.argb)
    #expect(picture.imageNode?.error == nil)
    _ = surface
  }

  @Test func `a softened image has no edges, and keeps its shape and colors`() throws {
    var context = try DrawingContext(size: Size(width: 40, height: 20))
    context.fill(Rect(x: 0, y: 0, width: 20, height: 20), with: .black)
    context.fill(Rect(x: 20, y: 0, width: 20, height: 20), with: .white)
    let soft = try #require(ImageRecipe.Modification.softened.body(context.image()))
    #expect(soft.width == 160 && soft.height == 80)
    let row = (0..<160).map { Int(soft.pixel(x: $0, y: 40) & 0xFF) }
    #expect(row.first == 0 && row.last == 255)
    // From black to white, in steps of a few levels over more than a dozen pixels.
    let steps = zip(row, row.dropFirst()).map { $1 - $0 }
    #expect(steps.allSatisfy { (0...34).contains($0) })
    #expect(row.count { (1...254).contains($0) } >= 12)
    let tiny = try Bitmap(width: 1, height: 3, color: red)
    #expect(ImageRecipe.Modification.softened.body(tiny)?.pixel(x: 0, y: 0) == red.argb)
  }

  @Test func `a row that leaves the preload range cancels its request`() async throws {
    let (row, surface) = show(photo())
    await media.waitForRequest()
    row.node.setInterfaceState(.measureLayout)
    settle()
    for _ in 0..<100_000 where media.cancelCount == 0 { await Task.yield() }
    #expect(media.cancelCount == 1)
    // It is requested again when it comes back.
    row.node.setInterfaceState(.visible)
    settle()
    await media.waitForRequest()
    media.answer(try file(red))
    await settleAfterArrival()
    #expect(middle(of: try part("picture", of: row)) == red.argb)
    _ = surface
  }

  @Test func `a row that returns shows a kept photo at once`() async throws {
    let (row, surface) = show(photo())
    await media.waitForRequest()
    media.answer(try file(red))
    await settleAfterArrival()
    row.node.setInterfaceState(.none)
    settle()
    let picture = try part("picture", of: row)
    #expect(picture.layer.contents == nil)
    row.node.setInterfaceState(.visible)
    environment.loop.tick()
    environment.loop.settle(limit: 100)
    #expect(middle(of: picture) == red.argb && picture.layer.animationKeys.isEmpty)
    #expect(media.requestCount == 1)
    // After a memory warning, nothing is kept that no row shows.
    row.node.setInterfaceState(.none)
    settle()
    loader.releaseUnused()
    #expect(loader.byteCount == 0)
    _ = surface
  }

  @Test func `a photo of unknown size lays its row out again when it arrives`() async throws {
    let (row, surface) = show(photo(nil))
    let old = row.row.height
    await media.waitForRequest()
    media.answer(try file(red, width: 200, height: 400))
    await settleAfterArrival()
    let size = row.node.layoutThatFits(
      SizeRange(min: Size(width: 320, height: 0), max: Size(width: 320, height: .infinity))
    ).size
    #expect(size.height > old)
    row.node.frame.size = size
    settle()
    let picture = try part("picture", of: row)
    #expect(picture.frame.size.height > picture.frame.size.width)
    #expect(middle(of: picture) == red.argb)
    _ = surface
  }

  @Test func `an avatar covers the initials when it arrives`() async throws {
    var message = ChatMessage(Message("Hello"), from: "Ada")
    message.date = 0
    let (row, surface) = show(message)
    let avatar = try part("avatar", of: row)
    let picture = try #require(avatar.subnodes.last)
    #expect(picture.layer.contents == nil && avatar.subnodes.first?.layer.contents != nil)
    await media.waitForRequest(of: .avatar(sender: "Ada"))
    media.answer(try file(red, width: 64, height: 64))
    await settleAfterArrival()
    #expect(middle(of: picture) == red.argb)
    #expect(picture.layer.contents?.pixel(x: 0, y: 0) == 0)
    _ = surface
  }

  @Test func `a text is drawn again when its custom emoji arrives`() async throws {
    var message = Message("Hi 🙂 there")
    message.entities = [
      MessageEntity(.customEmoji(id: "smile"), in: 3..<7)
    ]
    let (row, surface) = show(ChatMessage(message, from: "Ada"))
    let text = try part("text", of: row)
    let before = try #require(text.layer.contents)
    #expect(!before.pixels.contains(red.argb))
    await media.waitForRequest(of: .customEmoji(id: "smile"))
    media.answer(try file(red, width: 64, height: 64))
    await settleAfterArrival()
    #expect(try #require(text.layer.contents).pixels.contains(red.argb))
    _ = surface
  }

  @Test func `a photo among the blocks of a rich message is drawn when it arrives`() async throws {
    let json = #"""
      {"blocks":[{"type":"paragraph","text":"A hall"},{"type":"photo","photo":
      [{"file_id":"hall","file_unique_id":"u","width":200,"height":100}]}]}
      """#
    let (row, surface) = show(ChatMessage(try RichMessage(json: json), from: "Ada"))
    let blocks = try part("blocks", of: row)
    let before = try #require(blocks.layer.contents)
    #expect(!before.pixels.contains(red.argb))
    await media.waitForRequest(of: .photo(ChatImage(path: "hall")))
    media.answer(try file(red, width: 200, height: 100))
    await settleAfterArrival()
    #expect(try #require(blocks.layer.contents).pixels.contains(red.argb))
    _ = surface
  }

  @Test func `an animated photo plays in its row`() async throws {
    let path = #filePath.replacing(
      "ChatTests/MediaRowTests.swift", with: "ImagesTests/Fixtures/disposals.gif")
    let (row, surface) = show(photo())
    await media.waitForRequest()
    media.answer(try ImageSource([UInt8](Data(contentsOf: URL(filePath: path)))))
    await settleAfterArrival()
    let picture = try part("picture", of: row)
    var frames: [Bitmap] = []
    for _ in 0..<5 {
      frames.append(try #require(picture.layer.contents))
      clock.advance(by: 0.2)
      environment.loop.settle(limit: 100)
    }
    for (index, frame) in frames.enumerated() { #expect(!frames[..<index].contains(frame)) }
    _ = surface
  }
}

/// A conversation whose pictures a loader brings.
private struct MediaMessages: MessageSource {
  let messages: [ChatMessage]
  let media: MediaLoader?
  let isGroup = true
  let timeZone: String? = "UTC"

  var count: Int { messages.count }
  func message(at index: Int) -> ChatMessage { messages[index] }
  func index(of id: Message.ID) -> Int? { nil }
}

/// A source that answers when a test says so; avatars do not exist unless they are waited for.
final class ScriptedMedia: MediaSource {
  private struct State: Sendable {
    /// The subject whose requests wait for an answer; `nil` for photos.
    var subject: MediaRequest.Subject?
    var pending: [CheckedContinuation<ImageSource?, any Error>] = []
    var held: [(MediaRequest, CheckedContinuation<ImageSource?, any Error>)] = []
    var requestCount = 0
    var cancelCount = 0
  }

  struct Failure: Error {}

  private let state = Mutex(State())

  var requestCount: Int { state.withLock { $0.requestCount } }
  var cancelCount: Int { state.withLock { $0.cancelCount } }

  func image(for request: MediaRequest) async throws -> ImageSource? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        state.withLock { $0.held.append((request, continuation)) }
      }
    } onCancel: {
      let held = state.withLock { state in
        state.cancelCount += 1
        defer { state.held.removeAll { $0.0 == request } }
        return state.held.filter { $0.0 == request }
      }
      for entry in held { entry.1.resume(throwing: CancellationError()) }
    }
  }

  /// Waits for a request; without a subject, for one of a photo.
  func waitForRequest(of subject: MediaRequest.Subject? = nil) async {
    for _ in 0..<1_000_000 {
      let isThere = state.withLock { state in
        guard let index = state.held.firstIndex(where: { $0.0.isOf(subject) }) else { return false }
        state.pending.append(state.held.remove(at: index).1)
        state.requestCount += 1
        return true
      }
      if isThere { return }
      await Task.yield()
    }
    Issue.record("the picture was not requested")
  }

  /// Answers the request that was waited for.
  func answer(_ image: ImageSource?, failing fails: Bool = false) {
    let pending = state.withLock { state in
      defer { state.pending = [] }
      return state.pending
    }
    for continuation in pending {
      if fails {
        continuation.resume(throwing: Failure())
      } else {
        continuation.resume(returning: image)
      }
    }
  }
}

extension MediaRequest {
  fileprivate func isOf(_ subject: Subject?) -> Bool {
    if let subject { return subject == self.subject }
    if case .photo = self.subject { return true }
    return false
  }
}
