/// Small exports of all messengers.
enum ExportSeeds {
  static var all: [[UInt8]] {
    texts.map { Array($0.utf8) }
      + folders.map { files in
        files.flatMap { name, text in
          let number = ExportTarget.names.firstIndex(of: name) ?? 0
          return [ExportTarget.separator, UInt8(number)] + text.utf8
        }
      }
  }

  /// Names of members and values, and marks of texts.
  static let pieces = [
    #""type":"message","#, #""text":"#, #""text_entities":["#, #""from_id":"user5","#,
    #""messages":["#,
    #""date_unixtime":"9""#, #""photo":"a.jpg""#, #""rich_message":{"blocks":["#, #""poll":{"#,
    #""embeds":["#, #""attachments":["#, #""timestamp":"2026-03-01T09:05:07+00:00","#,
    #""content":{"#,
    #""m.relates_to":{"#, #""formatted_body":"#, #""sender_name":"#, #""timestamp_ms":1,"#,
    #""ts":"1772355907.1","#, #""thread_ts":"#, #""blocks":[{"type":"rich_text","elements":["#,
    #""subtype":"channel_join","#, "[12.02.2026, 09:05:07] A: ", "\u{200E}<attached: a.jpg>",
    "\u{202F}PM - ",
    "[2019-05-29, 15:05] Me: ", "(- A: 👍 -)", "![a](./media/a.jpg)", "<@U1>", "&lt;",
    "<https://e.org|e>",
    "<#C2|o>", "```", "<@!4>", "<:x:5>", "<t:1:R>", "||", "\\u00c3\\u00a9", "\u{1E}",
  ]

