extension TextLayout {
  /// Whether any of the text has a color behind it.
  package var hasBackgrounds: Bool {
    text.baseStyle.paint.background != nil
      || text.paintSpans.spans.contains { $0.value.background != nil }
  }
}
