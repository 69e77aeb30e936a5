internal import GalleyJSON
internal import GalleyMessages

/// The line of a service message of Telegram Desktop.
struct TelegramService {
  private let fields: TelegramFields

  /// Creates the line of a message with some fields.
  init(_ fields: TelegramFields) { self.fields = fields }

  private var actor: String { fields.actor?.shownName ?? "Someone" }

  /// The line, in English; an action that is not known is shown by its name.
  var line: String {
    guard let action = fields.action, !action.isEmpty else {
      return fields.string("information_text") ?? "A service message"
    }
    return groupLine(action) ?? callLine(action) ?? settingLine(action) ?? giftLine(action)
      ?? botLine(action) ?? taskLine(action) ?? unknownLine(action)
  }

  private func unknownLine(_ action: String) -> String {
    let words = action.split(separator: "_").joined(separator: " ")
    return fields.actor == nil ? words : "\(actor): \(words)"
  }

  private func groupLine(_ action: String) -> String? {
    switch action {
    case "create_group": "\(actor) created the group\(title)\(with)"
    case "edit_group_title": "\(actor) changed the title to\(title)"
    case "edit_group_photo": "\(actor) changed the photo of the group"
    case "delete_group_photo": "\(actor) removed the photo of the group"
    case "invite_members":
      members == actor ? "\(actor) joined the group" : "\(actor) added \(members)"
    case "remove_members":
      members == actor ? "\(actor) left the group" : "\(actor) removed \(members)"
    case "join_group_by_link":
      "\(actor) joined the group by a link\(fields.string("inviter").map { " from \($0)" } ?? "")"
    case "join_group_by_request": "\(actor) joined the group by request"
    case "join_group_via_community": "\(actor) joined the group through a community"
    case "create_channel": "The channel\(title) was created"
    case "migrate_to_supergroup": "The group became a supergroup"
    case "migrate_from_group": "The supergroup continues the group\(title)"
    case "pin_message": "\(actor) pinned a message"
    case "clear_history": "The history was cleared"
    case "topic_created": "\(actor) created the topic\(title)"
    case "topic_edit":
      fields.string("new_title").map { "\(actor) renamed the topic “\($0)”" }
        ?? "\(actor) changed the topic"
    case "new_creator_pending", "change_creator":
      "\(fields.string("new_creator") ?? "Someone") becomes the owner of the group"
    default: nil
    }
  }

  private func callLine(_ action: String) -> String? {
    switch action {
    case "phone_call":
      switch fields.string("discard_reason") {
      case "missed": "Missed call from \(actor)"
      case "busy": "Declined call from \(actor)"
      default: "Call from \(actor)\(duration("duration_seconds"))"
      }
    case "conference_call":
      fields["is_missed"] == .bool(true) ? "Missed group call" : "\(actor) started a group call"
    case "group_call": "\(actor) held a voice chat\(duration("duration"))"
    case "invite_to_group_call": "\(actor) invited \(members) to the voice chat"
    case "group_call_scheduled": "\(actor) scheduled a voice chat"
    default: nil
    }
  }

  private func settingLine(_ action: String) -> String? {
    switch action {
    case "set_messages_ttl":
      fields.number("period").map {
        $0 > 0
          ? "\(actor) set messages to disappear after \(Self.period($0))"
          : "\(actor) turned off disappearing messages"
      }
    case "edit_chat_theme":
      "\(actor) changed the theme\(fields.string("emoticon").map { " to " + $0 } ?? "")"
    case "set_chat_wallpaper", "set_same_chat_wallpaper": "\(actor) changed the wallpaper"
    case "take_screenshot": "\(actor) took a screenshot"
    case "no_forwards_toggle": "\(actor) changed whether messages can be forwarded"
    case "no_forwards_request": "\(actor) asked to change whether messages can be forwarded"
    case "suggest_profile_photo": "\(actor) suggested a profile photo"
    case "suggest_birthday": "\(actor) suggested a birthday"
    case "boost_apply": "\(actor) boosted the group\(times("boosts"))"
    case "joined_telegram": "\(actor) joined Telegram"
    case "proximity_reached":
      fields.number("distance").map {
        "\(fields.string("from") ?? actor) is within \($0) m of \(fields.string("to") ?? "someone")"
      }
    default: nil
    }
  }