  private static let texts = [
    #"""
    {"name":"Group","type":"private_group","id":77,"messages":[
    {"id":7,"type":"message","date":"2026-03-01T09:05:07","date_unixtime":"1772355907","from":"Ada",
    "from_id":"user5","text":["see ",{"type":"text_link","text":"this","href":"https://e.example/"}],
    "text_entities":[{"type":"plain","text":"see "},{"type":"text_link","text":"this",
    "href":"https://e.example/"},{"type":"pre","text":"let x = 1","language":"swift"}],
    "reactions":[{"type":"emoji","count":2,"emoji":"👍","recent":[]}],"reply_to_message_id":3},
    {"id":8,"type":"service","actor":"Bo","actor_id":"user6","action":"pin_message","message_id":7},
    {"id":-999999991,"type":"message","from":null,"photo":"photos/../a.jpg","width":90,"height":60,
    "poll":{"question":"q","closed":false,"total_voters":1,"answers":[{"text":"a","voters":1}]},
    "text":"\x01"},{"id":9,"type":"message","document_id": video_files/sticker (2).webm,
    "media_type":"voice_message","duration_seconds":7,"text":""}]}
    """#,
    #"""
    {"name":"R","type":"personal_chat","id":5,"messages":[{"id":9,"type":"message",
    "date_unixtime":"1788000000","from":"Ada","from_id":"user5","rich_message":{"rtl":false,
    "part":false,"blocks":[{"type":"heading","level":2,"text":{"type":"plain","text":"Trip"}},
    {"type":"list","kind":"bullet","items":[{"task_state":"checked","content":"text","text":
    {"type":"concat","text":[{"type":"plain","text":"Buy "},{"type":"bold","text":{"type":"plain",
    "text":"milk"}}]}}]},{"type":"table","rows":[{"cells":[{"text":{"type":"empty"},"colspan":2}]}]},
    {"type":"math","formula":"x^2"}]}}]}
    """#,
    #"{"about":"a","chats":{"about":"b","list":[{"name":"A","type":"bot_chat","id":1,"messages":[]}]}}"#,
    """
    [12.02.2026, 09:05:07] Ada: hello
    more
    [13.02.2026, 10:00:00] \u{200E}Bo: \u{200E}image omitted
    2/14/26, 9:05\u{202F}PM - Cy: <Media omitted>
    14.02.26, 21:05 - Messages are end-to-end encrypted.
    """,
    #"""
    {"guild":{"id":"1","name":"G"},"channel":{"id":"2","type":"GuildTextChat","name":"c"},
    "messages":[{"id":"3","type":"Default","timestamp":"2026-03-01T09:05:07.123+00:00",
    "timestampEdited":null,"content":"__u__ **b** <@4> ||s|| `c` <:x:5>","author":{"id":"4",
    "name":"a","nickname":"A"},"attachments":[{"id":"6","url":"a.png","fileName":"a.png",
    "fileSizeBytes":1}],"embeds":[{"title":"t","description":"d"}],"stickers":[],
    "reactions":[{"emoji":{"id":"","name":"👍"},"count":1}],"mentions":[],
    "reference":{"messageId":"2"}}],"messageCount":1}
    """#,
    #"""
    {"room_name":"R","room_creator":"@a:b","topic":"t","export_date":"d","exported_by":"@a:b",
    "messages":[{"type":"m.room.message","sender":"@a:b","event_id":"$1","origin_server_ts":1772355907000,
    "content":{"msgtype":"m.text","body":"x","format":"org.matrix.custom.html",
    "formatted_body":"<b>x</b><mx-reply>q</mx-reply>"}},{"type":"m.room.message","sender":"@a:b",
    "event_id":"$2","origin_server_ts":1,"content":{"body":"* y","m.new_content":{"body":"y"},
    "m.relates_to":{"rel_type":"m.replace","event_id":"$1"}}}]}
    """#,
    #"""
    {"participants":[{"name":"A"}],"messages":[{"sender_name":"A\u00c3\u00a9","timestamp_ms":1772355907000,
    "content":"\u00f0\u009f\u0091\u008d","reactions":[{"reaction":"\u00f0\u009f\u0091\u008d","actor":"B"}],
    "photos":[{"uri":"photos/a.jpg"}],"is_unsent":false}],"title":"T","thread_path":"inbox/t"}
    """#,
  ]

  private static let folders: [[(String, String)]] = [
    [
      ("users.json", #"[{"id":"U1","name":"ada","profile":{"display_name":"Ada"}}]"#),
      ("channels.json", #"[{"id":"C1","name":"general"},{"id":"C2","name":"other"}]"#),
      (
        "general/2026-03-01.json",
        #"""
        [{"type":"message","user":"U1","ts":"1772355907.000100","text":"a &lt;b&gt; *x* <@U1> <#C2|o>"},
        {"type":"message","user":"U9","ts":"1772355908.000100","thread_ts":"1772355907.000100",
        "text":"&gt; q\n```c```","edited":{"ts":"1772355999.0"},"reactions":[{"name":"+1","count":2}]},
        {"type":"message","user":"U1","ts":"1772355909.1","blocks":[{"type":"rich_text","elements":[
        {"type":"rich_text_list","style":"bullet","elements":[{"type":"rich_text_section","elements":[
        {"type":"text","text":"x","style":{"bold":true}},{"type":"link","url":"https://e.org"}]}]}]}],
        "files":[{"name":"a.png","mimetype":"image/png","url_private":"u"}]}]
        """#
      ),
    ],
    [
      (
        "general/chat.md",
        """
        [2019-05-29 15:04:07] Ada: hello

        [2019-05-29, 15:05] Me:

        > an old

        an answer
        (- Ada: 👍, Bob: 👍 -)

        [2019-05-29 15:06:00] Ada: look  ![cat](./media/a%20b.jpg)  [b.pdf](./media/b.pdf)

        """
      )
    ],
    [
      (
        "general/data.json",
        #"""
        {"date":"2019-05-29T15:04:07","sender":"Ada","body":"x","quote":"q","sticker":"",
        "reactions":[["Ada","👍"]],"attachments":[]}
        """#
      )
    ],
    [
      ("message_1.json", #"{"participants":[],"messages":[{"sender_name":"A","timestamp_ms":9}]}"#),
      ("message_2.json", #"{"participants":[],"messages":[{"sender_name":"B","timestamp_ms":8}]}"#),
    ],
  ]
}
