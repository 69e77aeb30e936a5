package import GalleyTypesetting

/// A preview of the page that a message links to, shown under its text.
///
/// All words come from the page, which may claim to be another. A tap leads to ``url``, which is
/// shown before it is opened.
public struct LinkPreview: Hashable, Sendable {
  /// The address of the page.
  public var url: String
  /// The name of the site; `nil` shows the host of the address.
  public var siteName: String?
  /// The title of the page.
  public var title: String?
  /// The beginning or a summary of the page.
  public var summary: String?
  /// The picture of the page.
  public var image: ChatImage?
  /// Whether the picture fills the width below the words; otherwise it is small, beside them.
  public var hasLargeImage = false

  /// Creates a preview that shows the host of an address.
  public init(url: String) {
    self.url = url
  }

  /// The destination of a tap; `nil` if the address may not be opened.
  ///
  /// It warns of a name or a title that looks like an address elsewhere.
  package var destination: LinkDestination? {
    let shown = [siteName, title].compactMap(\.self).filter { words in
      words.contains(".") && !words.contains(where: \.isWhitespace)
    }
    return LinkDestination(url, showing: shown)
  }

  /// The name of the site, or else the host or address; shown first.
  var site: String {
    if let siteName, !siteName.isEmpty { return siteName }
    return destination.map { $0.displayHost ?? $0.displayString } ?? url
  }

  /// The words that name the page: its site and title.
  package var name: String {
    ([site] + [title].compactMap(\.self).filter { !$0.isEmpty }).joined(separator: ", ")
  }
}
