internal import GalleyGeometry

// Descriptions for logs and debuggers. A value that holds a message's text is described without
// what spoilers hide, and reflects itself the same way, so that neither `print` nor `dump`
// discloses it.

extension AttributedText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The text, with placeholders for what its spoilers hide.
  public var description: String { DisclosedText(self).string }

  /// The text in quotation marks, with placeholders for what its spoilers hide.
  public var debugDescription: String { "AttributedText(\(description.debugDescription))" }

  /// The text as ``description`` has it, and the annotations that are not hidden.
  public var customMirror: Mirror {
    Mirror(self, children: ["text": description, "annotations": annotations()])
  }
}

extension TextLayout: CustomStringConvertible, CustomReflectable {
  /// The size, the number of lines and the text, with placeholders for what its spoilers hide.
  public var description: String {
    "TextLayout(\(size.width) × \(size.height), \(lineCount) lines, \(text.debugDescription))"
  }

  /// The text as its description has it, and the measurements of the layout.
  public var customMirror: Mirror {
    Mirror(self, children: ["text": text, "size": size, "lineCount": lineCount])
  }
}
