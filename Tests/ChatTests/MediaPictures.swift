import Foundation
import GalleyChat
import GalleyDisplay
import GalleyGeometry
import GalleyImages
import GalleyLayers
import GalleyMessages
import GalleyPixels
import GalleyScheduling
import TestSupport
import Testing

/// The folder for pictures, if they are requested.
private let picturesFolder = ProcessInfo.processInfo.environment["GALLEY_VIEWER_PICTURES"]

/// Pictures of rows whose media arrive, fail or are still pending, for people to look at.
@MainActor @Suite(.enabled(if: picturesFolder != nil))
struct MediaPictures {
  @Test(arguments: [ChatStyle.Appearance.light, .dark])
  func `rows with media are drawn`(appearance: ChatStyle.Appearance) async throws {
    let clock = ManualClock()
    let environment = DisplayEnvironment(executor: ManualExecutor(clock: clock), clock: clock)
    var messages: [ChatMessage] = []
    for (index, path) in ["arrives", "fails", "pending"].enumerated() {
      var message = ChatMessage(
        Message("This picture \(path) 🙂"), from: ["Ada", "Bo", "Cy"][index])
      message.message.entities = [
        MessageEntity(
          .customEmoji(id: path),
          in: message.message.text.utf8.count - 4..<message.message.text.utf8.count)
      ]
      message.images = [ChatImage(path: path, size: PixelSize(width: 300, height: 140))]
      message.isOutgoing = index == 1
      messages.append(message)
    }
    var style = ChatStyle(appearance, width: 340)
    style.tail = try tail()
    let rows = ChatRows(
      PictureMessages(messages: messages, media: MediaLoader(PictureMedia())), style: style,
      engine: NotoFonts.engine())
    let root = DisplayNode(environment: environment)
    root.backgroundColor = Color(argb: appearance == .dark ? 0xFF12_1E2A : 0xFFD6_E3C8)
    var y = 8.0
    for index in messages.indices {
      let row = ChatRowNode(rows.row(at: index), of: rows, environment: environment)
      row.node.frame.origin.y = y
      y += row.row.height + 4
      root.addSubnode(row.node)
    }
    let host = LayerHost(size: Size(width: 340, height: y + 8), scale: 2)
    let surface = NodeSurface(host, environment: environment)
    surface.rootNode = root
    for _ in 0..<20 {
      clock.advance(by: 0.2)
      environment.loop.tick()
      environment.loop.settle(limit: 100)
      host.tick(at: clock.now)
      _ = host.commit(at: clock.now)
      for _ in 0..<50 { await Task.yield() }
    }
    let picture = try surface.bitmap()
    // The photo that has arrived has the colors of its gradient; the others are plain.
    var colors: Set<UInt32> = []
    for y in 0..<picture.height / 3 {
      for x in 0..<picture.width { colors.insert(picture.pixel(x: x, y: y)) }
    }
    #expect(picture.width == 680)
    #expect(colors.count > 500)
    let path = "\(picturesFolder ?? "")/media-\(appearance).png"
    try Data(try picture.pngData()).write(to: URL(filePath: path))
  }

  /// A pointed tail.
  private func tail() throws -> TailPicture {
    var context = try DrawingContext(size: Size(width: 20, height: 18), scale: 2)
    var path = Path()
    path.move(to: Point(x: 6, y: 0))
    path.addLine(to: Point(x: 20, y: 0))
    path.addLine(to: Point(x: 20, y: 18))
    path.addLine(to: Point(x: 0, y: 18))
    path.addLine(to: Point(x: 6, y: 8))
    path.close()
    context.fill(path, with: .black)
    var bitmap = context.image()
    bitmap.scale = 2
    return TailPicture(bitmap, reach: 6)
  }
}

private struct PictureMessages: MessageSource {
  let messages: [ChatMessage]
  let media: MediaLoader?
  let isGroup = true

  var count: Int { messages.count }
  func message(at index: Int) -> ChatMessage { messages[index] }
  func index(of id: Message.ID) -> Int? { nil }
}

/// A source of drawn pictures, some of which fail or never come.
private struct PictureMedia: MediaSource {
  struct Failure: Error {}

  func image(for request: MediaRequest) async throws -> ImageSource? {
    switch request.subject {
    case .photo(let photo):
      if photo.path == "fails" { throw Failure() }
      if photo.path == "pending" { try await Task.sleep(for: .seconds(86_400)) }
      return try picture(Size(width: 300, height: 140))
    case .avatar(let sender):
      return sender == "Ada" ? try picture(Size(width: 64, height: 64)) : nil
    case .customEmoji(let id):
      return id == "arrives" ? try picture(Size(width: 64, height: 64)) : nil
    }
  }

  private func picture(_ size: Size) throws -> ImageSource {
    var context = try DrawingContext(size: size)
    try context.fill(
      Rect(origin: .zero, size: size),
      with: LinearGradient(
        from: .zero, to: Point(x: size.width, y: size.height),
        colors: [Color(argb: 0xFF20_60C0), Color(argb: 0xFFF0_A040)]))
    return try ImageSource(context.image().pngData())
  }
}
