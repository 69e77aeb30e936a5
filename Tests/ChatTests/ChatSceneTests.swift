import Foundation
import GalleyChat
import GalleyDisplay
import GalleyGeometry
import GalleyPixels
import GalleyScheduling
import GalleyTypesetting
import TestSupport
import Testing

/// A conversation with all features, in the testing fonts.
private let conversation = #"""
  {"messages": [
    {"id": 1, "sender": "Ada", "date": 1700000000, "text": "Hello there, how are you today?"},
    {"id": 2, "sender": "Ada", "date": 1700000010, "text": "a link and a spoiler", "entities": [
      {"type": "text_link", "offset": 2, "length": 4, "url": "https://example.org"},
      {"type": "spoiler", "offset": 13, "length": 7}], "reactions": [
      {"emoji": "a", "count": 2}, {"emoji": "b", "chosen": true}]},
    {"id": 3, "sender": "Bo", "date": 1700000020, "reply_to": 2, "text": "answer"},
    {"id": 4, "sender": "Me", "outgoing": true, "status": "read", "date": 1700000030,
     "forwarded_from": "News", "text": "a quotation\nand more", "edited": true, "entities": [
      {"type": "blockquote", "offset": 0, "length": 11}]},
    {"id": 5, "sender": "Me", "outgoing": true, "status": "sent", "date": 1700000040,
     "images": [{"file": "missing.jpg", "width": 300, "height": 200}]},
    {"service": true, "date": 1700000050, "text": "Ada called\nfor a long time", "entities": [
      {"type": "bold", "offset": 0, "length": 3}]},
    {"id": 6, "sender": "Me", "outgoing": true, "status": "sending", "date": 1700090000,
     "text": "next day"},
    {"id": 7, "sender": "Cy", "status": "failed", "text": "no date", "images": [
      {"file": "missing.jpg", "width": 30, "height": 200},
      {"file": "missing.jpg", "width": 300, "height": 20}]}
  ]}
  """#

/// A small conversation with pieces of all kinds.
private let fewMessages = #"""
  [{"id": 1, "sender": "Ada", "text": "a b"},
   {"sender": "Bo", "reply_to": 1, "text": "c", "reactions": [{"emoji": "a"}]},
   {"sender": "Me", "outgoing": true, "status": "read", "date": 1700000000, "text": "d", "images":
     [{"file": "missing.jpg", "width": 3, "height": 2}]}]
  """#

@MainActor struct ChatSceneTests {
  let engine = TestFonts.engine()
  let (chat, few): (Chat, Chat)

  init() throws {
    chat = try Chat(json: Array(conversation.utf8))
    few = try Chat(json: Array(fewMessages.utf8))
  }

  private func layout(
    _ appearance: ChatStyle.Appearance = .light, of chat: Chat? = nil, threads: Int = 2
  ) throws -> ChatLayout {
    ChatLayout(
      chat ?? self.chat, style: ChatStyle(appearance, width: 240), engine: engine,
      directory: "/nowhere", threads: threads)
  }

  @Test func `a picture is byte-identical for any number of threads`() throws {
    let files = try [1, 2, 8].map { threads in
      let environment = DisplayEnvironment(
        executor: PoolExecutor(threads: threads), clock: SystemClock())
      let scene = try ChatScene(
        layout(of: few, threads: threads), engine: TestFonts.engine(), scale: 1,
        environment: environment, threads: threads)
      return try scene.picture().pngData()
    }
    #expect(Set(files).count == 1)
  }

  @Test func `a picture is identical for any drawing order`() throws {
    let layout = try layout(of: few)
    var first: Bitmap?
    for seed in 0..<20 {
      let clock = ManualClock()
      let executor = ManualExecutor(clock: clock)
      let environment = DisplayEnvironment(executor: executor, clock: clock)
      let scene = try ChatScene(layout, engine: engine, scale: 0.5, environment: environment)
      scene.beginDisplay()
      executor.runAll(shuffledBy: UInt64(seed))
      let picture = try scene.picture()
      if let first { #expect(picture == first) } else { first = picture }
      #expect(executor.counters.finished > few.messages.count)
    }
  }

  @Test func `light and dark conversations differ in color, not in size`() throws {
    let (light, dark) = (try layout(.light), try layout(.dark))
    #expect(light.size == dark.size)
    let pictures = try [light, dark].map { layout in
      let clock = ManualClock()
      let environment = DisplayEnvironment(executor: ManualExecutor(clock: clock), clock: clock)
      return try ChatScene(layout, engine: engine, scale: 0.5, environment: environment).picture()
    }
    #expect(pictures[0].width == pictures[1].width && pictures[0] != pictures[1])
  }

  @Test func `the width of a conversation is clamped to limits`() throws {
    #expect(try layout().size.width == 240)
    #expect(ChatStyle(.light, width: 1).width == 240)
    #expect(ChatStyle(.light, width: .infinity).width == 2_000)
  }

  @Test func `a picture with too many pixels is refused`() throws {
    let layout = try layout()
    let environment = DisplayEnvironment(executor: ManualExecutor(), clock: ManualClock())
    #expect(throws: ChatError.self) {
      try ChatScene(layout, engine: engine, scale: 100, environment: environment)
    }
  }

  @Test func `custom emoji are drawn as images, with the plain emoji as fallback`() throws {
    let directory = TemporaryDirectory()
    let red = try Bitmap(width: 30, height: 30, color: Color(argb: 0xFFFF_0000))
    try directory.write(Data(try red.pngData()), to: "emoji/7.png")
    try directory.write("no image", to: "emoji/8.png")
    var problems: [ChatError] = []
    func picture(_ source: String, id: String) throws -> Bitmap {
      let chat = try Chat(
        json: Array(
          (#"{\#(source)"messages":[{"sender":"A","text":"a x","entities":[{"type":"custom_emoji","#
            + #""offset":2,"length":1,"custom_emoji_id":"\#(id)"}]}]}"#).utf8))
      let layout = ChatLayout(
        chat, style: ChatStyle(width: 240), engine: engine, directory: directory.path)
      problems = layout.problems
      let clock = ManualClock()
      let environment = DisplayEnvironment(executor: ManualExecutor(clock: clock), clock: clock)
      return try ChatScene(layout, engine: engine, scale: 1, environment: environment).picture()
    }
    func reds(_ picture: Bitmap) -> Int { picture.pixels.count { $0 == 0xFFFF_0000 } }
    let none = try picture("", id: "7")
    #expect(reds(none) == 0)
    let some = try picture(#""custom_emoji":"emoji","#, id: "7")
    #expect((400...600).contains(reds(some)))
    #expect(some.width == none.width && some.height == none.height)
    #expect(try picture(#""custom_emoji":{"7":"emoji/7.png"},"#, id: "7") == some)
    // A missing image, or one in another folder, is replaced by the emoji.
    for id in ["9", "../emoji/7", ".", ""] {
      #expect(try picture(#""custom_emoji":"emoji","#, id: id) == none)
      #expect(problems == [])
    }
    for (source, id, reason) in [
      (#""emoji""#, "8", "/emoji/8.png: not a PNG, JPEG, WebP or GIF image"),
      (#"{"7":"no.png"}"#, "7", "/no.png: No such file or directory"),
      (#"{"7":"emoji"}"#, "7", "/emoji: Is a directory"),
      (#""none""#, "7", "/none: No such file or directory"),
      (#""emoji/7.png""#, "7", "emoji/7.png: Not a folder"),
    ] {
      #expect(try picture(#""custom_emoji":\#(source),"#, id: id) == none)
      #expect(problems.count == 1)
      #expect(problems.first?.description.hasSuffix(reason) == true)
    }
  }

  @Test func `long words and wide images fit a narrow conversation`() throws {
    let word = String(repeating: "abc", count: 200)
    let json =
      #"[{"sender":"A","text":"\#(word)"},{"sender":"\#(word)","text":"b","images":["#
      + #"{"file":"x","width":60000,"height":10}]}]"#
    let chat = try Chat(json: Array(json.utf8))
    let layout = ChatLayout(chat, style: ChatStyle(.light, width: 240), engine: engine)
    #expect(layout.size.width == 240)
    #expect(layout.size.height.isFinite && layout.size.height > 100)
  }
}
