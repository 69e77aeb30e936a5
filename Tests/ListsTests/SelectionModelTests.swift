@testable import GalleyLists
import Testing

/// Selections from an anchor to a focus, without a list.
struct SelectionModelTests {
  private func model(
    from anchor: Int, to focus: Int, isReversed: Bool
  ) -> SelectionModel {
    var model = SelectionModel(isReversed: isReversed)
    model.begin(SelectionModel.Stretch(index: anchor, range: 3..<3), unit: .character)
    model.extend(to: SelectionModel.Stretch(index: focus, range: 5..<5))
    return model
  }

  private func map(deleting index: Int) -> IndexMap {
    IndexMap(oldCount: 10, departures: [index..<(index + 1)], arrivals: [], moves: [])
  }

  private func lengths(_ model: SelectionModel) -> [Int: Int] {
    var lengths: [Int: Int] = [:]
    for index in 0..<10 { lengths[index] = model.range(of: index, length: 8)?.count }
    return lengths
  }

  @Test(arguments: [(2, 6), (6, 2)], [false, true])
  func `an end in a deleted item moves to the end of the next selected item`(
    ends: (Int, Int), isReversed: Bool
  ) {
    var model = model(from: ends.0, to: ends.1, isReversed: isReversed)
    let before = lengths(model)
    model.follow(map(deleting: 2))
    // The items between keep their whole text, and the last keeps its part.
    #expect(lengths(model) == [2: 8, 3: 8, 4: 8, 5: before[6] ?? 0])

    model = self.model(from: ends.0, to: ends.1, isReversed: isReversed)
    model.follow(map(deleting: 6))
    #expect(lengths(model) == [2: before[2] ?? 0, 3: 8, 4: 8, 5: 8])
  }

  @Test(arguments: [(2, 6), (6, 2)], [false, true])
  func `deletions outside and inside of a selection keep its ends`(
    ends: (Int, Int), isReversed: Bool
  ) {
    var model = model(from: ends.0, to: ends.1, isReversed: isReversed)
    let before = lengths(model)
    model.follow(map(deleting: 9))
    #expect(lengths(model) == before)
    model.follow(map(deleting: 0))
    #expect(lengths(model) == [1: before[2] ?? 0, 2: 8, 3: 8, 4: 8, 5: before[6] ?? 0])
    model.follow(map(deleting: 3))
    #expect(lengths(model) == [1: before[2] ?? 0, 2: 8, 3: 8, 4: before[6] ?? 0])
  }

  @Test(arguments: [false, true])
  func `a selection whose only item is deleted has no text`(isReversed: Bool) {
    var model = model(from: 4, to: 4, isReversed: isReversed)
    #expect(lengths(model) == [4: 2])
    model.follow(map(deleting: 4))
    #expect(lengths(model).isEmpty)
  }

  @Test(arguments: [false, true])
  func `the movable end is at the start if it was put before the other one`(isReversed: Bool) {
    #expect(model(from: 2, to: 6, isReversed: isReversed).isFocusAtStart == isReversed)
    #expect(model(from: 6, to: 2, isReversed: isReversed).isFocusAtStart == !isReversed)
    // Within an item, offsets decide.
    #expect(!model(from: 4, to: 4, isReversed: isReversed).isFocusAtStart)
    var model = SelectionModel(isReversed: isReversed)
    model.begin(SelectionModel.Stretch(index: 4, range: 3..<6), unit: .word)
    model.extend(to: SelectionModel.Stretch(index: 4, range: 0..<2))
    #expect(model.isFocusAtStart)
    model.hold(movingStart: nil)
    #expect(model.anchor == SelectionModel.Stretch(index: 4, range: 6..<6))
    #expect(model.focus == SelectionModel.Stretch(index: 4, range: 0..<0))
    #expect(model.unit == .character)
    model.hold(movingStart: false)
    #expect(model.anchor == SelectionModel.Stretch(index: 4, range: 0..<0))
    #expect(model.focus == SelectionModel.Stretch(index: 4, range: 6..<6))
  }
}
