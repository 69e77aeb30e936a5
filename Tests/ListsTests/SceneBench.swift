import GalleyDisplay
import GalleyGeometry
@testable import GalleyLists
import GalleyScheduling

/// The layout of items of 50 points in a list of 100 by 400 points, without a list view.
@MainActor struct SceneBench {
  let environment: DisplayEnvironment
  let map: ElementMap
  var state: ListState
  var space = ListSpace(axis: .vertical, isReversed: false)

  init(_ count: Int, length: Double = 50) {
    let clock = ManualClock()
    environment = DisplayEnvironment(executor: ManualExecutor(clock: clock), clock: clock)
    map = Self.map(0..<count)
    state = ListState(estimate: length, pinnedEnds: [], stacksFromTail: false)
    state.apply(MapChange(of: map), lengths: (0..<count).map { ($0, length) }, keeping: .nothing)
    state.resize(length: 400, ends: ListState.Ends())
    _ = space.resize(to: Size(width: 100, height: 400), insets: .zero)
  }

  /// Returns a list of new elements with the given keys.
  static func map(_ keys: some Collection<Int>) -> ElementMap {
    let first = ElementID.reserve(max(1, keys.count))
    let elements = keys.enumerated().map { offset, key in
      ListElement(id: first.advanced(by: offset), item: ListItem(key: key))
    }
    return ElementMap(
      items: SummedTree(elements),
      sections: SummedTree([ElementMap.Section(context: nil, count: keys.count)]))
  }

  func scene(at time: Double = 0) -> ListScene {
    ListScene(state: state, space: space, time: time)
  }

  /// Returns a live item with a new node.
  func entry(_ index: Int, _ state: InterfaceState = .none) -> LiveItem {
    let (item, id) = (ListItem(key: index), map[index]?.id ?? .reserve())
    let entry = LiveItem(element: id, item: item, node: DisplayNode(environment: environment))
    entry.setState(state)
    return entry
  }

  /// Returns an item with a new measured node.
  func measured(_ index: Int) -> MeasuredItem<DisplayNode> {
    MeasuredItem(
      index: index, element: map[index]?.id ?? .reserve(),
      node: DisplayNode(environment: environment), size: Size(width: 100, height: 50),
      range: space.itemRange(arePages: false))
  }
}
