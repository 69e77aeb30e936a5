/// Where the loading of one item's content is.
///
/// It only decides; a ``Preloader`` does what it says.
struct LoadState<Content: Sendable>: Sendable {
  /// What is to be done.
  enum Action: Sendable {
    /// Loading begins.
    case load
    /// The loading under way ends.
    case cancel
    /// The content is to be shown.
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

  /// Whether a loading is under way.
  var isLoading: Bool {
    if case .loading = progress { return true }
    return false
  }

  /// Takes note of the state that the item is in.
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

  /// Takes what the loading brought that is under way.
  mutating func finish(_ content: Content?) -> [Action] {
    guard isLoading else { return [] }
    progress = content.map { .loaded($0) } ?? .failed
    return show()
  }

  /// Takes note that something else is to be loaded.
  mutating func renew() -> [Action] {
    let wasLoading = isLoading
    progress = .loading
    return (wasLoading ? [.cancel] : []) + [.load]
  }

  /// Takes note that there is a node, or another one.
  mutating func takeNode() -> [Action] {
    hasNode = true
    if case .shown(let content) = progress { progress = .loaded(content) }
    return show()
  }

  /// Takes note that there is no node.
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
