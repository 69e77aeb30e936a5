public import GalleyTypesetting

extension LinkDestination {
  /// Creates the destination of a text's link, and compares it with the hosts in the link's text.
  ///
  /// The result is `nil` if the annotation is not a link, or its address may not be opened.
  ///
  /// - Parameters:
  ///   - link: The link.
  ///   - text: The text that contains the link.
  ///   - revealed: The revealed spoilers of the text.
  public init?(
    _ link: AttributedText.Annotation, in text: AttributedText, revealed: RevealedSpoilers = .none
  ) {
    self.init(link, label: text.plainText(of: link.range, revealed: revealed))
  }

  /// Creates the destination of a link with a label.
  init?(_ link: AttributedText.Annotation, label: DisclosedText) {
    guard case .link(_, let url?) = link.kind else { return nil }
    let label = label.string
    // The text as it is visible, without ignorable characters.
    let seen = String(
      String.UnicodeScalarView(
        label.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }))
    let shown = EntityDetector([.urls, .emails]).entities(in: seen).map {
      seen.utf8Slice($0.range)
    }
    self.init(url, showing: shown)
  }

  /// Creates the destination of a link in a truncation token.
  ///
  /// The result is `nil` if the part is not a link, or its address may not be opened.
  public init?(_ part: TextLayout.TokenPart) {
    self.init(part.annotation, in: part.text, revealed: .all)
  }
}
