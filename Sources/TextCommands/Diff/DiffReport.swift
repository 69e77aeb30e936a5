import GalleyCorpus
import GalleyPixels
import GalleySystem

/// The difference of two sides, in words and as a picture.
struct DiffReport {
  /// The words; empty if there is no difference.
  private(set) var lines: [MarkedLine] = []

  private let old: DiffSide
  private let new: DiffSide
  private let pictures: PictureDifference?

  /// The number of common lines that are shown around a change.
  private static let context = 2

  /// Compares two sides of one kind.
  init(from old: DiffSide, to new: DiffSide) {
    (self.old, self.new) = (old, new)
    pictures = try? PictureDifference(expected: old.picture.get(), actual: new.picture.get())
    lines = Self.texts(from: old.lines, to: new.lines)
    lines += layouts().map { MarkedLine($0) }
    lines += (pictures?.changes ?? []).map { MarkedLine($0) }
  }

  /// Whether there is no difference.
  var isEmpty: Bool { lines.isEmpty }

  /// Returns a picture of both sides and, if they differ, of the difference.
  ///
  /// - Throws: `Failure` if a side cannot be drawn or the picture is too large.
  func sheet() throws -> Bitmap {
    let (before, after) = (try old.picture.get(), try new.picture.get())
    do {
      return try pictures?.sheet() ?? PictureDifference.sheet(of: [before, after])
    } catch {
      throw Failure("the picture of both sides: \(error)")
    }
  }

  /// Returns the differences of the layouts in words.
  private func layouts() -> [String] {
    var words: [String] = []
    if old.layouts.count != new.layouts.count {
      let noun = new.layouts.count == 1 ? "layout" : "layouts"
      words.append("\(new.layouts.count) \(noun), not \(old.layouts.count)")
    }
    let isOne = old.layouts.count == 1 && new.layouts.count == 1
    for (index, (before, after)) in zip(old.layouts, new.layouts).enumerated() {
      var changes = after.layout.changes(from: before.layout)
      if changes.isEmpty, index < old.values.count, old.values[index] != new.values[index] {
        changes = ["differs by less than 1/64 of a point, or in its other members"]
      }
      if before.name != after.name {
        changes.insert("in place of \(before.name.isEmpty ? "one without id" : before.name)", at: 0)
      }
      let name = after.name.isEmpty ? "line \(index + 1)" : after.name
      words += changes.map { isOne ? $0 : "\(name): \($0)" }
    }
    return words
  }

  /// Returns the lines that differ, with a few common ones around them.
  private static func texts(from old: [String], to new: [String]) -> [MarkedLine] {
    guard old != new else { return [] }
    let rows = TextDifference(
      expected: old.joined(separator: "\n"), actual: new.joined(separator: "\n")
    ).marked()
    var result: [MarkedLine] = []
    var last: Int?
    for (index, row) in rows.enumerated() {
      let near = rows[max(0, index - context)..<min(rows.count, index + context + 1)]
      guard near.contains(where: { $0.mark != .common }) else { continue }
      if last ?? -1 != index - 1 { result.append(MarkedLine("  …")) }
      last = index
      switch row.mark {
      case .common: result.append(MarkedLine("  \(row.line)"))
      case .removed: result.append(MarkedLine("- \(row.line)", .removed))
      case .added: result.append(MarkedLine("+ \(row.line)", .added))
      }
    }
    return result
  }
}
