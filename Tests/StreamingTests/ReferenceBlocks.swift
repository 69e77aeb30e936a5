import GalleyCmark
import GalleyStreaming

/// A block with its place, for comparisons of two parsers.
struct PlacedBlock: Hashable, CustomStringConvertible {
  var depth: Int
  var kind: String
  var firstLine: Int
  /// The last line; 0 where cmark's is arbitrary.
  var lastLine: Int

  var description: String { "\(depth) \(kind) \(firstLine)-\(lastLine)" }
}

/// The lines of a document.
struct DocumentLines {
  let lines: [ArraySlice<UInt8>]
  private let starts: [Int]

  init(_ bytes: [UInt8]) {
    var (lines, starts, offset): ([ArraySlice<UInt8>], [Int], Int) = ([], [], 0)
    while offset < bytes.count {
      let end = bytes[offset...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
      lines.append(bytes[offset..<end])
      starts.append(offset)
      offset = end + (bytes[end...].starts(with: [0x0D, 0x0A]) ? 2 : 1)
    }
    (self.lines, self.starts) = (lines, starts)
  }

  /// Returns the number of the line that contains an offset, from 1.
  func number(at offset: Int) -> Int { max(1, starts.count { $0 <= offset }) }

  /// Returns a line without white space and the marks of quotations.
  func content(_ number: Int) -> ArraySlice<UInt8> {
    guard lines.indices.contains(number - 1) else { return [] }
    return lines[number - 1].drop { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ">") }
  }
}

/// The blocks of documents by cmark, with a simple treatment of what cmark lacks.
///
/// Formulas are replaced by fences before parsing. A paragraph with a delimiter row is a table, one
/// with a label is a footnote, and HTML blocks with tags of containers enclose their siblings.
enum ReferenceBlocks {
  static func blocks(of bytes: [UInt8]) throws -> [PlacedBlock] {
    let source = replacingFormulas(in: bytes)
    let lines = DocumentLines(bytes)
    var blocks: [PlacedBlock] = []
    var (depth, textDepth) = (0, 0)
    for event in try Markdown.events(of: source) {
      let kind: String
      switch event.kind {
      case .quote: kind = "quote"
      case .item: kind = "item"
      case .list: kind = "list"
      case .paragraph: kind = paragraphKind(lines, event.lines.first, event.lines.last)
      case .heading: kind = "heading"
      case .thematicBreak:
        kind = lines.content(event.lines.first).starts(with: "$$".utf8) ? "code" : "break"
      case .codeBlock: kind = "code"
      case .text: kind = "html"
      default: continue
      }
      let isText = ["paragraph", "heading", "table", "footnote"].contains(kind)
      if event.isEnd {
        (depth, textDepth) = (depth - 1, isText ? textDepth - 1 : textDepth)
        continue
      }
      guard textDepth == 0 else { continue }
      let hasLast = kind != "html" && kind != "code" && kind != "heading"
      var last = hasLast ? event.lines.last : 0
      while last > event.lines.first, lines.content(last).isEmpty { last -= 1 }
      blocks.append(
        PlacedBlock(depth: depth, kind: kind, firstLine: event.lines.first, lastLine: last))
      if kind != "html", kind != "code", kind != "break" { depth += 1 }
      if isText { textDepth += 1 }
    }
    return folded(blocks, lines)
  }

