import Synchronization

/// Finds the annotations that cover a place, however many there are.
///
/// The annotations are in order of their starts, under a tree of the greatest end in each half, the
/// quarters of each half, and so on.
struct AnnotationIndex: Sendable {
  /// An annotation, by what is compared.
  private struct Entry {
    var start: Int
    /// Its place among the text's annotations.
    var number: Int
  }

  private var entries: [Entry] = []
  /// The greatest end among the entries below each node of a binary tree; the children of the node *i*
  /// are *2i* and *2i + 1*, and the leaves come last.
  private var reach: [Int]
  private let leafCount: Int
  /// The number of each annotation as a spoiler, or -1.
  private var spoilerNumbers: [Int] = []
  /// Whether each annotation is a link read from its text, some of which a spoiler covers.
  private var isCoveredLink: [Bool]

  /// Puts annotations in order.
  ///
  /// - Complexity: O(*n* log *n*) for *n* annotations.
  init(_ annotations: [Annotation]) {
    var spoilerCount = 0
    for (number, annotation) in annotations.enumerated() {
      entries.append(Entry(start: annotation.range.lowerBound, number: number))
      spoilerNumbers.append(annotation.kind == .spoiler ? spoilerCount : -1)
      if annotation.kind == .spoiler { spoilerCount += 1 }
    }
    let spoilers = [Range<Int>].union(
      of: annotations.filter { $0.kind == .spoiler }.map(\.range))
    isCoveredLink = annotations.map { annotation in
      !spoilers.isEmpty && annotation.kind.isReadFromText
        && !spoilers.overlapping(annotation.range).isEmpty
    }
    entries.sort { ($0.start, $0.number) < ($1.start, $1.number) }
    var count = 1
    while count < entries.count { count *= 2 }
    leafCount = count
    reach = [Int](repeating: 0, count: 2 * count)
    for (place, entry) in entries.enumerated() {
      reach[count + place] = annotations[entry.number].range.upperBound
    }
    for node in stride(from: count - 1, to: 0, by: -1) {
      reach[node] = max(reach[2 * node], reach[2 * node + 1])
    }
  }

  /// Visits the annotations that cover the byte at `offset`, the one first that begins last.
  ///
  /// - Parameters:
  ///   - offset: A UTF-8 offset.
  ///   - body: Gets the place of the annotation among the text's, and its number as a spoiler or -1;
  ///     says whether to go on.
  /// - Complexity: O((*k* + 1) log *n*) for *k* annotations that are found among *n*.
  func visit(at offset: Int, _ body: (_ number: Int, _ spoiler: Int) -> Bool) {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].start <= offset { low = middle + 1 } else { high = middle }
    }
    _ = visit(node: 1, covering: 0..<leafCount, before: low, offset, body)
  }

  /// Whether an annotation is a link read from its text, some of which a spoiler covers.
  func isCoveredLink(_ number: Int) -> Bool { isCoveredLink[number] }

  private func visit(
    node: Int, covering leaves: Range<Int>, before end: Int, _ offset: Int,
    _ body: (Int, Int) -> Bool
  ) -> Bool {
    guard leaves.lowerBound < end, reach[node] > offset else { return true }
    if leaves.count == 1 {
      let number = entries[leaves.lowerBound].number
      return body(number, spoilerNumbers[number])
    }
    let middle = leaves.lowerBound + leaves.count / 2
    return visit(
      node: 2 * node + 1, covering: middle..<leaves.upperBound, before: end, offset, body)
      && visit(node: 2 * node, covering: leaves.lowerBound..<middle, before: end, offset, body)
  }
}

/// An index that is made when it is first asked for.
final class LazyAnnotationIndex: Sendable {
  private let index = Mutex<AnnotationIndex?>(nil)

  /// The index of `annotations`, which are the same each time.
  func value(_ annotations: [Annotation]) -> AnnotationIndex {
    if let made = index.withLock({ $0 }) { return made }
    let made = AnnotationIndex(annotations)
    index.withLock { $0 = made }
    return made
  }
}

extension TextLayout {
  /// The links, spoilers and other annotations of the character at an offset.
  ///
  /// - Parameters:
  ///   - offset: A UTF-8 offset.
  ///   - revealed: The spoilers that may be seen. In one that may not, there is nothing but itself;
  ///     a link whose address is its own text is not found while any part of it is hidden.
  /// - Returns: The annotations, the one first that begins last: of two of which one is in the other,
  ///   the inner one.
  /// - Complexity: O((*k* + 1) log *n*) for *k* annotations that are found among *n*.
  public func annotations(
    at offset: Int, revealed: RevealedSpoilers = .none
  ) -> [Annotation] {
    guard let index = annotationIndex?.value(text.annotations) else { return [] }
    var found: [Int] = []
    var hidden: Int?
    index.visit(at: offset) { number, spoiler in
      if spoiler >= 0, !revealed.contains(spoiler) { hidden = number }
      found.append(number)
      return hidden == nil
    }
    if let hidden { return [text.annotations[hidden]] }
    return found.contains(where: index.isCoveredLink)
      ? disclosed(found, revealed: revealed) : found.map { text.annotations[$0] }
  }

  /// The annotations of some numbers that hidden spoilers do not hide.
  private func disclosed(_ numbers: [Int], revealed: RevealedSpoilers) -> [Annotation] {
    let hidden = text.hiddenRanges(revealed: revealed)
    return numbers.lazy.map { self.text.annotations[$0] }.filter { !$0.isHidden(by: hidden) }
  }

  /// The innermost link of the character at an offset, unless a spoiler hides it.
  func link(at offset: Int, revealed: RevealedSpoilers) -> Annotation? {
    guard let index = annotationIndex?.value(text.annotations) else { return nil }
    var links: [Int] = []
    var isHidden = false
    index.visit(at: offset) { number, spoiler in
      if spoiler >= 0 {
        isHidden = !revealed.contains(spoiler)
      } else if case .link = text.annotations[number].kind {
        // Behind a link that is certain to be seen no other counts.
        let isCertain = links.last.map { !index.isCoveredLink($0) } ?? false
        if !isCertain { links.append(number) }
      }
      return !isHidden
    }
    guard !isHidden, let first = links.first else { return nil }
    return index.isCoveredLink(first)
      ? disclosed(links, revealed: revealed).first : text.annotations[first]
  }

  /// The number of a spoiler that covers the character at an offset and may not be seen, if there is
  /// one.
  public func hiddenSpoiler(at offset: Int, revealed: RevealedSpoilers) -> Int? {
    guard let index = annotationIndex?.value(text.annotations) else { return nil }
    var hidden: Int?
    index.visit(at: offset) { _, spoiler in
      if spoiler >= 0, !revealed.contains(spoiler) { hidden = spoiler }
      return hidden == nil
    }
    return hidden
  }
}
