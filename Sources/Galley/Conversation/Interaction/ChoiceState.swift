/// The choice among the items of a menu or the buttons of a question, by pointer and keys.
struct ChoiceState: Equatable {
  /// An effect of an event.
  enum Effect: Equatable {
    /// Nothing is chosen; the highlight may have changed.
    case none
    /// The item at the index was chosen.
    case choose(Int)
    /// The choice was canceled.
    case cancel
  }

  /// Whether each item can be chosen.
  let isEnabled: [Bool]
  /// The index of the highlighted item.
  private(set) var highlighted: Int?
  /// Whether a pointer has been on an item since it was pressed.
  private var hasMoved = false

  init(isEnabled: [Bool], highlighted: Int? = nil) {
    (self.isEnabled, self.highlighted) = (isEnabled, highlighted)
  }

  /// Moves the highlight to the next item that can be chosen, around the ends.
  mutating func move(by step: Int) {
    let count = isEnabled.count
    guard isEnabled.contains(true), step != 0 else { return }
    var index = highlighted ?? (step > 0 ? -1 : count)
    repeat { index = (index + step + count) % count } while !isEnabled[index]
    highlighted = index
  }

  /// Moves the highlight to the first or last item that can be chosen.
  mutating func moveToEnd(_ isLast: Bool) {
    highlighted = isLast ? isEnabled.lastIndex(of: true) : isEnabled.firstIndex(of: true)
  }

  /// Highlights the item under a pointer; `nil` if there is none.
  ///
  /// A pointer beside the items leaves the highlight of a key alone until it has been on one.
  mutating func hover(_ index: Int?) {
    let index = index.flatMap { isEnabled[$0] ? $0 : nil }
    guard index != nil || hasMoved else { return }
    hasMoved = index != nil
    highlighted = index
  }

  /// Chooses the highlighted item.
  func activate() -> Effect { highlighted.map { .choose($0) } ?? .none }

  /// Handles a pointer lifted on an item; `nil` for a point beside them.
  func lift(on index: Int?) -> Effect {
    guard let index, isEnabled[index] else { return .none }
    return .choose(index)
  }
}
