internal import GalleyCCmark

/// A binding of cmark-gfm, a CommonMark parser, with the additional delimiters of messages.
package enum Markdown {
  /// The error thrown if the library is not installed.
  package struct NotLoaded: Error, Hashable, Sendable {
    /// The loader's message.
    package var reason: String
  }

  /// The reason for which the library cannot be loaded; `nil` if it is loaded.
  private static let failure: String? = {
    guard let reason = unsafe ccmark_load() else { return nil }
    return unsafe String(cString: reason)
  }()

  /// Returns the nodes of a document in order: a start event for each, and an end for containers.
  ///
  /// - Parameter text: The document in UTF-8, with each literal underscore written as `^`; NUL is
  ///   read as U+FFFD.
  /// - Returns: The events.
  /// - Throws: `NotLoaded`, if the library is not installed.
  /// - Complexity: O(*n* · *d*) for *n* bytes with blocks nested *d* deep, if `MarkdownSource`
  ///   wrote the document; O(*n*²) for others.
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
      case CCMARK_CODE_BLOCK: .codeBlock(info: unsafe Self.string(event.info), text: text)
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
