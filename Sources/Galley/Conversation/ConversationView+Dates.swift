internal import GalleyChat
internal import GalleyLists
internal import GalleyMessages
internal import GalleyRichTypesetting

/// The clock of relative dates.
extension ConversationView {
  /// The current time in seconds since 1970-01-01 00:00 UTC, for relative dates such as "in 5
  /// minutes"; `nil` shows the texts that messages give.
  ///
  /// A host sets it as time passes, about once a second. Only messages near the screen with a date
  /// that reads differently are laid out again, and of a rich message only the paragraph.
  public var now: Int? {
    get { source.rows.style.dates.now }
    set {
      guard newValue != now else { return }
      let old = source.rows.dates
      source.rows.style.dates.now = newValue
      let new = source.rows.dates
      let changed = liveKeys.filter { key in
        guard let message = source.table.message(ofKey: key) else { return false }
        guard message.richMessage == nil else {
          return row(ofKey: key)?.rich.map { $0.document.showing(new) !== $0.document } ?? false
        }
        return message.message.entities.contains { entity in
          guard case .dateTime(let unix, let format?) = entity.kind else { return false }
          return old.text(for: unix, format) != new.text(for: unix, format)
        }
      }
      update(Set(changed), ListUpdate())
    }
  }
}
