internal import GalleyDisplay
internal import GalleyScheduling
internal import Synchronization

/// A preloader that loads the content of items near the viewport, and shows it when they are drawn.
///
/// A load starts when an item enters the preload range, and is canceled when it leaves. The content
/// is kept while the item is in that range, and shown in the first tick in which the item is in the
/// display range and has a node: before the node is drawn, if the loader returns the content
/// synchronously.
@MainActor final class Preloader<Loader: ItemLoader>: ItemPreloading {
  private struct Entry {
    var item: ListItem
    var state = LoadState<Loader.Content>()
    weak var node: DisplayNode?
    var cancel: (@Sendable () -> Void)?
    /// The number of the current or last load; the results of others are ignored.
    var loading = 0
  }

  private let loader: Loader
  private let loop: DisplayLoop
  private var entries: [ElementID: Entry] = [:]
  private var loadings = 0

  /// Creates a preloader.
  ///
  /// - Parameters:
  ///   - loader: The loader.
  ///   - loop: The display loop in whose ticks content is delivered.
  init(_ loader: Loader, loop: DisplayLoop) {
    self.loader = loader
    self.loop = loop
  }

  /// Starts or cancels the load of an item.
  func item(_ element: ListElement, with node: DisplayNode?, didEnter state: InterfaceState) {
    let isPreloaded = state >= .preload
    if entries[element.id] == nil, !isPreloaded { return }
    var entry = entries[element.id] ?? Entry(item: element.item)
    if entry.node == nil, let node {
      entry.node = node
      _ = entry.state.takeNode()
    }
    let actions = entry.state.enter(isPreloaded: isPreloaded, isDisplayed: state >= .display)
    entries[element.id] = entry
    perform(actions, of: element.id)
    if !isPreloaded { entries[element.id] = nil }
  }

  /// Shows available content in a new node.
  func didMake(_ node: DisplayNode, of element: ListElement) {
    guard entries[element.id] != nil else { return }
    entries[element.id]?.node = node
    perform(entries[element.id]?.state.takeNode() ?? [], of: element.id)
  }

  /// Detaches the node of an item.
  func didDrop(_ element: ElementID) {
    entries[element]?.state.dropNode()
    entries[element]?.node = nil
  }

  /// Reloads items that have a new version.
  func follow(_ change: MapChange) {
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
        let early = SynchronousContent<Loader.Content>()
        let cancel = loader.load(entry.item) { [weak self, loop] content in
          guard !early.keep(content) else { return }
          loop.perform(in: .finishedWork) { self?.finish(number, content, of: id) }
        }
        entries[id]?.cancel = cancel
        if let content = early.close() { finish(number, content, of: id) }
      case .cancel:
        entries[id]?.cancel = nil
        entry.cancel?()
      case .show(let content):
        if let node = entry.node { loader.show(content, of: entry.item, in: node) }
      }
    }
  }

  private func finish(_ number: Int, _ content: Loader.Content?, of id: ElementID) {
    guard entries[id]?.loading == number, let actions = entries[id]?.state.finish(content) else {
      return
    }
    entries[id]?.cancel = nil
    perform(actions, of: id)
  }
}

extension ItemLoader {
  /// Returns a preloader that uses this loader.
  @MainActor func preloader(in loop: DisplayLoop) -> any ItemPreloading {
    Preloader(self, loop: loop)
  }
}

/// The content that a loader returns before `load` has returned.
///
/// It is shown immediately instead of in the next tick, by which time the item would have been
/// drawn without it.
private final class SynchronousContent<Content: Sendable>: Sendable {
  private enum State {
    case open
    case kept(Content?)
    case closed
  }

  private let state = Mutex(State.open)

  /// Keeps the content if `load` has not returned, and returns whether it has been kept.
  func keep(_ content: Content?) -> Bool {
    state.withLock { state in
      guard case .open = state else { return false }
      state = .kept(content)
      return true
    }
  }

  /// Marks `load` as returned.
  ///
  /// - Returns: The content delivered so far; `nil` if it is still pending.
  func close() -> Content?? {
    state.withLock { state in
      defer { state = .closed }
      if case .kept(let content) = state { return .some(content) }
      return nil
    }
  }
}
