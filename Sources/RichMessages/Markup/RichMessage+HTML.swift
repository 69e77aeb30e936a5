internal import GalleyMessages

extension RichMessage {
  /// Creates a message from Rich HTML, the Bot API's dialect of HTML for rich messages.
  ///
  /// | element | meaning |
  /// |---|---|
  /// | `b strong` `i em` `u ins` `s strike del` `code` `mark` `sub` `sup` `tg-spoiler` | styles |
  /// | `a href` with `http(s)`, `mailto:`, `tel:`, `tg://user?id=`, `#name` | links |
  /// | empty `a name`; `tg-reference name` | an anchor; a reference |
  /// | `tg-emoji emoji-id`, `tg-time unix format`, `tg-math`, `tg-button` | inline objects |
  /// | `h1` to `h6`, `p`, `footer`, `hr`, `br`, `pre` (with `code class="language-x"`) | text |
  /// | `tg-math-block` | a display formula |
  /// | `ul`, `ol start type reversed`, `li value type`, `input type="checkbox" checked` | lists |
  /// | `blockquote` (`expandable` or `collapsed`) and `aside`, with `cite` | quotations |
  /// | `details open` with `summary` | a section that opens and closes |
  /// | `table bordered striped compact` with `caption`, `tr`, `th` and `td` | a table |
  /// | `img`, `video`, `audio`, `tg-document`, with `tg-spoiler` | media |
  /// | `figure` with `figcaption` and `cite` | media with a caption |
  /// | `tg-map lat long zoom`, `tg-collage`, `tg-slideshow` | a map, galleries |
  /// | `tg-thinking`, only in drafts | a placeholder |
  /// | `tg-button-row align` with `tg-button type style` | a row of buttons |
  ///
  /// White space is collapsed outside `pre`, except where it is written as numeric character
  /// references. Text directly in a container is a paragraph. The attributes `hidden` of cells,
  /// `type` of media and `width` and `height` of maps are additions, for what JSON can express too.
  ///
  /// Strict reading refuses unknown tags, missing end tags, elements in wrong places, and character
  /// references other than numeric ones and `lt gt amp quot apos nbsp hellip mdash ndash lsquo
  /// rsquo ldquo rdquo`. Lenient reading, the default, shows unknown tags as text, implies missing
  /// tags, and reads all of HTML's references.
  ///
  /// - Parameters:
  ///   - html: The HTML.
  ///   - options: The options.
  /// - Throws: `RichMessageError.invalidHTML` or `RichMessageError.limitExceeded`, with the line.
  /// - Complexity: O(*n*), where *n* is the length of `html`.
  public init(
    html: String, options: ReadingOptions = ReadingOptions()
  ) throws(RichMessageError) {
    var reader = RichHTMLReader(html, options)
    self.init(try reader.blocks(), isRightToLeft: options.isRightToLeft)
    isPartial = reader.isClipped
    resolveLocalLinks()
    if options.detectsEntities { detectEntities() }
  }
}

/// A reader of Rich HTML.
private struct RichHTMLReader {
  private var scanner: HTMLScanner
  private var builder: RichTreeBuilder

  init(_ html: String, _ options: RichMessage.ReadingOptions) {
    scanner = HTMLScanner(HTMLSpaces.without(html), rules: .rich(isStrict: options.isStrict))
    builder = RichTreeBuilder(options, isStrict: options.isStrict)
  }

  /// Whether a limit cut the document off.
  var isClipped: Bool { builder.counter.isClipped }

  mutating func blocks() throws(RichMessageError) -> [RichBlock] {
    do throws(RichTreeBuilder.Problem) {
      do throws(RichTreeBuilder.Problem) {
        while let token = try nextToken() { try builder.add(token, source: scanner.source) }
      } catch {
        guard case .limit = error, builder.options.limits.behavior == .clip else { throw error }
        builder.clip()
      }
      return try builder.finish()
    } catch {
      throw error.error(line: scanner.line)
    }
  }

  private mutating func nextToken() throws(RichTreeBuilder.Problem) -> HTMLScanner.Token? {
    do throws(HTMLScanner.Problem) { return try scanner.next() } catch {
      if builder.isStrict { throw .syntax(error.reason) }
      return .text(scanner.rest())
    }
  }
}

extension HTMLScanner.Rules {
  /// The rules of Rich HTML.
  static func rich(isStrict: Bool) -> HTMLScanner.Rules {
    var rules = HTMLScanner.Rules()
    rules.isLenient = !isStrict
    rules.names = isStrict ? strictNames : nil
    rules.substitute = { HTMLSpaces.substitute(for: $0) }
    return rules
  }

  /// The names of character references in strict documents.
  private static let strictNames: Set = [
    "lt", "gt", "amp", "quot", "apos", "nbsp", "hellip", "mdash", "ndash", "lsquo", "rsquo",
    "ldquo", "rdquo",
  ]
}

extension RichTreeBuilder {
  /// Adds a token of HTML; the source of an unknown tag is text.
  mutating func add(_ token: HTMLScanner.Token, source: String) throws(Problem) {
    switch token {
    case .text(let text): try add(text)
    case .start(let name, let attributes, let isClosed):
      guard try !start(name, RichAttributes(attributes), isClosed: isClosed) else { return }
      try add(source)
    case .end(let name): if try !end(name) { try add(source) }
    }
  }
}

extension RichTreeBuilder.Problem {
  /// Returns the error at a line of a document.
  func error(line: Int) -> RichMessageError {
    switch self {
    case .syntax(let reason): .invalidHTML(line: line, reason: reason)
    case .limit(let limit): limit.error(at: .line(line))
    }
  }
}
