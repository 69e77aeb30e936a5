import Foundation
import GalleyPixels
import TestSupport

/// Exports of messengers, written for tests.
enum SampleExport {
  /// The color of the photo in the conversation of two.
  static let red: UInt32 = 0xFF_0000

  /// Writes an account's export of Telegram Desktop into a folder.
  ///
  /// A group has messages of every kind, a conversation of two is long.
  ///
  /// - Returns: The path of the folder.
  static func account(in directory: TemporaryDirectory) throws -> String {
    let samples = repository.appending(path: "Corpus/demo/images")
    for name in ["beach", "mountains", "soup"] {
      let photo = try Data(contentsOf: samples.appending(path: name + ".jpg"))
      try directory.write(photo, to: "account/chats/chat_1/photos/\(name).jpg")
    }
    try directory.write(
      try Bitmap.png(red, width: 300, height: 200), to: "account/chats/chat_2/photos/red.png")
    try directory.write(
      Data(try sticker().pngData()), to: "account/chats/chat_1/stickers/sun.png")
    let chats = [
      chat("Trip to Lisbon", "private_group", 77, group),
      chat("Ada Lovelace", "personal_chat", 5, pair),
      #"{"type":"saved_messages","id":9,"messages":[\#(note)]}"#,
    ]
    try directory.write(
      """
      {"about":"An export.","chats":{"about":"Chats.","list":[\(chats.joined(separator: ",\n"))]}}
      """, to: "account/result.json")
    return directory.file("account")
  }

  /// Writes the text of a conversation of two that WhatsApp exported.
  ///
  /// - Returns: The path of the file.
  static func whatsApp(in directory: TemporaryDirectory) throws -> String {
    try directory.write(
      """
      [13.03.26, 18:02:11] Ada: \u{200E}Messages and calls are end-to-end encrypted.
      [13.03.26, 18:02:40] Ada: Are you coming tonight?
      [13.03.26, 18:05:01] Ben: Yes, at *eight*.
      I will bring the cake.
      [14.03.26, 09:00:00] Ada: \u{200E}image omitted
      [14.03.26, 09:01:00] Ben: It was a lovely evening
      [14.03.26, 09:02:00] Ada: It was!
      """, to: "WhatsApp Chat with Ada.txt")
  }

  /// Returns the JSON of a conversation of two with many messages.
  static func large(_ count: Int) -> String {
    chat(
      "Ada Lovelace", "personal_chat", 5,
      (1...count).map { number in
        message(
          number, number % 2 == 0 ? "Ada Lovelace" : "Galina", number % 2 == 0 ? 5 : 9,
          1_600_000_000 + number * 60, text: "Message number \(number)")
      })
  }

  private static func chat(_ name: String, _ type: String, _ id: Int, _ messages: [String])
    -> String
  {
    """
    {"name":"\(name)","type":"\(type)","id":\(id),"messages":[\(messages.joined(separator: ",\n"))]}
    """
  }

  private static var note: String {
    message(1, "Galina", 9, 1_772_600_000, text: "Passport, tickets, charger")
  }

  /// Returns a message, with further members.
  private static func message(
    _ id: Int, _ name: String, _ sender: Int, _ date: Int, text: String, _ more: String = ""
  ) -> String {
    """
    {"id":\(id),"type":"message","date_unixtime":"\(date)","from":"\(name)",\
    "from_id":"user\(sender)",\(more.isEmpty ? "" : more + ",")\
    "text_entities":[{"type":"plain","text":"\(text)"}]}
    """
  }

  private static let missing =
    "(File not included. Change data exporting settings to download.)"

