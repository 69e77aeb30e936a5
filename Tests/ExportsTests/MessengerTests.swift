import Foundation
import GalleyExports
import GalleyMessages
import TestSupport
import Testing

/// Conversations of Messenger and Instagram.
@Suite struct MessengerTests {
  let folder = ExportFolder()

  @Test func `bytes escaped as Latin-1 are decoded, and messages are read from the oldest`() throws
  {
    func file(_ messages: String) -> String {
      #"{"participants":[{"name":"Ada"}],"messages":[\#(messages)],"title":"Zo\u00c3\u00ab","thread_path":"inbox/x"}"#
    }
    try folder.directory.write(
      file(
        #"{"sender_name":"Ada","timestamp_ms":4000,"content":"four"},{"sender_name":"Jos\u00c3\u00a9","timestamp_ms":3500,"content":"\u00f0\u009f\u0098\u0080 caf\u00e9 \u0416"}"#
      ), to: "message_1.json")
    try folder.directory.write(
      file(
        #"{"sender_name":"Ada","timestamp_ms":2000,"photos":[{"uri":"messages/inbox/x/photos/1.jpg"}],"reactions":[{"reaction":"\u00e2\u009d\u00a4","actor":"A"},{"reaction":"\u00e2\u009d\u00a4","actor":"B"}]},{"sender_name":"Ada","timestamp_ms":1000,"content":"Jos\u00c3\u00a9"}"#
      ), to: "message_2.json")
    let contents = try folder.read()
    #expect(contents.chats.map(\.title) == ["Zoë"])
    let messages = contents.messages
    #expect(messages.map(\.date) == [1, 2, 3, 4])
    #expect(messages[0].plainText == "José")
    #expect(messages[1].media.map(\.path) == ["photos/1.jpg"])
    #expect(messages[1].reactions == [ExportedReaction("❤", count: 2)])
    // A text with other characters was never escaped byte by byte.
    #expect(messages[2].plainText.hasSuffix("caf\u{E9} Ж"))
    #expect(messages[2].sender?.name == "José")
    let reader = try Export(path: folder.directory.path).reader()
    var count = 0
    while let item = try reader.next() {
      if case .message = item { count += 1 }
      let rest = try folder.read(at: reader.position).messages
      #expect(rest == Array(messages[count...]))
    }
    #expect(count == 4)
  }

  @Test func `a file of more than 256 MiB is not read`() throws {
    let path = try folder.directory.write(
      #"{"participants":[],"messages":[{"sender_name":"A","timestamp_ms":1}],"title":"a"}"#,
      to: "message_1.json")
    for (size, isRefused) in [(256 << 20, false), (256 << 20 + 1, true)] {
      // Zeros behind the object, which are not JSON.
      try FileHandle(forWritingTo: URL(filePath: path)).truncate(atOffset: UInt64(size))
      var outcome = ""
      do { outcome = try folder.read().problems.joined() } catch { outcome = "\(error)" }
      #expect(outcome.contains("Larger than the limit") == isRefused, "\(outcome)")
    }
  }
}
