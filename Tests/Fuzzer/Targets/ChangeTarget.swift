import GalleyBasics
import GalleyFuzzCore
import GalleyLists

/// Two snapshots of a list, and the edits between them, which are applied to a model.
struct ChangeTarget: FuzzTarget {
  var seeds: [[UInt8]] { [Array(0..<24), Array(repeating: 3, count: 40), []] }

  func run(_ bytes: [UInt8], using random: inout SplitMix64) throws(FuzzFailure) {
    let half = random.number(in: 0...bytes.count)
    let (old, new) = (snapshot(bytes[..<half]), snapshot(bytes[half...]))
    let changes = ChangeSet(from: old, to: new)
    let result = old.applying(changes, with: new)
    try expect(
      result.map { $0.map(\.key) } == new.sections.map { $0.items.map(\.key) },
      "the edits give \(result) instead of \(new)")
    try expect(
      result.map { $0.map(\.revision) } == new.sections.map { $0.items.map(\.revision) },
      "an item of another revision is not updated")
  }

  /// Returns sections of items, a byte each; bytes of five ones begin a section.
  private func snapshot(_ bytes: ArraySlice<UInt8>) -> ListSnapshot {
    var (sections, items): ([ListSnapshot.Section], [ListItem]) = ([], [])
    var keys: Set<Int> = []
    for byte in bytes {
      if byte & 0x1F == 0x1F {
        sections.append(
          ListSnapshot.Section(key: sections.count + Int(byte >> 5) * 100, items: items))
        items = []
      } else if keys.insert(Int(byte & 0x3F)).inserted {
        items.append(ListItem(key: Int(byte & 0x3F), revision: Int(byte >> 6)))
      }
    }
    return ListSnapshot(sections: sections + [ListSnapshot.Section(key: -1, items: items)])
  }
}

extension ListSnapshot {
  /// Returns the items of each section after edits; those that are inserted, reloaded or updated
  /// are taken from another snapshot.
  fileprivate func applying(_ changes: ChangeSet, with new: ListSnapshot) -> [[ListItem]] {
    let movedSections = Dictionary(
      uniqueKeysWithValues: changes.movedSections.map { ($0.new, $0.old) })
    let gone = Set(changes.deletedSections + movedSections.values)
    var origins: [Int?] = sections.indices.filter { !gone.contains($0) }
    for section in (changes.insertedSections + movedSections.keys).sorted() {
      origins.insert(movedSections[section], at: min(section, origins.count))
    }
    let movedItems = Dictionary(uniqueKeysWithValues: changes.movedItems.map { ($0.new, $0.old) })
    let taken = Set(changes.deletedItems + movedItems.values)
    let updated = Set(changes.updatedItems + changes.reloadedItems)
    let inserted = Set(changes.insertedItems)
    return origins.enumerated().map { section, origin in
      guard let origin else { return new.sections[section].items }
      var paths: [ItemPath?] = sections[origin].items.indices
        .map { ItemPath(section: origin, item: $0) }.filter { !taken.contains($0) }
      let targets =
        (inserted.filter { $0.section == section }
        + movedItems.keys.filter { $0.section == section }).sorted { $0.item < $1.item }
      for target in targets {
        paths.insert(movedItems[target], at: min(target.item, paths.count))
      }
      return paths.enumerated().map { item, path in
        let fresh = new.sections[section].items
        guard let path, !updated.contains(path) else {
          return item < fresh.count ? fresh[item] : ListItem(key: .min)
        }
        return sections[path.section].items[path.item]
      }
    }
  }
}