  private func giftLine(_ action: String) -> String? {
    switch action {
    case "send_premium_gift":
      "\(actor) gave Premium"
        + (fields.number("months").map { " for \($0) months" }
          ?? fields.number("days").map { " for \($0) days" } ?? "")
    case "gift_code_prize": "\(actor) gave a gift code"
    case "giveaway_launch": "\(actor) started a giveaway"
    case "giveaway_results": "The giveaway ended"
    case "stars_prize": "\(actor) won stars"
    case "send_stars_gift", "send_ton_gift": "\(actor) sent a gift"
    case "send_star_gift":
      "\(actor) sent a gift\(stars)" + (giftText.isEmpty ? "" : ": " + giftText)
    case "paid_messages_refund": "\(actor) refunded paid messages\(stars)"
    case "paid_messages_price_change": "\(actor) changed the price of messages\(stars)"
    default: nil
    }
  }

  private func botLine(_ action: String) -> String? {
    switch action {
    case "send_payment":
      fields.number("amount").map { "Paid \(Self.price($0, fields.string("currency")))" }
    case "refunded_payment": "A payment was refunded"
    case "score_in_game": fields.number("score").map { "\(actor) scored \($0) in a game" }
    case "attach_menu_bot_allowed", "web_app_bot_allowed", "allow_sending_messages":
      "\(actor) allowed the bot to send messages"
    case "send_webview_data": "\(actor) sent data from “\(fields.string("text") ?? "a button")”"
    case "requested_peer": "\(actor) shared a contact or chat with the bot"
    case "requested_phone_number": "\(actor) shared a phone number"
    case "send_passport_values": "\(actor) shared Passport data"
    case "managed_bot_created": "\(actor) created a bot"
    default: nil
    }
  }

  private func taskLine(_ action: String) -> String? {
    switch action {
    case "todo_completions":
      "\(actor) completed \(count("completed")) and reopened \(count("incompleted")) tasks"
    case "todo_append_tasks": "\(actor) added \(count("items")) tasks"
    case "poll_append_answer": "\(actor) added an answer to the poll"
    case "poll_delete_answer": "\(actor) removed an answer from the poll"
    case "process_suggested_post": "\(actor) decided on a suggested post"
    case "suggested_post_success": "A suggested post was published"
    case "suggested_post_refund": "A suggested post was refunded"
    default: nil
    }
  }

  // MARK: Parts

  private var title: String { fields.string("title").map { " “\($0)”" } ?? "" }

  private var with: String { members.isEmpty ? "" : " with \(members)" }

  /// The names of members, of which the first are listed.
  private var members: String {
    let all = fields["members"]?.elements ?? []
    let names = all.prefix(20).map { $0.filled ?? "Deleted Account" }
    return names.joined(separator: ", ")
      + (all.count > names.count ? " and \(all.count - names.count) more" : "")
  }

  private var stars: String { fields.number("stars").map { " for \($0) stars" } ?? "" }

  private var giftText: String {
    fields["gift_text"].map { TelegramText.message($0).text } ?? ""
  }

  private func times(_ name: String) -> String {
    fields.number(name).map { $0 == 1 ? "" : " \($0) times" } ?? ""
  }

  private func duration(_ name: String) -> String {
    fields.number(name).map { ", " + ExportedMedia.clock($0) } ?? ""
  }

  private func count(_ name: String) -> Int { fields[name]?.elements.count ?? 0 }

  private static func period(_ seconds: Int) -> String {
    for (unit, length) in [("day", 86_400), ("hour", 3_600), ("minute", 60)]
    where seconds % length == 0 {
      let count = seconds / length
      return "\(count) \(unit)\(count == 1 ? "" : "s")"
    }
    return "\(seconds) seconds"
  }

  /// Returns an amount in the smallest unit of a currency, with two decimals unless it has none.
  static func price(_ amount: Int, _ currency: String?) -> String {
    guard let currency else { return String(amount) }
    guard !["XTR", "JPY", "KRW", "VND", "CLP"].contains(currency) else {
      return "\(amount) \(currency)"
    }
    let (whole, rest) = (amount.magnitude / 100, amount.magnitude % 100)
    return "\(amount < 0 ? "-" : "")\(whole).\(rest < 10 ? "0" : "")\(rest) \(currency)"
  }
}
