public import GalleyDisplay
public import GalleyScheduling
internal import Synchronization

/// Has what items show loaded when they come near, dropped when they go away, and shown when they are
/// about to be drawn.
///
/// A loading begins when an item enters the preload range and is canceled when it leaves it. What was
/// loaded is kept as long as the item is in that range, and shown with the first tick in which the item is
/// drawn and has a node: before that is drawn, if the loader has it at once.
@MainActor public final class Preloader<Loader: ItemLoader>: ItemPreloading {
  private struct Entry {
    var item: ListItem
    var state = LoadState<Loader.Content>()
    weak var node: DisplayNode?
    var cancellation: LoadCancellation?
    /// Which loading is under way, or was last; what others bring is not taken.
    var loading = 0
  }

  private let loader: Loader
  private let loop: DisplayLoop
  private var entries: [ElementID: Entry] = [:]
  private var loadings = 0

  /// Makes a preloader.
  ///
  /// - Parameters:
  ///   - loader: What loads.
  ///   - loop: The ticks in which what was loaded arrives.
  public init(_ loader: Loader, loop: DisplayLoop) {
    self.loader = loader
    self.loop = loop
  }

  /// How many items are being loaded.
  public var loadingCount: Int { entries.values.count { $0.state.isLoading } }

  /// Begins to load an item, or stops.
  public func list(_ list: ListView, _ element: Element, didEnter state: InterfaceState) {
    let isPreloaded = state >= .preload
    if entries[element.id] == nil, !isPreloaded { return }
    var entry = entries[element.id] ?? Entry(item: element.item)
    if entry.node == nil, let node = list.node(of: element.id) {
      entry.node = node
      _ = entry.state.takeNode()
    }
    let actions = entry.state.enter(isPreloaded: isPreloaded, isDisplayed: state >= .display)
    entries[element.id] = entry
    perform(actions, of: element.id)
    if !isPreloaded { entries[element.id] = nil }
  }

  /// Shows what is there of an item that has a node now.
  public func didMake(_ node: DisplayNode, of element: Element) {
    guard entries[element.id] != nil else { return }
    entries[element.id]?.node = node
    perform(entries[element.id]?.state.takeNode() ?? [], of: element.id)
  }

  /// Does nothing: what counts is the state of the item.
  public func didGive(_ state: InterfaceState, to node: DisplayNode, of element: ElementID) {}

  /// Takes note that nothing can be shown of an item.
  public func didDrop(_ element: ElementID) {
    entries[element]?.state.dropNode()
    entries[element]?.node = nil
  }

  /// Loads anew what has another version.
  public func follow(_ change: MapChange) {
    for refresh in change.refreshes where refresh.keepsElement {
      guard let element = change.new[refresh.new], let entry = entries[element.id],
        entry.item != element.item
      else { continue }
      entries[element.id]?.item = element.item
      perform(entries[element.id]?.state.renew() ?? [], of: element.id)
    }
  }

  private func perform(_ actions: [LoadState<Loader.Content>.Action], of id: ElementID) {
    for action in actions {
      guard let entry = entries[id] else { return }
      switch action {
      case .load:
        loadings += 1
        let number = loadings
        entries[id]?.loading = number
        let early = EarlyContent<Loader.Content>()
        let cancellation = loader.load(entry.item) { [weak self, loop] content in
          guard !early.keep(content) else { return }
          loop.perform(in: .finishedWork) { self?.finish(number, content, of: id) }
        }
        entries[id]?.cancellation = cancellation
        if let content = early.close() { finish(number, content, of: id) }
      case .cancel:
        entries[id]?.cancellation = nil
        entry.cancellation?.cancel()
      case .show(let content):
        if let node = entry.node { loader.show(content, of: entry.item, in: node) }
      }
    }
  }

  private func finish(_ number: Int, _ content: Loader.Content?, of id: ElementID) {
    guard entries[id]?.loading == number, let actions = entries[id]?.state.finish(content) else {
      return
    }
    entries[id]?.cancellation = nil
    perform(actions, of: id)
  }
}

/// What a loading brings before its beginning has returned: that is shown at once, and not with the next
/// tick, in which the item has been drawn without it.
private final class EarlyContent<Content: Sendable>: Sendable {
  private enum State {
    case open
    case kept(Content?)
    case closed
  }

  private let state = Mutex(State.open)

  /// Takes what was loaded, if it is early.
  func keep(_ content: Content?) -> Bool {
    state.withLock { state in
      guard case .open = state else { return false }
      state = .kept(content)
      return true
    }
  }

  /// Says that the beginning has returned.
  ///
  /// - Returns: What was loaded until then; `nil` if that is still to come.
  func close() -> Content?? {
    state.withLock { state in
      defer { state = .closed }
      if case .kept(let content) = state { return .some(content) }
      return nil
    }
  }
}

extension ListView {
  /// The node of an element, if it has one.
  func node(of element: ElementID) -> DisplayNode? {
    live.entries.first { $0.live.element == element }?.live.node
  }
}
