internal import GalleyBasics

/// The content of a leaf block: its lines, joined by line feeds.
struct LeafText: Sendable {
  /// The content.
  private(set) var bytes: [UInt8] = []
  /// The lines with their offsets in `bytes`.
  private var places: [(offset: Int, line: MarkdownBlock.Line)] = []

  /// Joins lines.
  init(_ lines: some Sequence<MarkdownBlock.Line>, of source: [UInt8]) {
    for line in lines {
      if !places.isEmpty { bytes.append(0x0A) }
      places.append((bytes.count, line))
      bytes += source[line.range]
    }
  }

  /// Returns the number of lines that end before an offset.
  func lineIndex(at offset: Int) -> Int {
    places.partitioningIndex { $0.offset >= offset }
  }

  /// Returns the number of lines that begin at or before an offset.
  func lineCount(before offset: Int) -> Int {
    places.partitioningIndex { $0.offset > offset }
  }

  /// Returns the place in the source of an offset in the content.
  func sourceOffset(of offset: Int) -> Int {
    let index = max(0, places.partitioningIndex { $0.offset > offset } - 1)
    guard places.indices.contains(index) else { return 0 }
    return places[index].line.range.lowerBound + offset - places[index].offset
  }
}
