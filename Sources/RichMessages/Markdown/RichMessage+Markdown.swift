internal import GalleyMessages

extension RichMessage {
  /// Creates a message from Rich Markdown.
  ///
  /// The dialect is CommonMark 0.29 (https://spec.commonmark.org/0.29/) with GitHub's tables, task
  /// lists, strikethrough and footnotes, and these additions:
  ///
  /// | markup | meaning |
  /// |---|---|
  /// | `**bold**` `__bold__` | bold |
  /// | `*italic*` `_italic_` | italic |
  /// | `~~struck~~` `==marked==` `\|\|spoiler\|\|` | styles |
  /// | `[name](tg://user?id=7)`, `mailto:`, `tel:`, `#name` | links |
  /// | `![🙂](tg://emoji?id=53)` | a custom emoji |
  /// | `![tomorrow](tg://time?unix=1647531900&format=wDT)` | a point in time |
  /// | `![](https://a.example/a.jpg "caption")` | media, which splits a paragraph |
  /// | `$x$` | an inline formula |
  /// | `$$x$$`, or a fence with `math` | a display formula |
  /// | `[^a]` and `[^a]: text` | a footnote; all are listed at the end, under a rule |
  /// | elements of Rich HTML | as in ``init(html:options:)``, read leniently |
  ///
  /// Text between HTML blocks and blank lines is Markdown again, such as the contents of `details`.
  /// A `$` is a dollar if the text up to the next one looks like an amount of money or like prose.
  /// Emphasis closes beside East Asian punctuation. Links to addresses in the text are left to
  /// detection. There is no invalid Markdown: markup without meaning is text, and so is what would
  /// take too much work.
  ///
  /// - Parameters:
  ///   - markdown: The Markdown.
  ///   - options: The options.
  /// - Throws: `RichMessageError.limitExceeded` with the line; `RichMessageError.invalidHTML` for a
  ///   placeholder outside drafts.
  /// - Complexity: O(*n*), where *n* is the length of `markdown`.
  public init(
    markdown: String, options: ReadingOptions = ReadingOptions()
  ) throws(RichMessageError) {
    var reader = RichMarkdownReader(
      Array(HTMLSpaces.without(markdown).utf8)[...], options)
    self.init(try reader.blocks(), isRightToLeft: options.isRightToLeft)
    isPartial = reader.builder.counter.isClipped
    resolveLocalLinks()
    if options.detectsEntities { detectEntities() }
  }
}
