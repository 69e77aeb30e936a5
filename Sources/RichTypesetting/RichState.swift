/// The sections and quotations of a rich message that a reader has opened.
///
/// Blocks are named by their places, so the state survives edits after them.
public struct RichState: Hashable, Sendable {
  private var opened: [BlockPath: Bool] = [:]
  private var expanded: Set<BlockPath> = []

  /// Creates the initial state.
  public init() {}

  /// Returns whether the reader has opened or closed a section; `nil` if neither.
  package func isOpen(_ path: BlockPath) -> Bool? { opened[path] }

  /// Opens or closes a section.
  package mutating func setOpen(_ path: BlockPath, _ isOpen: Bool) { opened[path] = isOpen }

  /// Returns whether the reader has expanded a quotation.
  package func isExpanded(_ path: BlockPath) -> Bool { expanded.contains(path) }

  /// Expands or collapses a quotation.
  package mutating func setExpanded(_ path: BlockPath, _ isExpanded: Bool) {
    if isExpanded { expanded.insert(path) } else { expanded.remove(path) }
  }
}
