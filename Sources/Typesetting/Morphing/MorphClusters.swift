import GalleyFonts
package import GalleyGeometry
import GalleyHarfBuzz
import GalleyShaping

/// The glyph clusters of a layout, for comparison with another layout.
package struct MorphClusters: Sendable {
  /// A cluster of glyphs, or an attachment.
  package struct Cluster: Hashable, Sendable {
    /// A hash of the font, the size and the glyphs with their relative positions.
    package var shape: Int
    /// The paint of the cluster.
    package var paint: TextPaint
    /// The horizontal extent, in points.
    package var left: Double
    package var right: Double
    /// The index of the line.
    package var line: Int
    /// The UTF-8 offset of the text.
    package var offset: Int
    package var isSpace: Bool
    /// Whether the cluster may be joined to its neighbors, so that a word moves as a whole.
    package var isJoined: Bool
    /// Whether the cluster is a word of its own, as an ideograph is.
    var isWord: Bool
  }

  /// The clusters line by line, from left to right.
  package private(set) var clusters: [Cluster] = []
  /// The words in logical order, as ranges of ``clusters``; white space is in none.
  package private(set) var words: [Range<Int>] = []
  /// The boxes of the lines.
  package let lines: [Rect]

  /// The maximum number of clusters that are compared.
  package static let limit = 4_096

  /// Collects the clusters of a layout; fails if there are more than ``limit``, or blocks.
  ///
  /// Blocks have ornaments that belong to no glyph.
  package init?(_ layout: TextLayout) {
    guard layout.blocks.isEmpty, layout.text.length <= 4 * Self.limit else { return nil }
    lines = layout.lines.map {
      Rect(x: $0.x, y: $0.y, width: $0.width, height: $0.height)
    }
    let attachments = Dictionary(
      grouping: layout.placedAttachments(revealed: .all), by: \.line)
    let bytes = layout.text.string.utf8.span
    var scratch = PlacementScratch()
    for line in lines.indices {
      let first = clusters.count
      layout.visitGlyphRuns(ofLine: line, scratch: &scratch) { run, glyphs in
        add(run, glyphs, line: line) { bytes[$0] }
      }
      for placed in attachments[line] ?? [] { add(placed) }
      guard clusters.count <= Self.limit else { return nil }
      clusters[first...].sort { ($0.left, $0.offset) < ($1.left, $1.offset) }
      addWords(from: first)
    }
    // Words that begin earlier in the text come first.
    let starts = words.map { word in (clusters[word].map(\.offset).min() ?? 0, word) }
    words = starts.sorted { $0.0 < $1.0 }.map(\.1)
  }

  private mutating func add(
    _ run: GlyphRun, _ glyphs: Span<PositionedGlyph>, line: Int, byte: (Int) -> UInt8
  ) {
    let first = clusters.count
    var index = 0
    while index < glyphs.count {
      let lead = glyphs[index]
      var shape = Hasher()
      shape.combine(ObjectIdentifier(run.font))
      shape.combine(run.size)
      shape.combine(run.baselineShift)
      while index < glyphs.count, glyphs[index].cluster == lead.cluster {
        shape.combine(glyphs[index].id)
        // Equal to a hundredth of a point, wherever the run begins.
        shape.combine(Int((glyphs[index].x - lead.x) * 100))
        shape.combine(Int(glyphs[index].y * 100))
        index += 1
      }
      let code = byte(Int(lead.cluster))
      clusters.append(
        Cluster(
          shape: shape.finalize(), paint: run.paint, left: run.origin.x + Double(lead.x),
          right: run.origin.x + run.width, line: line, offset: Int(lead.cluster),
          isSpace: code <= 0x20, isJoined: Self.joinedScripts.contains(run.script),
          isWord: Self.wordScripts.contains(run.script)))
    }
    for index in clusters.indices[first...].dropLast() {
      clusters[index].right = max(clusters[index].left, clusters[index + 1].left)
    }
  }

  private mutating func add(_ placed: TextLayout.Attachment) {
    var shape = Hasher()
    shape.combine(placed.attachment)
    clusters.append(
      Cluster(
        shape: shape.finalize(), paint: TextPaint(), left: placed.frame.minX,
        right: placed.frame.maxX, line: placed.line, offset: placed.range.lowerBound,
        isSpace: false, isJoined: false, isWord: true))
  }

  /// Adds the words of a line.
  private mutating func addWords(from first: Int) {
    for index in clusters.indices[first...] where !clusters[index].isSpace {
      let isNew =
        index == first || clusters[index - 1].isSpace || clusters[index].isWord
        || clusters[index - 1].isWord || words.isEmpty
      if !isNew, let last = words.last, last.upperBound == index {
        words[words.count - 1] = last.lowerBound..<index + 1
      } else {
        words.append(index..<index + 1)
      }
    }
  }

  /// The scripts whose letters join.
  private static let joinedScripts: Set<FontTag> = [
    "Arab", "Syrc", "Mong", "Nkoo", "Mand", "Adlm", "Rohg", "Deva", "Beng", "Guru",
  ]
  /// The scripts without spaces between words.
  private static let wordScripts: Set<FontTag> = ["Hani", "Hira", "Kana", "Hang", "Bopo"]
}
