public import GalleyRichMessages

/// The sections and quotations of a rich message that a reader has opened.
///
/// Blocks are named by their places. ``moved(from:to:)`` adapts a state to an edited message.
public struct RichState: Hashable, Sendable {
  private var opened: [BlockPath: Bool] = [:]
  private var expanded: Set<BlockPath> = []

  /// Creates the initial state.
  public init() {}

  /// Returns whether the reader has opened or closed a section; `nil` if neither.
  public func isOpen(_ path: RichMessage.BlockPath) -> Bool? { opened[path] }

  /// Opens or closes a section.
  public mutating func setOpen(_ path: RichMessage.BlockPath, _ isOpen: Bool) {
    opened[path] = isOpen
  }

  /// Returns whether the reader has expanded a quotation.
  public func isExpanded(_ path: RichMessage.BlockPath) -> Bool { expanded.contains(path) }

  /// Expands or collapses a quotation.
  public mutating func setExpanded(_ path: RichMessage.BlockPath, _ isExpanded: Bool) {
    if isExpanded { expanded.insert(path) } else { expanded.remove(path) }
  }

  /// Opens the sections and expands the quotations that contain a block, and the block itself.
  public mutating func reveal(_ path: RichMessage.BlockPath) {
    var next: RichMessage.BlockPath? = path
    while let path = next, !path.indices.isEmpty {
      (opened[path], next) = (true, path.parent)
      expanded.insert(path)
    }
  }

  /// Opens all sections and quotations of a message, and returns whether any was closed.
  mutating func openAll(in message: RichMessage) -> Bool {
    var isChanged = false
    for place in Disclosures(of: message).places {
      if place.isQuotation ? expanded.contains(place.path) : opened[place.path] ?? place.isOpen {
        continue
      }
      if place.isQuotation { expanded.insert(place.path) } else { opened[place.path] = true }
      isChanged = true
    }
    return isChanged
  }

  /// Returns the state for an edited message.
  ///
  /// Sections and quotations keep their state if their text is unchanged, wherever they are;
  /// of those with equal texts, the first stays the first.
  ///
  /// - Parameters:
  ///   - old: The message of this state.
  ///   - new: The edited message.
  /// - Returns: The state.
  /// - Complexity: O(*n*), where *n* is the size of both messages.
  public func moved(from old: RichMessage, to new: RichMessage) -> RichState {
    guard !opened.isEmpty || !expanded.isEmpty else { return self }
    let places = Disclosures(of: new).paths
    var state = RichState()
    for (key, path) in Disclosures(of: old).paths {
      guard let place = places[key] else { continue }
      if let isOpen = opened[path] { state.opened[place] = isOpen }
      if expanded.contains(path) { state.expanded.insert(place) }
    }
    return state
  }
}

/// The places of the sections and the expandable quotations of a message.
private struct Disclosures {
  /// The text of a section or quotation, and the number of those before with the same one.
  struct Key: Hashable {
    var text: RichText
    var isQuotation: Bool
    var count: Int
  }

  /// A section or quotation, and whether it is open at first.
  struct Place {
    var path: RichMessage.BlockPath
    var isQuotation: Bool
    var isOpen: Bool
  }

  private(set) var paths: [Key: RichMessage.BlockPath] = [:]
  private(set) var places: [Place] = []
  private var counts: [Key: Int] = [:]

  init(of message: RichMessage) { visit(message.blocks, in: RichMessage.BlockPath()) }

  private mutating func visit(_ blocks: [RichBlock], in path: RichMessage.BlockPath) {
    for (index, block) in blocks.enumerated() {
      let path = path.appending(index)
      switch block {
      case .details(let details):
        add(details.summary, isQuotation: false, isOpen: details.isOpen, at: path)
        visit(details.blocks, in: path)
      case .expandableQuotation(let quotation):
        add(quotation.text, isQuotation: true, at: path)
      case .quotation(let quotation): visit(quotation.blocks, in: path)
      case .list(let list):
        for (index, item) in list.items.enumerated() {
          visit(item.blocks, in: path.appending(index))
        }
      case .unknown(let unknown): visit(unknown.blocks, in: path)
      default: break
      }
    }
  }

  private mutating func add(
    _ text: RichText, isQuotation: Bool, isOpen: Bool = false, at path: RichMessage.BlockPath
  ) {
    places.append(Place(path: path, isQuotation: isQuotation, isOpen: isOpen))
    var key = Key(text: text, isQuotation: isQuotation, count: 0)
    let count = counts[key, default: 0]
    counts[key] = count + 1
    key.count = count
    paths[key] = path
  }
}
