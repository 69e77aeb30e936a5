package import GalleyDisplay
internal import GalleyGeometry

/// A row at an end of a conversation that is being loaded: dots, or a notice that loading failed.
@MainActor package final class LoadingRow {
  /// The height of the row, in points.
  package nonisolated static let height = 48.0

  /// The node of the row.
  package let node: DisplayNode
  /// Whether the row shows that loading failed.
  package private(set) var hasFailed = false
  /// Called when the reader asks to try again.
  package var onRetry: (@MainActor () -> Void)?

  private let gestures = GestureRecognizer()

  /// Creates a row that shows dots.
  package init(environment: DisplayEnvironment) {
    node = DisplayNode(environment: environment)
    node.name = "loading"
    gestures.onTap = { [weak self] _ in
      if let self, hasFailed { onRetry?() }
    }
    node.pointerHandler = gestures
  }

  /// Shows dots, or the notice.
  ///
  /// - Parameters:
  ///   - hasFailed: Whether loading has failed.
  ///   - rows: The conversation, for its style and width.
  package func show(hasFailed: Bool, of rows: ChatRows) {
    self.hasFailed = hasFailed
    for part in node.subnodes { part.removeFromSupernode() }
    let width = rows.style.width
    node.frame.size = Size(width: width, height: Self.height)
    if hasFailed {
      let words = rows.style.words
      let notice = DayHeader(words.loadingFailed + " " + words.tryAgain, of: rows)
      let part = notice.makeNode(environment: node.environment)
      part.frame.origin.y = ((Self.height - notice.height - ChatMetrics.gap) / 2).rounded()
      node.addSubnode(part)
    } else {
      let pill = DisplayNode(environment: node.environment)
      pill.frame = Rect(x: ((width - 36) / 2).rounded(), y: 6, width: 36, height: 36)
      pill.cornerRadii = CornerRadii(18)
      pill.backgroundColor = rows.style.pill
      let dots = PulsingDots.makeNode(.ring, color: .white, environment: node.environment)
      dots.frame.origin = Point(x: 6, y: 6)
      pill.addSubnode(dots)
      node.addSubnode(pill)
    }
  }
}
