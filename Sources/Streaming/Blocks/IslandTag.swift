/// A tag of a container in HTML whose content is Markdown.
struct IslandTag: Hashable {
  var island: MarkdownBlock.Island
  var isClosing: Bool

  /// Returns the tags in lines of HTML.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  static func tags(
    in lines: ChunkedList<MarkdownBlock.Line>, of source: [UInt8]
  ) -> [IslandTag] {
    var tags: [IslandTag] = []
    for line in lines {
      let range = line.range
      var offset = range.lowerBound
      while let start = source[offset..<range.upperBound].firstIndex(of: UInt8(ascii: "<")) {
        offset = start + 1
        let name = HTMLTag.name(at: offset, of: source, to: range.upperBound)
        guard (7...12).contains(name.count) else { continue }
        if let island = MarkdownBlock.Island(rawValue: HTMLTag.lowercase(source[name])) {
          tags.append(IslandTag(island: island, isClosing: source[offset] == UInt8(ascii: "/")))
        }
        offset = name.upperBound
      }
    }
    return tags
  }
}
