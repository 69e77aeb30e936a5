import Foundation
import GalleyChat
import GalleyDisplay
import GalleyGeometry
import GalleyImages
import GalleyMessages
import GalleyPixels
import GalleyScheduling
import TestSupport
import Testing

/// Images that cannot be shown.
@MainActor struct ChatProblemTests {
  let folder = TemporaryDirectory()

  init() throws {
    let red = Data(try Bitmap(width: 40, height: 30, color: Color(argb: 0xFFFF_0000)).pngData())
    let file = try folder.write(red, to: "chat/red.png")
    let outside = try folder.write(red, to: "outside.png")
    try folder.write(red.dropLast(red.count / 3), to: "chat/short.png")
    try folder.write("no image", to: "chat/text.png")
    try folder.link("chat/link.png", to: outside)
    try FileManager.default.linkItem(atPath: file, toPath: folder.file("chat/hard.png"))
  }

  private func chat(_ images: [String]) -> Chat {
    var messages = [ChatMessage(Message("first"), from: "A")]
    for image in images {
      var message = ChatMessage(Message("a"), from: "A")
      message.images = [ChatImage(path: image)]
      messages.append(message)
    }
    return Chat(messages)
  }

  /// Returns the problems of a drawn conversation, as lines.
  private func problems(_ images: String..., allowsOutsideFiles: Bool = false) throws -> [String] {
    let engine = TestFonts.engine()
    let layout = ChatLayout(
      chat(images), style: ChatStyle(width: 240), engine: engine, directory: folder.file("chat"),
      allowsOutsideFiles: allowsOutsideFiles)
    let clock = ManualClock()
    let environment = DisplayEnvironment(executor: ManualExecutor(clock: clock), clock: clock)
    let scene = try ChatScene(layout, engine: engine, scale: 1, environment: environment)
    let reds = try scene.picture().pixels.count { $0 == 0xFFFF_0000 }
    #expect((reds > 0) == (images.contains("red.png") || allowsOutsideFiles))
    return layout.problems.map { $0.description.replacing(folder.file("chat") + "/", with: "") }
  }

  @Test func `a missing image is reported with its message, and the rest is drawn`() throws {
    #expect(
      try problems("no.png", "red.png", "no.png") == [
        "message 2: no.png: No such file or directory"
      ])
  }

  @Test func `damaged images are reported in message order`() throws {
    #expect(
      try problems("text.png", "red.png", "short.png") == [
        "message 2: text.png: not a PNG, JPEG, WebP or GIF image",
        "message 4: short.png: the PNG image is truncated",
      ])
  }

  @Test(arguments: [
    "../outside.png", "/outside.png", "link.png", "red.png\u{0}.jpg", "../chat/red.png",
  ])
  func `an image path that leaves the folder or is malformed is refused`(path: String) throws {
    let found = try problems(path)
    #expect(found.count == 1 && found.first?.hasPrefix("message 2: ") == true)
    #expect(found.first?.contains("No such file") == false)
  }

  @Test(arguments: ["../outside.png", "link.png"])
  func `an image outside the folder is drawn if outside files are allowed`(path: String) throws {
    #expect(try problems(path, allowsOutsideFiles: true) == [])
  }

  @Test func `different paths to one file share an image source`() throws {
    let names = ["red.png", "./red.png", ".//red.png", "hard.png"]
    let history = ChatHistory(chat(names), directory: folder.file("chat"))
    let sources = try names.map { try #require(history.imageSource(of: ChatImage(path: $0))) }
    #expect(Set(sources.map(ObjectIdentifier.init)).count == 1)
    #expect(history.problems == [])
  }

  @Test func `images over the total file size limit are refused until others are released`() throws
  {
    let size = 60 << 20
    let names = (0..<10).map { "\($0).png" }
    for name in names {
      // A sparse file.
      let url = folder.url.appending(path: "chat/\(name)")
      try FileManager.default.copyItem(atPath: folder.file("chat/red.png"), toPath: url.path)
      let file = try FileHandle(forWritingTo: url)
      try file.truncate(atOffset: UInt64(size))
      try file.close()
    }
    let history = ChatHistory(chat(names), directory: folder.file("chat"))
    var shown = names.compactMap { history.imageSource(of: ChatImage(path: $0)) }
    #expect(shown.count == 8)
    #expect(history.problems.map(\.description).first?.hasPrefix("message 10: 8.png: ") == true)
    shown.removeFirst()
    #expect(history.imageSource(of: ChatImage(path: "9.png")) != nil)
  }
}
