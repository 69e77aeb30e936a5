import GalleyRichMessages
import GalleyRichTypesetting
import GalleyStreaming
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyRichStreaming

/// Checklist numbers 112, 113 and 115 of rich messages.
@Suite struct PrefixTests {
  /// The documents apart from one with text between HTML comments: it belongs to the paragraph
  /// before, which is closed, until the message is finished.
  static let documents = StreamDocuments.all.filter { $0.name != "html" }

  @Test(arguments: documents)
  func `112: for every cut, the message is that of the shown source laid out at once`(
    document: StreamDocuments.Document
  ) throws {
    let engine = TestFonts.engine()
    var text = Sample.stream(engine: engine)
    for (cut, byte) in document.bytes.enumerated() {
      text.append([byte])
      let layout = text.layout()
      let whole = try Self.whole(of: text)
      #expect(layout.message.blocks == whole, "cut at \(cut + 1)")
      let own = Picture(layout.root)
      let other = Picture(Self.typeset(whole, of: text, closed: text.parts.last?.end ?? 0))
      guard own == other else {
        Issue.record("cut at \(cut + 1) of \(document):\n\(own)\n---\n\(other)")
        return
      }
    }
  }

  @Test(arguments: StreamDocuments.all)
  func `113: a finished message is the whole message laid out at once`(
    document: StreamDocuments.Document
  ) throws {
    let engine = TestFonts.engine()
    var text = Sample.stream(engine: engine)
    for byte in document.bytes {
      text.append([byte])
      _ = text.layout()
    }
    text.finish()
    let layout = text.layout()
    let message = try RichMessage(markdown: text.markdown, options: Sample.options)
    #expect(layout.message == message)
    let whole = Sample.layout(message, engine: engine)
    #expect(layout.size == whole.size)
    #expect(Picture(layout.root) == Picture(whole.root))
  }

  /// Returns the blocks of the shown source: the closed part read at once, and the tail.
  static func whole(of text: StreamingText) throws -> [RichBlock] {
    let stream = text.stream
    let mark = stream.source.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let end = max(mark, stream.tailRange.lowerBound)
    let closed = try Self.part(
      stream.source[min(mark, end)..<end], definitions: text.definitions)
    let tail = try Self.part(
      Array(stream.shownTail(holdsExpired: false).utf8)[...], definitions: text.definitions)
    return closed.blocks + StreamingText.shown(tail.blocks)
  }

  private static func part(
    _ source: ArraySlice<UInt8>, definitions: MarkdownDefinitions = MarkdownDefinitions()
  ) throws -> RichMarkdownPart {
    let clean = String(decoding: source, as: UTF8.self).replacing("\0", with: "\u{FFFD}")
    return try RichMarkdownPart(
      Array(clean.utf8)[...], definitions: definitions, options: Sample.options)
  }

  /// Returns the blocks laid out at once, without balanced lines in those that are open.
  static func typeset(_ blocks: [RichBlock], of text: StreamingText, closed: Int) -> BlockBox {
    let typesetter = text.typesetter
    var stack = GrowingStack()
    let first = typesetter.typeset(Array(blocks.prefix(closed)), from: 0, spoilers: 0)
    let rest = typesetter.typeset(
      Array(blocks.dropFirst(closed)), from: closed,
      spoilers: first.last?.spoilers.upperBound ?? 0, isOpen: true)
    for block in first + rest { block.add(to: &stack) }
    return stack.box(width: text.width)
  }
}
