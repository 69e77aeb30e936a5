import GalleyExports
import GalleyMessages
import TestSupport
import Testing

/// Rooms that Element exported.
@Suite struct MatrixTests {
  let folder = ExportFolder()

  @Test func `an edit replaces the text of the message before it`() throws {
    try folder.directory.write(
      """
      {"room_name":"R","room_creator":"@a:x","topic":"","export_date":"d","exported_by":"@a:x","messages":[
      {"type":"m.room.message","event_id":"$1","sender":"@a:x","origin_server_ts":1772355907000,"content":{"msgtype":"m.text","body":"old"}},
      {"type":"m.room.message","event_id":"$2","sender":"@b:x","origin_server_ts":1772355908000,"content":{"msgtype":"m.text","body":"b","format":"org.matrix.custom.html","formatted_body":"<mx-reply><blockquote>old</blockquote></mx-reply><font color='red'>re <strong>bold</strong></font>","m.relates_to":{"m.in_reply_to":{"event_id":"$1"}}}},
      {"type":"m.room.message","event_id":"$3","sender":"@a:x","origin_server_ts":1772355999000,"content":{"body":"* new","m.new_content":{"msgtype":"m.text","body":"new"},"m.relates_to":{"rel_type":"m.replace","event_id":"$1"}}},
      {"type":"m.room.encrypted","event_id":"$4","sender":"@a:x","origin_server_ts":1772356000000,"content":{}}
      ]}
      """, to: "export.json")
    let contents = try folder.read("export.json")
    #expect(contents.chats.map(\.title) == ["R"])
    let messages = contents.messages
    #expect(messages.map(\.id) == [.string("$1"), .string("$2"), .string("$4")])
    #expect(messages[0].plainText == "new")
    #expect(messages[0].isEdited && messages[0].editDate == 1_772_355_999)
    #expect(messages[1].plainText == "re bold")
    #expect(messages[1].replyTo == .string("$1"))
    #expect(messages[2].service != nil)
    let reader = try Export(path: folder.directory.path).reader()
    var count = 0
    while let item = try reader.next() {
      if case .message = item { count += 1 }
      let rest = try folder.read(at: reader.position).messages
      #expect(rest == Array(messages[count...]))
    }
    #expect(count == 3)
  }
}
