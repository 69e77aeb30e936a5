internal import GalleyTypesetting

// Descriptions for logs and debuggers do not disclose hidden spoilers, as with texts
// (`TextDescriptions.swift` in Typesetting).

extension Message: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The text, with placeholders for its spoilers.
  public var description: String { plainText().string }

  /// The text in quotation marks, with placeholders for its spoilers.
  public var debugDescription: String { "Message(\(description.debugDescription))" }

  /// A mirror of the text as in ``description``, and of the entities that are not hidden.
  public var customMirror: Mirror {
    Mirror(self, children: ["id": id as Any, "text": description, "entities": entities()])
  }
}
