import GalleyGeometry
@testable import GalleyLists
import GalleyScheduling
import Testing

/// Fetches at the tail of a list that is empty at first.
@MainActor @Suite(.endsStages) struct ListFetchTests {
  /// Returns an empty list that receives items whenever it fetches at its tail.
  private func stage(bringing count: Int, _ update: ListUpdate = ListUpdate()) -> ListStage {
    let stage = ListStage([])
    stage.list.fetchEnds = [.tail]
    stage.delegate.whenFetching = { [unowned delegate = stage.delegate] end in
      #expect(delegate.fetches.count < 50)
      try? stage.change(update, to: 0..<(stage.source.items.count + count))
      stage.list.finishFetch(at: end)
    }
    return stage
  }

  private func run(_ stage: ListStage) {
    for _ in 0..<10 { stage.settle() }
    stage.run(1)
    for _ in 0..<10 { stage.settle() }
  }

  // G13: an empty list fetches once.
  @Test func `an empty list fetches once until that fetch finishes`() throws {
    let stage = ListStage([])
    stage.list.fetchEnds = [.tail]
    try stage.load()
    run(stage)
    // For any number of settlements.
    for height in [410.0, 420, 400] {
      stage.list.resize(to: Size(width: 100, height: height))
      run(stage)
    }
    #expect(stage.delegate.fetches == [.tail])
    stage.list.finishFetch(at: .tail)
    run(stage)
    #expect(stage.delegate.fetches == [.tail, .tail])
  }

  // G14: fetches continue until there is enough content.
  // G15: becoming visible fetches more.
  @Test(arguments: [true, false], [nil, ListAnimation.standard])
  func `an empty list fetches until its viewport and fetch distance are filled`(
    isVisible: Bool, animation: ListAnimation?
  ) throws {
    let stage = stage(bringing: 3, ListUpdate(animation: animation))
    stage.list.isVisible = isVisible
    try stage.load()
    run(stage)
    // 400 points, and 800 more if visible, by three items of 50 points.
    #expect(stage.source.items.count == (isVisible ? 27 : 9))
    stage.list.isVisible = true
    run(stage)
    #expect(stage.source.items.count == 27)
    #expect(stage.delegate.fetches.count == 9)
  }

  // G16: a large batch is fetched once.
  @Test func `a large enough batch is fetched only once`() throws {
    let stage = stage(bringing: 100)
    try stage.load()
    run(stage)
    #expect(stage.delegate.fetches == [.tail])
    #expect(stage.source.items.count == 100)
  }

  @Test func `a fling toward the end fetches before it gets there`() throws {
    let stage = ListStage(0..<200)
    stage.list.fetchEnds = [.tail]
    try stage.load()
    run(stage)
    #expect(stage.delegate.fetches.isEmpty)
    stage.list.fling(velocity: 19_000)
    stage.run(0.1)
    // It comes to rest near 9,490 of 10,000, within two viewports of the end.
    #expect(stage.list.offset < 3_000)
    #expect(stage.delegate.fetches == [.tail])
  }
}