  /// Messages of every kind, from the first of March 2026 on.
  private static var group: [String] {
    let start = 1_772_352_000
    func photo(_ name: String) -> String {
      """
      "photo":"chats/chat_1/photos/\(name).jpg","photo_file_size":20000,"width":480,"height":320
      """
    }
    return [
      """
      {"id":1,"type":"service","date_unixtime":"\(start)","actor":"Ada Lovelace",\
      "actor_id":"user5","action":"create_group","title":"Trip to Lisbon",\
      "members":["Ada Lovelace","Bo","Galina"]}
      """,
      """
      {"id":2,"type":"message","date_unixtime":"\(start + 60)","from":"Ada Lovelace",\
      "from_id":"user5","text_entities":[{"type":"plain","text":"I found a flat in "},\
      {"type":"bold","text":"Alfama"},{"type":"plain","text":", see "},{"type":"text_link",\
      "text":"the map","href":"https://example.org/map"}],\
      "reactions":[{"type":"emoji","emoji":"❤️","count":2},{"type":"emoji","emoji":"👍","count":1}]}
      """,
      message(
        3, "Galina", 9, start + 120, text: "Perfect! Is it near the tram?",
        #""reply_to_message_id":2,"edited_unixtime":"\#(start + 130)""#),
      message(
        4, "Bo", 6, start + 180, text: "",
        """
        "file":"\(missing)","media_type":"voice_message","mime_type":"audio/ogg",\
        "duration_seconds":7
        """),
      message(
        5, "Lisbon Guide", 8, start + 240,
        text: "Tram 28 leaves from Martim Moniz every ten minutes.",
        #""forwarded_from":"Carris""#),
      message(
        6, "Bo", 6, start + 86_400, text: "Bring something for the beach", photo("beach")),
      message(7, "Ada Lovelace", 5, start + 86_500, text: "", photo("mountains")),
      message(8, "Ada Lovelace", 5, start + 86_500, text: "", photo("soup")),
      message(
        9, "Bo", 6, start + 86_600, text: "",
        """
        "poll":{"question":"When shall we leave?","closed":false,"total_voters":3,"answers":[\
        {"text":"Friday evening","voters":2,"chosen":true},\
        {"text":"Saturday","voters":1,"chosen":false}]}
        """),
      message(
        10, "Ada Lovelace", 5, start + 86_700, text: "",
        """
        "file":"chats/chat_1/stickers/sun.png","media_type":"sticker","sticker_emoji":"☀️",\
        "width":256,"height":256
        """),
      message(
        11, "Bo", 6, start + 86_800, text: "The tickets",
        """
        "file":"\(missing)","file_name":"tickets.pdf","file_size":1240000,\
        "mime_type":"application/pdf"
        """),
      message(
        12, "Bo", 6, start + 86_900, text: "",
        """
        "file":"\(missing)","media_type":"video_file","mime_type":"video/mp4",\
        "duration_seconds":31,"width":640,"height":360
        """),
      """
      {"id":13,"type":"service","date_unixtime":"\(start + 87_000)","actor":"Bo",\
      "actor_id":"user6","action":"pin_message","message_id":11}
      """,
      message(
        14, "Galina", 9, start + 87_100, text: "See you at the station!",
        #""reply_to_message_id":11"#),
    ]
  }

  /// Six hundred messages, of which the last have a photo and a reply to the first.
  private static var pair: [String] {
    let start = 1_770_000_000
    var messages = (1...600).map { number in
      message(
        1_000 + number, number % 2 == 0 ? "Ada Lovelace" : "Galina", number % 2 == 0 ? 5 : 9,
        start + number * 3_600,
        text: number == 100 ? "The needle is here" : "Message number \(number)")
    }
    messages.append(
      message(
        1_601, "Ada Lovelace", 5, start + 601 * 3_600, text: "Look",
        #""photo":"chats/chat_2/photos/red.png","width":300,"height":200"#))
    messages.append(
      message(
        1_602, "Ada Lovelace", 5, start + 602 * 3_600, text: "As I said",
        #""reply_to_message_id":1001"#))
    return messages
  }

  /// A round sun on a transparent ground.
  private static func sticker() throws -> Bitmap {
    let side = 256
    var picture = try Bitmap(width: side, height: side)
    picture.withMutableBytes { bytes, bytesPerRow in
      for y in 0..<side {
        for x in 0..<side {
          let (dx, dy) = (Double(x) - 127.5, Double(y) - 127.5)
          let distance = (dx * dx + dy * dy).squareRoot()
          // Twelve rays around a disk.
          let ray = 96 + 24 * cos(12 * atan2(dy, dx))
          guard distance < ray else { continue }
          let color: [UInt8] = distance < 84 ? [64, 200, 255, 255] : [48, 160, 255, 255]
          for (byte, value) in color.enumerated() { bytes[y * bytesPerRow + x * 4 + byte] = value }
        }
      }
    }
    return picture
  }
}
