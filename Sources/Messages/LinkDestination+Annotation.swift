public import GalleyTypesetting

extension LinkDestination {
  /// Makes the destination of a link in a text, and compares it to the hosts that the link's text
  /// shows.
  ///
  /// It is `nil` if the annotation is no link with an address that may be opened.
  ///
  /// - Parameters:
  ///   - link: The link.
  ///   - text: The text that the link is in.
  ///   - revealed: The spoilers of the text that may be seen.
  public init?(
    _ link: Annotation, in text: AttributedText, revealed: RevealedSpoilers = .none
  ) {
    guard case .link(_, let url?) = link.kind else { return nil }
    let label = text.plainText(of: link.range, revealed: revealed).string
    // As people see it: without what is invisible.
    let seen = String(
      String.UnicodeScalarView(
        label.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }))
    let shown = EntityDetector([.urls, .emails]).entities(in: seen).map {
      seen.utf8Slice($0.range)
    }
    self.init(url, showing: shown)
  }
}
