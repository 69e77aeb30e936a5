internal import GalleyMessages

extension RichText {
  /// The text as a string, including hidden spoilers.
  ///
  /// Formulas are LaTeX between dollars, and custom emoji their alternatives.
  package var wholeText: String {
    var result = ""
    appendText(to: &result)
    return result
  }

  private func appendText(to result: inout String) {
    switch self {
    case .plain(let string): result += string
    case .customEmoji(_, let alternative): result += alternative
    case .formula(let formula): result += "$" + formula + "$"
    case .anchor: break
    default: for part in parts { part.appendText(to: &result) }
    }
  }
}

extension RichText {
  /// Returns the emoji or the date that the image at an address stands for, or `nil` if the image
  /// is media.
  static func picture(at address: String, _ alternative: RichText) -> RichText? {
    switch MessageEntity.Kind.picture(at: address) {
    case .customEmoji(let id): .customEmoji(id: id, alternative: alternative.wholeText)
    case .dateTime(let unix, let format): .dateTime(unix: unix, format: format, alternative)
    default: nil
    }
  }
}
