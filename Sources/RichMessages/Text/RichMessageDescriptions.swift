internal import GalleyTypesetting

// Descriptions for logs and debuggers do not disclose hidden spoilers, as with messages.

extension RichMessage: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The text, with placeholders for its spoilers.
  public var description: String { plainText().string }

  /// The text in quotation marks, with placeholders for its spoilers.
  public var debugDescription: String { "RichMessage(\(description.debugDescription))" }

  /// A mirror of the blocks, with placeholders for spoilers.
  public var customMirror: Mirror {
    Mirror(self, children: ["blocks": blocks(), "isRightToLeft": isRightToLeft])
  }
}
