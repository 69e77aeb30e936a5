/// The error of a refused change set, which leaves the list unchanged.
public struct ChangeSetError: Error, Hashable, CustomStringConvertible {
  /// The kind of an edit.
  public enum Edit: String, Hashable, Sendable {
    /// A deletion.
    case delete
    /// An insertion.
    case insert
    /// A replacement of an item or section.
    case reload
    /// An update to a new version.
    case update
    /// A move.
    case move
  }

  /// The previous count, the data source's count, and the numbers of edits between them.
  public struct Counts: Hashable, Sendable {
    /// The count before the edits.
    public let old: Int
    /// The count reported by the data source.
    public let new: Int
    /// The number of insertions, including moves.
    public let inserted: Int
    /// The number of deletions, including moves.
    public let deleted: Int
  }

  /// The reason for refusing a change set.
  public enum Problem: Error, Hashable {
    /// An edit names a section outside the `count` existing ones.
    case sectionOutOfRange(Edit, section: Int, count: Int)
    /// An edit names an item outside the `count` items of its section.
    case itemOutOfRange(Edit, ItemPath, count: Int)
    /// Two conflicting edits name the same section.
    case sectionNamedTwice(Edit, Edit, section: Int)
    /// Two conflicting edits name the same item.
    case itemNamedTwice(Edit, Edit, ItemPath)
    /// The number of sections does not agree with the edits.
    case sectionCount(Counts)
    /// The number of items in a section, by index after the edits, does not agree with the edits.
    case itemCount(section: Int, Counts)
    /// The data source returned a negative number of sections, or of items in a section.
    case negativeCount(section: Int?, count: Int)
    /// The data source returned more items than a list can hold.
    case tooManyItems(limit: Int)
    /// The data source threw an error while its counts or items were read.
    case dataSourceFailed(String)
    /// The data source edited the list while its counts or items were read.
    case editWhileReading
  }

  /// The type of the data source.
  public let dataSource: String
  /// The reason for the error.
  public let problem: Problem

  /// A description of the problem, preceded by the type of the data source.
  public var description: String { "\(dataSource): \(problem.description)" }
}

extension ChangeSetError.Problem: CustomStringConvertible {
  /// A description of the problem.
  public var description: String {
    switch self {
    case .sectionOutOfRange(let edit, let section, let count):
      "cannot \(edit.rawValue) section \(section): there are \(count) sections"
    case .itemOutOfRange(let edit, let path, let count):
      "cannot \(edit.rawValue) item \(path.item): section \(path.section) has \(count) items"
    case .sectionNamedTwice(let first, let second, let section):
      "conflicting edits of section \(section): \(first.rawValue) and \(second.rawValue)"
    case .itemNamedTwice(let first, let second, let path):
      "conflicting edits of item \(path.item) in section \(path.section): "
        + "\(first.rawValue) and \(second.rawValue)"
    case .sectionCount(let counts): "the data source has \(counts.new) sections, but \(counts.sum)"
    case .itemCount(let section, let counts):
      "section \(section) has \(counts.new) items, but \(counts.sum)"
    case .negativeCount(let section, let count):
      section.map { "the number of items in section \($0) is \(count)" }
        ?? "the number of sections is \(count)"
    case .tooManyItems(let limit): "more than \(limit) items"
    case .dataSourceFailed(let reason): "the data source failed: \(reason)"
    case .editWhileReading: "the list was edited while its items were being read"
    }
  }
}

extension ChangeSetError.Counts {
  fileprivate var sum: String {
    "\(old) + \(inserted) inserted - \(deleted) deleted = \(old + inserted - deleted)"
  }
}
