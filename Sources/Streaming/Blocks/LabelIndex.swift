internal import GalleyBasics

/// The definitions of a document, and the blocks that refer to definitions.
///
/// A definition applies to the whole document, including blocks that closed before it.
struct LabelIndex: Hashable, Sendable {
  /// The definitions of links, in order; the first one of a label counts.
  private(set) var links = ChunkedList<MarkdownDefinition>()
  /// The definitions of footnotes, in order.
  private(set) var footnotes = ChunkedList<MarkdownDefinition>()
  /// The references in closed blocks, in order.
  private(set) var references = ChunkedList<Reference>()

  /// A label that a block refers to.
  struct Reference: Hashable, Sendable {
    /// The normalized label, with a caret for footnotes.
    var label: String
    /// The index of the top-level block.
    var block: Int
  }

  /// Adds the definition of a link.
  mutating func define(_ definition: LinkDefinition, at offset: Int, in text: LeafText) {
    let label = Self.normalized(text.bytes[definition.label])
    guard !label.isEmpty else { return }
    let destination = String(decoding: text.bytes[definition.destination], as: UTF8.self)
    links.append(MarkdownDefinition(label: label, destination: destination, offset: offset))
  }

  /// Adds the definition of a footnote.
  mutating func defineFootnote(_ label: Range<Int>, of source: [UInt8]) {
    footnotes.append(
      MarkdownDefinition(
        label: "^" + Self.normalized(source[label]), destination: "", offset: label.lowerBound))
  }

  /// Adds the references of a line.
  ///
  /// - Complexity: O(*n*) for a line of *n* bytes.
  mutating func collect(in line: Range<Int>, of source: [UInt8], block: Int) {
    var start: Int?
    for offset in line {
      if source[offset] == UInt8(ascii: "[") { start = offset + 1 }
      guard source[offset] == UInt8(ascii: "]"), let label = start else { continue }
      start = nil
      let isInline = offset + 1 < line.upperBound && source[offset + 1] == UInt8(ascii: "(")
      guard !isInline, offset - label <= LinkDefinition.longestLabel else { continue }
      let text = Self.normalized(source[label..<offset])
      if !text.isEmpty { references.append(Reference(label: text, block: block)) }
    }
  }

  /// Removes the entries of blocks from an index on, which begin at an offset.
  mutating func rewind(toBlock block: Int, offset: Int) {
    links.truncate(to: links.partitioningIndex { $0.offset >= offset })
    footnotes.truncate(to: footnotes.partitioningIndex { $0.offset >= offset })
    references.truncate(to: references.partitioningIndex { $0.block >= block })
  }

  /// Returns a label in lower case, with single spaces between words.
  static func normalized(_ label: ArraySlice<UInt8>) -> String {
    String(decoding: label, as: UTF8.self).lowercased()
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

/// The definition of a link or footnote in a document.
package struct MarkdownDefinition: Hashable, Sendable {
  /// The normalized label, which begins with a caret if it is that of a footnote.
  package var label: String
  /// The destination of a link, as written.
  package var destination: String
  /// The offset of the definition in the source.
  package var offset: Int
}
