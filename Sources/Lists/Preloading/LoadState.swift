/// The state machine of loading one item's content.
///
/// It only decides; a ``Preloader`` performs its actions.
struct LoadState<Content: Sendable>: Sendable {
  /// An action to perform.
  enum Action: Sendable {
    /// Start loading.
    case load
    /// Cancel the load in flight.
    case cancel
    /// Show the content.
    case show(Content)
  }

  private enum Progress: Sendable {
    case idle
    case loading
    case failed
    case loaded(Content)
    case shown(Content)
  }

  private var progress = Progress.idle
  private var isDisplayed = false
  private var hasNode = false

  /// Whether a load is in flight.
  var isLoading: Bool {
    if case .loading = progress { return true }
    return false
  }

  /// Updates the state for the item's interface state.
  mutating func enter(isPreloaded: Bool, isDisplayed: Bool) -> [Action] {
    self.isDisplayed = isDisplayed
    guard isPreloaded else {
      let wasLoading = isLoading
      progress = .idle
      return wasLoading ? [.cancel] : []
    }
    if case .idle = progress {
      progress = .loading
      return [.load]
    }
    return show()
  }

  /// Takes the result of the load in flight.
  mutating func finish(_ content: Content?) -> [Action] {
    guard isLoading else { return [] }
    progress = content.map { .loaded($0) } ?? .failed
    return show()
  }

  /// Restarts loading because the item has a new version.
  mutating func renew() -> [Action] {
    let wasLoading = isLoading
    progress = .loading
    return (wasLoading ? [.cancel] : []) + [.load]
  }

  /// Updates the state for a new node.
  mutating func takeNode() -> [Action] {
    hasNode = true
    if case .shown(let content) = progress { progress = .loaded(content) }
    return show()
  }

  /// Updates the state for a removed node.
  mutating func dropNode() {
    hasNode = false
    if case .shown(let content) = progress { progress = .loaded(content) }
  }

  private mutating func show() -> [Action] {
    guard isDisplayed, hasNode, case .loaded(let content) = progress else { return [] }
    progress = .shown(content)
    return [.show(content)]
  }
}
