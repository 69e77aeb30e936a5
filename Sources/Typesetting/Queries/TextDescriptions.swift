internal import GalleyGeometry

// Descriptions for logs and debuggers. A value with a message's text describes and reflects itself
// with hidden spoilers masked, so that neither `print` nor `dump` discloses them.

extension AttributedText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The text, with placeholders for hidden spoilers.
  public var description: String { DisclosedText(self).string }

  /// The text in quotation marks, with placeholders for hidden spoilers.
  public var debugDescription: String { "AttributedText(\(description.debugDescription))" }

  /// A mirror with ``description`` and the annotations that are not hidden.
  public var customMirror: Mirror {
    Mirror(self, children: ["text": description, "annotations": annotations()])
  }
}

extension TextLayout: CustomStringConvertible, CustomReflectable {
  /// The size, the number of lines and the text, with placeholders for hidden spoilers.
  public var description: String {
    "TextLayout(\(size.width) × \(size.height), \(lineCount) lines, \(text.debugDescription))"
  }

  /// A mirror with the text, which masks itself, and the dimensions of the layout.
  public var customMirror: Mirror {
    Mirror(self, children: ["text": text, "size": size, "lineCount": lineCount])
  }
}
