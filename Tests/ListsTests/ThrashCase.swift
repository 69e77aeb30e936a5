@testable import GalleyLists
import TestSupport

/// A list state, a change set and the resulting state, as text, for reproduction.
///
/// The line `old` contains the state before, and the line `new` the state after: sections in order,
/// each as its number in brackets and its items as `key:revision`. Each kind of edit in the set has
/// a further line.
struct ThrashCase: Equatable, CustomStringConvertible {
  typealias State = [(context: Int, items: [ListItem])]

  var old: State
  var new: State
  var changes: ChangeSet

  init(old: State, new: State, changes: ChangeSet) {
    (self.old, self.new, self.changes) = (old, new, changes)
  }

  static func == (left: ThrashCase, right: ThrashCase) -> Bool {
    left.description == right.description
  }

  // MARK: Text

  var description: String {
    func paths(_ paths: [ItemPath]) -> [String] { paths.map(\.description) }
    let edits: [(String, [String])] = [
      ("delete", paths(changes.deletedItems)), ("insert", paths(changes.insertedItems)),
      ("reload", paths(changes.reloadedItems)), ("update", paths(changes.updatedItems)),
      ("move", changes.movedItems.map { "\($0.old)>\($0.new)" }),
      ("deleteSections", changes.deletedSections.map(String.init)),
      ("insertSections", changes.insertedSections.map(String.init)),
      ("reloadSections", changes.reloadedSections.map(String.init)),
      ("moveSections", changes.movedSections.map { "\($0.old)>\($0.new)" }),
    ]
    let lines = [("old", Self.words(old)), ("new", Self.words(new))] + edits
    return lines.filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1.joined(separator: " "))" }
      .joined(separator: "\n")
  }

  /// Reads a case; `nil` if the text is invalid.
  init?(_ text: String) {
    self.init(old: [], new: [], changes: ChangeSet())
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard let kind = words.first, read(kind, Array(words.dropFirst())) else { return nil }
    }
  }

  private mutating func read(_ kind: String, _ words: [String]) -> Bool {
    func items() -> [ItemPath] { words.compactMap(Self.path) }
    func numbers() -> [Int] { words.compactMap { Int($0) } }
    func pairs() -> [[Substring]] { words.map { $0.split(separator: ">") } }
    switch kind {
    case "old": old = Self.state(words)
    case "new": new = Self.state(words)
    case "delete": changes.deletedItems = items()
    case "insert": changes.insertedItems = items()
    case "reload": changes.reloadedItems = items()
    case "update": changes.updatedItems = items()
    case "move":
      changes.movedItems = pairs().compactMap { pair in
        guard pair.count == 2, let old = Self.path(String(pair[0])),
          let new = Self.path(String(pair[1]))
        else { return nil }
        return .init(from: old, to: new)
      }
    case "deleteSections": changes.deletedSections = numbers()
    case "insertSections": changes.insertedSections = numbers()
    case "reloadSections": changes.reloadedSections = numbers()
    case "moveSections":
      changes.movedSections = pairs().compactMap { pair in
        guard pair.count == 2, let old = Int(pair[0]), let new = Int(pair[1]) else { return nil }
        return .init(from: old, to: new)
      }
    default: return false
    }
    return true
  }

  private static func path(_ word: String) -> ItemPath? {
    let numbers = word.split(separator: ".").compactMap { Int($0) }
    return numbers.count == 2 ? ItemPath(section: numbers[0], item: numbers[1]) : nil
  }

  private static func words(_ state: State) -> [String] {
    state.flatMap { section in
      ["[\(section.context)]"] + section.items.map { "\($0.key):\($0.revision)" }
    }
  }

  private static func state(_ words: [String]) -> State {
    var state: State = []
    for word in words {
      if word.hasPrefix("["), let context = Int(word.dropFirst().dropLast()) {
        state.append((context, []))
      } else if !state.isEmpty {
        let numbers = word.split(separator: ":").compactMap { Int($0) }
        guard numbers.count == 2 else { continue }
        state[state.count - 1].items.append(ListItem(key: numbers[0], revision: numbers[1]))
      }
    }
    return state
  }
}

/// A generator of random lists and edits.
struct ThrashMaker {
  var random: SplitMix64
  private var lastKey = 0

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// Returns ten sections of ten items.
  mutating func state() -> ThrashCase.State {
    (0..<10).map { section in (section, (0..<10).map { _ in newItem() }) }
  }

