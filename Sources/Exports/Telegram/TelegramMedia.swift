internal import GalleyJSON
internal import GalleyMessages

/// The attachments of a message of Telegram Desktop.
struct TelegramMedia {
  /// The files.
  private(set) var media: [ExportedMedia] = []
  /// A text for attachments that are not files, such as polls and places.
  private(set) var note: Message?

  private let members: [JSONValue.Member]

  /// Reads the fields that are not part of every message.
  init(_ members: [JSONValue.Member]) {
    self.members = members
    if let photo = self["photo"]?.string {
      media = [file(.photo, path: photo, size: "photo_file_size")]
    } else if let path = self["file"]?.string {
      media = [document(path)]
    }
    note = makeNote()
  }

  private subscript(name: String) -> JSONValue? { members.last { $0.name == name }?.value }

  private func string(_ name: String) -> String? { self[name]?.filled }

  private func count(_ name: String) -> Int? {
    self[name]?.number.flatMap { $0 >= 0 ? $0 : nil }
  }

  private func document(_ path: String) -> ExportedMedia {
    let kind: ExportedMedia.Kind =
      switch string("media_type") {
      case "sticker": .sticker
      case "video_message": .videoMessage
      case "voice_message": .voice
      case "animation": .animation
      case "video_file": .video
      case "audio_file": .audio
      default: .document
      }
    var media = file(kind, path: path, size: "file_size")
    media.mimeType = string("mime_type")
    media.name = string("file_name") ?? media.name
    media.emoji = string("sticker_emoji")
    media.title = string("title")
    media.performer = string("performer")
    media.duration = count("duration_seconds")
    if let thumbnail = string("thumbnail") {
      var preview = ExportedMedia(.photo)
      Self.set(thumbnail, of: &preview)
      media.thumbnail = preview.path
    }
    return media
  }

  private func file(_ kind: ExportedMedia.Kind, path: String, size: String) -> ExportedMedia {
    var media = ExportedMedia(kind)
    Self.set(path, of: &media)
    media.byteCount = count(size)
    media.width = count("width")
    media.height = count("height")
    media.hasSpoiler = self["media_spoiler"] == .bool(true)
    return media
  }

  /// The strings in place of a path; older files have the name of the file before them.
  private static let absences: [(String, ExportedMedia.Absence)] = [
    ("(File not included. Change data exporting settings to download.)", .notIncluded),
    ("(File exceeds maximum size. Change data exporting settings to download.)", .tooLarge),
    ("(File unavailable, please try again later)", .unavailable),
    ("(unavailable)", .unavailable),
  ]

  /// Sets the path of a file, or the reason for which it is missing.
  static func set(_ path: String, of media: inout ExportedMedia) {
    guard !path.isEmpty else {
      media.absence = .notIncluded
      return
    }
    if path.hasSuffix(")") {
      for (text, absence) in absences where path.hasSuffix(text) {
        media.absence = absence
        let name = path.dropLast(text.count)
        if name.hasSuffix(" ") { media.name = String(name.dropLast()) }
        return
      }
    }
    media.setPath(path)
  }

  // MARK: Attachments in words

  private func makeNote() -> Message? {
    guard !members.isEmpty else { return nil }
    var text = StyledText()
    if let poll = self["poll"] { append(poll: poll, to: &text) }
    if let list = self["todo_list"] { append(tasks: list, to: &text) }
    if let contact = self["contact_information"] {
      let name = [contact["first_name"]?.filled, contact["last_name"]?.filled]
        .compactMap(\.self).joined(separator: " ")
      text.beginLine()
      text.append("Contact: \(name.isEmpty ? "without a name" : name)")
      if let phone = contact["phone_number"]?.filled {
        text.append(", ")
        text.append(phone, .phoneNumber)
      }
    }
    appendPlace(to: &text)
    if let title = string("game_title") {
      text.beginLine()
      text.append("Game: ")
      text.append(title, string("game_link").map { .textLink(url: $0) })
      if let words = string("game_description") { text.append("\n" + words) }
    }
    if let invoice = self["invoice_information"] { append(invoice: invoice, to: &text) }
    for (name, words) in [
      ("giveaway_information", "Giveaway"), ("giveaway_results", "Results of a giveaway"),
    ] where self[name] != nil {
      text.beginLine()
      text.append(words)
    }
    if let stars = count("paid_stars_amount") {
      text.beginLine()
      text.append("Paid media: \(stars) stars")
    }
    return text.count > 0 ? text.message : nil
  }

  private func append(poll: JSONValue, to text: inout StyledText) {
    text.beginLine()
    text.append(poll["closed"] == .bool(true) ? "Closed poll: " : "Poll: ")
    let start = text.count
    text.append(TelegramText.message(poll["question"] ?? .null))
    text.style(from: start, .bold)
    for answer in poll["answers"]?.elements ?? [] {
      text.append(answer["chosen"] == .bool(true) ? "\n● " : "\n○ ")
      text.append(TelegramText.message(answer["text"] ?? .null))
      if let voters = answer["voters"]?.number { text.append(" — \(voters)") }
    }
    if let total = poll["total_voters"]?.number { text.append("\nVotes: \(total)") }
  }

  private func append(tasks list: JSONValue, to text: inout StyledText) {
    text.beginLine()
    let start = text.count
    text.append(TelegramText.message(list["title"] ?? .null))
    text.style(from: start, .bold)
    for task in list["answers"]?.elements ?? [] {
      text.append("\n☐ ")
      text.append(TelegramText.message(task["text"] ?? .null))
    }
  }

  private func appendPlace(to text: inout StyledText) {
    let places = [string("place_name"), string("address")].compactMap(\.self)
    let location = self["location_information"]
    guard !places.isEmpty || location != nil else { return }
    text.beginLine()
    text.append(self["live_location_period_seconds"] != nil ? "Live location" : "Location")
    if !places.isEmpty { text.append(": " + places.joined(separator: ", ")) }
    if let latitude = location?["latitude"]?.double, let longitude = location?["longitude"]?.double
    {
      let place = "\(latitude),\(longitude)"
      text.append(" (")
      text.append(place, .textLink(url: "geo:" + place))
      text.append(")")
    }
  }

  /// The invoice is JSON in a string.
  private func append(invoice: JSONValue, to text: inout StyledText) {
    var fields = invoice
    if let string = invoice.string {
      var reader = JSONReader(Array(string.utf8), dialect: .tolerant)
      fields = (try? reader.value()) ?? .null
    }
    text.beginLine()
    text.append("Invoice")
    if let title = fields["title"]?.filled { text.append(": " + title) }
    if let amount = fields["amount"]?.number {
      text.append(", " + TelegramService.price(amount, fields["currency"]?.filled))
    }
    if let words = fields["description"]?.filled { text.append("\n" + words) }
  }
}
