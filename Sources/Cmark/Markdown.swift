internal import GalleyCCmark

/// cmark-gfm, a parser of CommonMark with delimiters that messages have beside it.
package enum Markdown {
  /// Why the library cannot be used.
  package struct NotLoaded: Error, Hashable, Sendable {
    /// The loader's reason.
    package var reason: String
  }

  /// Why the library cannot be loaded; `nil` if it is.
  private static let failure: String? = {
    guard let reason = unsafe ccmark_load() else { return nil }
    return unsafe String(cString: reason)
  }()

  /// The parts of a document, in order, each with a beginning and, if it holds others, an end.
  ///
  /// - Parameter text: The document in UTF-8, in which each underscore that is written is a `^`; NUL
  ///   is read as U+FFFD.
  /// - Returns: The events.
  /// - Throws: `NotLoaded`, if the library is not installed.
  /// - Complexity: O(*n* · *d*) for *n* bytes whose blocks are nested *d* deep, if the document is as
  ///   `MarkdownSource` writes it; O(*n*²) for others.
  package static func events(of text: [UInt8]) throws(NotLoaded) -> [MarkdownEvent] {
    if let failure { throw NotLoaded(reason: failure) }
    var events: [MarkdownEvent] = []
    unsafe text.withUnsafeBufferPointer { bytes in
      unsafe withUnsafeMutablePointer(to: &events) { list in
        unsafe ccmark_parse(bytes.baseAddress, bytes.count, list) { context, event in
          guard let context = unsafe context, let event = unsafe event else { return }
          let list = unsafe context.assumingMemoryBound(to: [MarkdownEvent].self)
          unsafe list.pointee.append(MarkdownEvent(event.pointee))
        }
      }
    }
    return events
  }
}

extension MarkdownEvent {
  fileprivate init(_ event: ccmark_event) {
    let text = unsafe Self.string(event.text)
    let kind: Kind =
      switch unsafe event.kind {
      case CCMARK_QUOTE: .quote
      case CCMARK_LIST: .list(start: unsafe event.number < 0 ? nil : Int(event.number))
      case CCMARK_ITEM: .item
      case CCMARK_CODE_BLOCK:
        .codeBlock(info: unsafe Self.string(event.info), text: text)
      case CCMARK_PARAGRAPH: .paragraph
      case CCMARK_HEADING: .heading
      case CCMARK_THEMATIC_BREAK: .thematicBreak
      case CCMARK_TEXT, CCMARK_HTML: .text(text)
      case CCMARK_LINE_END: .lineEnd
      case CCMARK_CODE: .code(text)
      case CCMARK_ITALIC: .italic
      case CCMARK_BOLD: .bold
      case CCMARK_LINK: .link(url: text)
      case CCMARK_IMAGE: .image(url: text)
      case CCMARK_UNDERLINE: .underline
      case CCMARK_STRIKETHROUGH: .strikethrough
      case CCMARK_SPOILER: .spoiler
      default: .other
      }
    unsafe self.init(
      kind, isEnd: event.is_end != 0, firstLine: Int(event.first_line),
      lastLine: Int(event.last_line))
  }
  private static func string(_ text: UnsafePointer<CChar>?) -> String {
    guard let text = unsafe text else { return "" }
    return unsafe String(cString: text)
  }
}