  /// Edits a state with a tenth of the possible edits of each kind.
  mutating func edit(_ old: ThrashCase.State) -> ThrashCase {
    var changes = ChangeSet()
    var origins = old.indices.map { Optional($0) }
    for section in old.indices where isChosen() { changes.deletedSections.append(section) }
    let gone = Set(changes.deletedSections)
    changes.reloadedSections = old.indices.filter { !gone.contains($0) && isChosen() }
    let reloaded = Set(changes.reloadedSections)
    let moved = old.indices.filter { !gone.contains($0) && !reloaded.contains($0) && isChosen() }
    origins.removeAll { $0.map { gone.contains($0) || moved.contains($0) } ?? false }
    place(moved + (0..<2).map { _ in nil }.filter { _ in isChosen(5) }, in: &origins)
    for (section, origin) in origins.enumerated() {
      if let origin, moved.contains(origin) {
        changes.moveSection(origin, to: section)
      } else if origin == nil {
        changes.insertSections(section)
      }
    }
    let kept = origins.map { $0.flatMap { reloaded.contains($0) ? nil : $0 } }
    let cells = editItems(of: old, kept: kept, &changes)
    let new = origins.enumerated().map { section, origin in
      let isFresh = kept[section] == nil
      return (isFresh ? lastKey + section : old[origin ?? 0].context, cells[section])
    }
    return ThrashCase(old: old, new: new, changes: changes)
  }

  /// An item with its old index path (`nil` if inserted), and whether it moves.
  private typealias Cell = (item: ListItem, origin: ItemPath?, isMoved: Bool)

  /// Edits the items of kept sections, and creates items for others.
  private mutating func editItems(
    of old: ThrashCase.State, kept: [Int?], _ changes: inout ChangeSet
  ) -> [[ListItem]] {
    var (sections, taken): ([[Cell]], [Cell]) = ([], [])
    for origin in kept { sections.append(keptCells(of: origin, old, taken: &taken, &changes)) }
    // Moved items are inserted anywhere, as are new ones.
    let fresh = (0..<8).map { _ in (item: newItem(), origin: ItemPath?.none, isMoved: false) }
    let targets = kept.indices.filter { kept[$0] != nil }
    for cell in taken + fresh {
      guard let section = targets.randomElement(using: &random) else { continue }
      let place = Int.random(in: 0...sections[section].count, using: &random)
      sections[section].insert(cell, at: place)
    }
    for (section, cells) in sections.enumerated() where kept[section] != nil {
      for (number, cell) in cells.enumerated() {
        let path = ItemPath(section: section, item: number)
        if let origin = cell.origin {
          if cell.isMoved { changes.move(origin, to: path) }
        } else {
          changes.insert(path)
        }
      }
    }
    return kept.indices.map { section in
      kept[section] == nil
        ? (0..<Int.random(in: 0..<10, using: &random)).map { _ in newItem() }
        : sections[section].map(\.item)
    }
  }

  /// Edits the items of a kept section, and removes those that move.
  private mutating func keptCells(
    of section: Int?, _ old: ThrashCase.State, taken: inout [Cell], _ changes: inout ChangeSet
  ) -> [Cell] {
    guard let section else { return [] }
    var cells: [Cell] = []
    for (number, known) in old[section].items.enumerated() {
      let path = ItemPath(section: section, item: number)
      var item = known
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        changes.delete(path)
        continue
      case 1:
        changes.reload(path)
        item = isChosen(2) ? newItem() : ListItem(key: item.key, revision: item.revision + 1)
      case 2:
        changes.update(path)
        item = ListItem(key: item.key, revision: item.revision + 1)
      default: break
      }
      if isChosen() {
        taken.append((item, path, true))
      } else {
        cells.append((item, path, false))
      }
    }
    return cells
  }

  private mutating func place(_ sections: [Int?], in order: inout [Int?]) {
    for section in sections.shuffled(using: &random) {
      order.insert(section, at: Int.random(in: 0...order.count, using: &random))
    }
  }

  private mutating func isChosen(_ chance: Int = 10) -> Bool {
    Int.random(in: 0..<chance, using: &random) == 0
  }

  private mutating func newItem() -> ListItem {
    lastKey += 1
    return ListItem(key: lastKey)
  }
}