  /// Replaces the marks of formulas, which are alone on their lines or around one line.
  private static func replacingFormulas(in bytes: [UInt8]) -> [UInt8] {
    var source: [UInt8] = []
    var isOpen = false
    for line in DocumentLines(bytes).lines {
      let text = String(decoding: line, as: UTF8.self)
      if isOpen, text.isEmpty {
        // A blank line ends a formula.
        source += Array("~~~".utf8)
        isOpen = false
      } else if text == "$$" {
        source += Array("~~~".utf8)
        isOpen.toggle()
      } else if text.hasPrefix("$$"), text.hasSuffix("$$") {
        source += Array("***".utf8)
      } else {
        source += line.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "^") : $0 }
      }
      source.append(0x0A)
    }
    // An underscore of a thematic break must stay one.
    return Array(String(decoding: source, as: UTF8.self).replacing("^ ^ ^", with: "_ _ _").utf8)
  }

  private static func paragraphKind(_ lines: DocumentLines, _ first: Int, _ last: Int) -> String {
    let start = lines.content(first)
    if start.starts(with: "[^".utf8), start.contains(UInt8(ascii: ":")) { return "footnote" }
    guard last > first else { return "paragraph" }
    let second = lines.content(first + 1)
    let isDelimiter = second.allSatisfy { "|-: ".utf8.contains($0) } && second.contains(0x7C)
    return isDelimiter ? "table" : "paragraph"
  }

  /// Moves the siblings between the tags of a container into it.
  private static func folded(_ blocks: [PlacedBlock], _ lines: DocumentLines) -> [PlacedBlock] {
    var result: [PlacedBlock] = []
    var open = 0
    for (index, block) in blocks.enumerated() {
      var block = block
      guard block.kind == "html", block.depth == 0 else {
        block.depth += open
        result.append(block)
        continue
      }
      let next = blocks[(index + 1)...].first { $0.depth == 0 }?.firstLine ?? lines.lines.count + 1
      let text = (block.firstLine..<next).prefix {
        $0 == block.firstLine || !lines.content($0).isEmpty
      }
      .map { String(decoding: lines.content($0), as: UTF8.self) }.joined(separator: "\n")
      let opening = text.matches(of: /<(?:details|tg-collage|tg-slideshow)/).count
      let closing = text.matches(of: /<\/(?:details|tg-collage|tg-slideshow)/).count
      for _ in 0..<max(0, opening - closing) {
        result.append(
          PlacedBlock(depth: open, kind: "island", firstLine: block.firstLine, lastLine: 0))
        open += 1
      }
      block.depth += open
      result.append(block)
      open -= max(0, closing - opening)
    }
    return result
  }
}

extension PlacedBlock {
  /// Returns the blocks of a stream with their lines, as ``ReferenceBlocks`` gives them.
  static func list(
    _ blocks: some Sequence<MarkdownBlock>, _ lines: DocumentLines, depth: Int = 0
  ) -> [PlacedBlock] {
    var result: [PlacedBlock] = []
    var definitions: (first: Int, last: Int)?
    for block in blocks {
      let kind = block.kind.name
      var first = lines.number(at: block.range.lowerBound)
      var last = lines.number(at: max(block.range.lowerBound, block.range.upperBound - 1))
      if kind == "definitions" {
        definitions = (first, last)
        continue
      }
      // In cmark, a paragraph begins with its definitions.
      if let definitions, definitions.last + 1 == first, kind == "paragraph" {
        first = definitions.first
      }
      definitions = nil
      let hasLast = !["html", "code", "heading", "island", "break"].contains(kind)
      if !hasLast { last = kind == "break" ? first : 0 }
      while last > first, lines.content(last).isEmpty { last -= 1 }
      result.append(PlacedBlock(depth: depth, kind: kind, firstLine: first, lastLine: last))
      if kind != "table" && kind != "footnote" {
        result += list(block.children, lines, depth: depth + 1)
      }
    }
    return result
  }
}

extension MarkdownBlock.Kind {
  /// The name of the kind in ``ReferenceBlocks``.
  var name: String {
    switch self {
    case .paragraph: "paragraph"
    case .thematicBreak: "break"
    case .table: "table"
    case .tableRow: "row"
    case .heading: "heading"
    case .code, .math: "code"
    case .html: "html"
    case .quote: "quote"
    case .item: "item"
    case .list: "list"
    case .island: "island"
    case .definitions: "definitions"
    case .footnote: "footnote"
    }
  }
}
