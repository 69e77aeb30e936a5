import GalleyDisplay
@testable import GalleyLists
import Testing

/// The states of loads, and of floating headers.
@MainActor @Suite struct ItemStateTests {
  // MARK: Loads

  private func names(_ actions: [LoadState<Int>.Action]) -> [String] {
    actions.map { action in
      switch action {
      case .load: "load"
      case .cancel: "cancel"
      case .show(let content): "show \(content)"
      }
    }
  }

  @Test func `content is loaded once, and shown once when its item is drawn`() {
    var state = LoadState<Int>()
    #expect(!state.isLoading)
    #expect(names(state.finish(5)) == [])
    #expect(names(state.enter(isPreloaded: true, isDisplayed: false)) == ["load"])
    #expect(state.isLoading)
    #expect(names(state.enter(isPreloaded: true, isDisplayed: true)) == [])
    #expect(names(state.finish(7)) == [] && !state.isLoading)
    #expect(names(state.takeNode()) == ["show 7"])
    // The load has ended.
    #expect(names(state.finish(8)) == [])
    #expect(names(state.enter(isPreloaded: true, isDisplayed: true)) == [])
    // Another node shows it again.
    state.dropNode()
    #expect(names(state.enter(isPreloaded: true, isDisplayed: true)) == [])
    #expect(names(state.takeNode()) == ["show 7"])
    #expect(names(state.takeNode()) == ["show 7"])
  }

  @Test func `only a load in flight is canceled`() {
    var state = LoadState<Int>()
    #expect(names(state.enter(isPreloaded: false, isDisplayed: false)) == [])
    _ = state.enter(isPreloaded: true, isDisplayed: false)
    #expect(names(state.renew()) == ["cancel", "load"])
    #expect(names(state.enter(isPreloaded: false, isDisplayed: false)) == ["cancel"])
    _ = state.enter(isPreloaded: true, isDisplayed: false)
    _ = state.finish(7)
    #expect(names(state.renew()) == ["load"] && state.isLoading)
    // A failed load is repeated when the item comes near again.
    #expect(names(state.finish(nil)) == [] && !state.isLoading)
    #expect(names(state.enter(isPreloaded: true, isDisplayed: false)) == [])
    #expect(names(state.enter(isPreloaded: false, isDisplayed: false)) == [])
    #expect(names(state.enter(isPreloaded: true, isDisplayed: false)) == ["load"])
  }

  // MARK: Headers

  private func isClose(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-9 }

  @Test func `floating headers appear with scrolling and disappear after it`() {
    var flash = HeaderFlash()
    #expect(flash.opacity == 0 && !flash.isRunning)
    flash.advance(to: 1)
    #expect(flash.opacity == 0 && !flash.isRunning)
    flash.begin()
    #expect(flash.isRunning)
    flash.advance(to: 1.15)
    #expect(isClose(flash.opacity, 0.5) && flash.isRunning)
    flash.advance(to: 2)
    // They stay while the list scrolls.
    #expect(flash.opacity == 1 && !flash.isRunning)
    flash.end(at: 2)
    flash.end(at: 9)
    #expect(flash.isRunning)
    flash.advance(to: 2.3)
    #expect(flash.opacity == 1 && flash.isRunning)
    flash.advance(to: 2.45)
    #expect(isClose(flash.opacity, 0.5) && flash.isRunning)
    flash.advance(to: 2.7)
    #expect(flash.opacity == 0 && !flash.isRunning)
  }

  @Test func `headers that flash are visible for the given time`() {
    var flash = HeaderFlash()
    flash.advance(to: 1)
    flash.show(for: 2, at: 1)
    flash.advance(to: 1.15)
    #expect(isClose(flash.opacity, 0.5))
    flash.advance(to: 3)
    #expect(flash.opacity == 1 && flash.isRunning)
    flash.advance(to: 3.15)
    #expect(isClose(flash.opacity, 0.5))
    flash.advance(to: 3.4)
    #expect(flash.opacity == 0 && !flash.isRunning)
  }

  @Test func `headers are in the first lane, and have a valid length`() {
    #expect(ListHeader.ID(id: 4) == ListHeader.ID(lane: 0, id: 4))
    for (length, valid) in [(20.0, 20.0), (0.5, 0.5), (-3, 0), (.nan, 0), (.infinity, 0)] {
      let header = ListHeader(id: 4, length: length) { DisplayNode(environment: $0) }
      #expect(header.id == ListHeader.ID(lane: 0, id: 4))
      #expect(header.length == valid)
    }
  }
}
