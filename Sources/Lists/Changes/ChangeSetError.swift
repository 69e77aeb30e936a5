/// Why a change set was refused, and so the list is as it was.
public struct ChangeSetError: Error, Hashable, CustomStringConvertible {
  /// What an edit does.
  public enum Edit: String, Hashable, Sendable {
    /// It takes something out.
    case delete
    /// It puts something in.
    case insert
    /// It has something become something else.
    case reload
    /// It has a new version looked at.
    case update
    /// It moves something.
    case move
  }

  /// How many there were, are said to be, and are by the edits.
  public struct Counts: Hashable, Sendable {
    /// How many there were.
    public let old: Int
    /// How many the data source says there are.
    public let new: Int
    /// How many the edits put in, moves counted.
    public let inserted: Int
    /// How many the edits take out, moves counted.
    public let deleted: Int
  }

  /// What is wrong.
  public enum Problem: Error, Hashable {
    /// An edit names a section that is not among the `count` that there are.
    case sectionOutOfRange(Edit, section: Int, count: Int)
    /// An edit names an item that is not among the `count` that its section has.
    case itemOutOfRange(Edit, ItemPath, count: Int)
    /// Two edits that exclude each other name a section.
    case sectionNamedTwice(Edit, Edit, section: Int)
    /// Two edits that exclude each other name an item.
    case itemNamedTwice(Edit, Edit, ItemPath)
    /// The number of sections does not follow from the edits.
    case sectionCount(Counts)
    /// The number of items in a section, by its number after the edits, does not follow from them.
    case itemCount(section: Int, Counts)
    /// The data source has fewer than no sections, or fewer than no items in a section.
    case negativeCount(section: Int?, count: Int)
    /// The data source has more items than a list can hold.
    case tooManyItems(limit: Int)
    /// The data source threw an error while it was asked for counts or for items.
    case dataSourceFailed(String)
    /// The data source edits the list while it is asked for counts or items of another edit.
    case editWhileReading
  }

  /// The type of the data source.
  public let dataSource: String
  /// What is wrong.
  public let problem: Problem

  /// What is wrong, in words, with the data source's type in front.
  public var description: String { "\(dataSource): \(problem.description)" }
}

extension ChangeSetError.Problem: CustomStringConvertible {
  /// What is wrong, in words.
  public var description: String {
    switch self {
    case .sectionOutOfRange(let edit, let section, let count):
      "cannot \(edit.rawValue) section \(section) of \(count)"
    case .itemOutOfRange(let edit, let path, let count):
      "cannot \(edit.rawValue) item \(path.item) of \(count) in section \(path.section)"
    case .sectionNamedTwice(let first, let second, let section):
      "section \(section) has edits that exclude each other: \(first.rawValue), \(second.rawValue)"
    case .itemNamedTwice(let first, let second, let path):
      "item \(path.item) in section \(path.section) has edits that exclude each other: "
        + "\(first.rawValue), \(second.rawValue)"
    case .sectionCount(let counts): "there are \(counts.new) sections, but \(counts.sum)"
    case .itemCount(let section, let counts):
      "section \(section) has \(counts.new) items, but \(counts.sum)"
    case .negativeCount(let section, let count):
      section.map { "section \($0) has \(count) items" } ?? "there are \(count) sections"
    case .tooManyItems(let limit): "there are more than \(limit) items"
    case .dataSourceFailed(let reason): "it failed: \(reason)"
    case .editWhileReading: "the list is edited while its items are read"
    }
  }
}

extension ChangeSetError.Counts {
  fileprivate var sum: String {
    "\(old) before, \(inserted) inserted and \(deleted) deleted make \(old + inserted - deleted)"
  }
}
