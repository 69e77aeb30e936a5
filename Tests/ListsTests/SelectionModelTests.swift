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

  private func map(deleting range: Range<Int>) -> IndexMap {
    IndexMap(oldCount: 10, departures: [range], arrivals: [], moves: [])
  }

  @Test(arguments: [(2, 6), (6, 2)], [false, true])
  func `a selection is cleared if its items are deleted up to an end of the list`(
    ends: (Int, Int), isReversed: Bool
  ) {
    for range in [0..<7, 2..<10, 0..<10] {
      var model = model(from: ends.0, to: ends.1, isReversed: isReversed)
      model.follow(map(deleting: range))
      #expect(model.anchor == nil && model.focus == nil)
      #expect(model.isEmpty && model.ends == nil && model.items == nil)
    }
    // Only a part of it.
    for (range, items) in [(0..<6, 0...0), (3..<10, 2...2), (1..<6, 1...1), (3..<9, 2...2)] {
      var model = model(from: ends.0, to: ends.1, isReversed: isReversed)
      model.follow(map(deleting: range))
      #expect(model.items == items)
    }
  }

  @Test func `words extend a selection at both of its ends, within an item and beyond it`() {
    var model = SelectionModel()
    func end(_ index: Int, _ offset: Int) -> ListSelection.Position {
      ListSelection.Position(index: index, offset: offset)
    }
    model.begin(SelectionModel.Stretch(index: 4, range: 5..<9), unit: .word)
    #expect(model.ends.map { [$0.start, $0.end] } == [end(4, 5), end(4, 9)])
    #expect(!model.isFocusAtStart)
    model.extend(to: SelectionModel.Stretch(index: 4, range: 10..<12))
    #expect(model.ends.map { [$0.start, $0.end] } == [end(4, 5), end(4, 12)])
    model.extend(to: SelectionModel.Stretch(index: 4, range: 0..<3))
    #expect(model.ends.map { [$0.start, $0.end] } == [end(4, 0), end(4, 9)])
    model.extend(to: SelectionModel.Stretch(index: 5, range: 1..<2))
    #expect(model.ends.map { [$0.start, $0.end] } == [end(4, 5), end(5, 2)])
    model.extend(to: SelectionModel.Stretch(index: 3, range: 1..<2))
    #expect(model.ends.map { [$0.start, $0.end] } == [end(3, 1), end(4, 9)])
    #expect(model.range(of: 3, length: 8) == 1..<8)
    #expect(model.range(of: 4, length: 8) == 0..<8)
    #expect(model.range(of: 2, length: 8) == nil && model.range(of: 5, length: 8) == nil)
    // Nothing of an item whose text ends before the selection begins.
    #expect(model.range(of: 3, length: 1) == nil)
  }

  @Test func `a selection without an anchor starts where it is extended to`() {
    var model = SelectionModel()
    #expect(model.isEmpty && !model.isFocusAtStart)
    model.hold(movingStart: true)
    #expect(model.anchor == nil)
    let stretch = SelectionModel.Stretch(index: 4, range: 3..<3)
    model.extend(to: stretch)
    #expect(model.anchor == stretch && model.focus == stretch && model.isEmpty)
    model.clear()
    #expect(model.anchor == nil && model.focus == nil)
  }
}
