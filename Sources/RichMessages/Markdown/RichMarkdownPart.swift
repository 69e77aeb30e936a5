/// A part of a Markdown document, parsed on its own.
///
/// A document that grows is parsed in parts: ranges of its source that begin and end between blocks
/// of the document's top level. What one part defines, others may use.
package struct RichMarkdownPart: Sendable {
  /// A footnote that the part defines.
  package struct Footnote: Hashable, Sendable {
    /// The name, which reference links use.
    package var name: String
    /// The number by order of first use in the document; `nil` if it has not been used so far.
    package var number: Int?
    /// The body; its first paragraph is the reference.
    package var blocks: [RichBlock]
  }

  /// The blocks, without footnotes.
  package let blocks: [RichBlock]
  /// The footnotes in order of definition.
  package let footnotes: [Footnote]
  /// The definitions given and those of the part, and the numbers of footnotes so far.
  package let definitions: MarkdownDefinitions
  /// Whether a limit cut the part off.
  package let isClipped: Bool

  /// Parses a part.
  ///
  /// Limits apply to the part alone. Links to `#name` remain addresses, because their targets may
  /// be in other parts: `RichMessage.resolveLocalLinks()` resolves them.
  ///
  /// - Parameters:
  ///   - source: The source in UTF-8.
  ///   - definitions: The definitions of other parts; those given first count.
  ///   - options: The options.
  ///   - firstLine: The number of the first line in the document, for errors.
  /// - Throws: `RichMessageError`, as `RichMessage.init(markdown:options:)`.
  package init(
    _ source: ArraySlice<UInt8>, definitions: MarkdownDefinitions = MarkdownDefinitions(),
    options: RichMessage.ReadingOptions = RichMessage.ReadingOptions(), firstLine: Int = 1
  ) throws(RichMessageError) {
    var reader = RichMarkdownReader(
      source, options, definitions: definitions, firstLine: firstLine)
    var message = RichMessage(try reader.blocks(withFootnotes: false))
    if options.detectsEntities { message.detectEntities() }
    blocks = message.blocks
    isClipped = reader.builder.counter.isClipped
    footnotes = try reader.footnoteBodies()
    self.definitions = reader.definitions
  }

  /// Returns the definitions in a document, without reading its text.
  package static func definitions(
    in source: ArraySlice<UInt8>, besides definitions: MarkdownDefinitions = MarkdownDefinitions()
  ) -> MarkdownDefinitions {
    MarkdownBlockParser(
      source, deepest: 2 * RichMessageLimits.deepest, definitions: definitions, firstLine: 1,
      readsBackslashFormulas: false
    ).definitions
  }
}

extension RichMarkdownReader {
  /// Returns the bodies of the footnotes, each read on its own.
  fileprivate mutating func footnoteBodies() throws(RichMessageError) -> [RichMarkdownPart.Footnote]
  {
    let defined = definedFootnotes
    var bodies: [RichMarkdownPart.Footnote] = []
    for footnote in defined {
      let name = definitions.footnotes[footnote.label] ?? footnote.label
      let blocks = try body(of: footnote)
      bodies.append(RichMarkdownPart.Footnote(name: name, number: nil, blocks: blocks))
    }
    for (index, footnote) in defined.enumerated() {
      bodies[index].number = definitions.numbers[footnote.label]
    }
    return bodies
  }
}
