internal import GalleyAccessibility
internal import GalleyDBus

/// A difference between two snapshots, which is reported to screen readers.
enum TreeChange: Hashable, Sendable {
  /// A child was added to or removed from an object.
  case added(String, to: String, index: Int)
  case removed(String, from: String, index: Int)
  /// A state was set or cleared.
  case state(String, of: String, isSet: Bool)
  case name(String, of: String)
  case details(String, of: String)
  /// Text was inserted or deleted, at a code point.
  case inserted(String, at: Int, of: String)
  case deleted(String, at: Int, of: String)
  case caret(Int, of: String)
  case selection(of: String)
  /// An entry of a live region is to be announced.
  case announcement(String, of: String)
}

extension TreeChange {
  /// The most entries of a live region that are announced at once.
  static let announcementLimit = 4

  /// Returns the differences between two snapshots, in the order in which they are reported.
  @MainActor static func changes(from old: ObjectTree, to new: ObjectTree) -> [TreeChange] {
    var changes: [TreeChange] = []
    // Children are removed from the last to the first, so that the indices are those of the moment.
    for node in old.nodes.reversed() where new.node(at: node.path) == nil {
      guard let parent = node.parent, new.node(at: old.nodes[parent].path) != nil else { continue }
      changes.append(.removed(node.path, from: old.nodes[parent].path, index: node.index))
    }
    for node in new.nodes {
      guard let before = old.node(at: node.path) else {
        guard let parent = node.parent, old.node(at: new.nodes[parent].path) != nil else {
          continue
        }
        changes.append(.added(node.path, to: new.nodes[parent].path, index: node.index))
        continue
      }
      changes += Self.changes(from: old.nodes[before], to: node)
    }
    return changes + announcements(from: old, to: new)
  }

  private static func changes(
    from old: ObjectTree.Node, to new: ObjectTree.Node
  ) -> [TreeChange] {
    let path = new.path
    var changes: [TreeChange] = []
    for (state, name) in ProtocolStates.reported {
      let isSet = new.states.contains(state)
      if isSet != old.states.contains(state) {
        changes.append(.state(name, of: path, isSet: isSet))
      }
    }
    if new.object.name != old.object.name { changes.append(.name(new.object.name, of: path)) }
    if new.object.details != old.object.details {
      changes.append(.details(new.object.details, of: path))
    }
    guard let text = new.object.text, let before = old.object.text else { return changes }
    changes += Self.changes(from: before.string, to: text.string, of: path)
    if let caret = text.caretIndex, caret != before.caretIndex {
      changes.append(.caret(caret, of: path))
    }
    if text.selectedRange != before.selectedRange { changes.append(.selection(of: path)) }
    return changes
  }

  /// Returns the deletion and insertion that change one text to another, between their common
  /// beginning and end.
  private static func changes(
    from old: String, to new: String, of path: String
  ) -> [TreeChange] {
    guard old != new || !old.utf8.elementsEqual(new.utf8) else { return [] }
    let (before, after) = (Array(old.unicodeScalars), Array(new.unicodeScalars))
    let shorter = min(before.count, after.count)
    var start = 0
    while start < shorter, before[start] == after[start] { start += 1 }
    var end = 0
    while end < shorter - start,
      before[before.count - 1 - end] == after[after.count - 1 - end]
    { end += 1 }
    func text(_ scalars: [Unicode.Scalar]) -> String {
      String(String.UnicodeScalarView(scalars[start..<scalars.count - end]))
    }
    let (deleted, inserted) = (text(before), text(after))
    return (deleted.isEmpty ? [] : [.deleted(deleted, at: start, of: path)])
      + (inserted.isEmpty ? [] : [.inserted(inserted, at: start, of: path)])
  }

  /// Returns the announcements of entries that follow the last known one of a live region.
  @MainActor private static func announcements(
    from old: ObjectTree, to new: ObjectTree
  ) -> [TreeChange] {
    new.nodes.flatMap { node -> [TreeChange] in
      guard let live = node.object.live, let index = old.node(at: node.path),
        let before = old.nodes[index].object.live, live.entries.last != before.entries.last
      else { return [] }
      // An empty region has no last entry. If it is unknown, everything was replaced.
      let known = before.entries.last.map { live.entries.lastIndex(of: $0) } ?? -1
      guard let known else { return [] }
      return live.entries.dropFirst(known + 1).suffix(announcementLimit).compactMap { entry in
        live.announcement(entry).map { .announcement($0, of: node.path) }
      }
    }
  }
}
