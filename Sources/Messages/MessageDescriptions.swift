internal import GalleyTypesetting

// Descriptions for logs and debuggers, which do not disclose what spoilers hide; as with texts
// (`TextDescriptions.swift` in Typesetting).

extension Message: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The text, with placeholders for what its spoilers hide.
  public var description: String { plainText().string }

  /// The text in quotation marks, with placeholders for what its spoilers hide.
  public var debugDescription: String { "Message(\(description.debugDescription))" }

  /// The text as ``description`` has it, and the entities that are not hidden.
  public var customMirror: Mirror {
    Mirror(self, children: ["id": id as Any, "text": description, "entities": entities()])
  }
}
