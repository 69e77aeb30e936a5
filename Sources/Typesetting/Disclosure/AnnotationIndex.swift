internal import GalleyBasics
import Synchronization

/// An index that finds the annotations at an offset in logarithmic time.
///
/// The annotations are sorted by start and stored with a segment tree of the greatest end in each
/// subtree.
final class AnnotationIndex: Sendable {
  /// The sort key of an annotation.
  private struct Entry {
    var start: Int
    /// The index of the annotation in the text.
    var index: Int
  }

  private let entries: [Entry]
  /// The greatest end among the entries below each node of a binary tree; the children of the node
  /// *i* are *2i* and *2i + 1*, and the leaves come last.
  private let reach: [Int]
  private let leafCount: Int
  /// The spoiler index of each annotation, or -1.
  private let spoilerIndices: [Int]
  /// Whether each annotation is a link read from its text that a spoiler covers in part.
  private let isCoveredLink: [Bool]

  /// Creates an index of annotations.
  ///
  /// - Complexity: O(*n* log *n*) for *n* annotations.
  init(_ annotations: [AttributedText.Annotation]) {
    var (entries, spoilerIndices): ([Entry], [Int]) = ([], [])
    var spoilerCount = 0
    for (index, annotation) in annotations.enumerated() {
      entries.append(Entry(start: annotation.range.lowerBound, index: index))
      spoilerIndices.append(annotation.kind == .spoiler ? spoilerCount : -1)
      if annotation.kind == .spoiler { spoilerCount += 1 }
    }
    let spoilers = [Range<Int>].union(of: annotations.filter { $0.kind == .spoiler }.map(\.range))
    isCoveredLink = annotations.map { annotation in
      !spoilers.isEmpty && annotation.kind.isReadFromText
        && !spoilers.overlapping(annotation.range).isEmpty
    }
    entries.sort { ($0.start, $0.index) < ($1.start, $1.index) }
    var count = 1
    while count < entries.count { count *= 2 }
    var reach = [Int](repeating: 0, count: 2 * count)
    for (place, entry) in entries.enumerated() {
      reach[count + place] = annotations[entry.index].range.upperBound
    }
    for node in stride(from: count - 1, to: 0, by: -1) {
      reach[node] = max(reach[2 * node], reach[2 * node + 1])
    }
    (self.entries, self.reach, leafCount) = (entries, reach, count)
    self.spoilerIndices = spoilerIndices
  }

  /// Visits the annotations that cover the byte at `offset`, latest start first, until `body`,
  /// which receives the indices of the annotation and of its spoiler (or -1), returns `false`.
  ///
  /// - Complexity: O((*k* + 1) log *n*) for *k* matches among *n* annotations.
  func visit(at offset: Int, _ body: (_ annotation: Int, _ spoiler: Int) -> Bool) {
    let end = entries.partitioningIndex { $0.start > offset }
    _ = visit(node: 1, covering: 0..<leafCount, before: end, offset, body)
  }

  /// Returns whether an annotation is a link read from its text that a spoiler covers in part.
  func isCoveredLink(_ index: Int) -> Bool { isCoveredLink[index] }

  private func visit(
    node: Int, covering leaves: Range<Int>, before end: Int, _ offset: Int,
    _ body: (Int, Int) -> Bool
  ) -> Bool {
    guard leaves.lowerBound < end, reach[node] > offset else { return true }
    if leaves.count == 1 {
      let index = entries[leaves.lowerBound].index
      return body(index, spoilerIndices[index])
    }
    let middle = leaves.lowerBound + leaves.count / 2
    return visit(
      node: 2 * node + 1, covering: middle..<leaves.upperBound, before: end, offset, body)
      && visit(node: 2 * node, covering: leaves.lowerBound..<middle, before: end, offset, body)
  }
}

/// An annotation index that is built on first use.
final class LazyAnnotationIndex: Sendable {
  private let index = Mutex<AnnotationIndex?>(nil)

  /// Returns the index of `annotations`, which must be the same on each call.
  func value(_ annotations: [AttributedText.Annotation]) -> AnnotationIndex {
    if let made = index.withLock({ $0 }) { return made }
    let made = AnnotationIndex(annotations)
    index.withLock { $0 = made }
    return made
  }
}
