public import GalleyGeometry
public import GalleyRichMessages
public import GalleyRichTypesetting
internal import GalleyStreaming
internal import Synchronization

/// A layout of a message that grows.
///
/// It is immutable, can be shared between threads, and shares with earlier layouts what did not
/// change. ``StreamingText/layout()`` returns it.
public final class StreamingLayout: Sendable {
  /// The size, in points.
  public var size: Size { root.size }
  /// The height of the part at the top that later layouts share, in points.
  ///
  /// Unless the message is replaced, or a definition of a link comes that the part refers to, text
  /// that is appended does not change it.
  public let stableHeight: Double

  /// The y coordinate from which the layout differs from the one that was made before it, in
  /// points.
  ///
  /// A host that keeps pictures of the message paints those below again.
  public let changedFrom: Double

  /// Whether the message is laid out from right to left.
  package var isRightToLeft: Bool { typesetter.isRightToLeft }
  /// The box that contains everything.
  package let root: BlockBox
  private let closed: ChunkedList<StreamingPart>
  private let tail: Tail
  private let typesetter: BlockTypesetter
  private let isPartial: Bool
  private let whole = Mutex<RichLayout?>(nil)

  /// The blocks behind the closed ones.
  enum Tail: Sendable {
    case typeset([TypesetBlock])
    /// An open block, which is typeset as a whole when it is asked for.
    case growing(ShownBlock)
  }

  init(
    root: BlockBox, closed: ChunkedList<StreamingPart>, tail: Tail,
    stableHeight: Double, changedFrom: Double, typesetter: BlockTypesetter, isPartial: Bool = false
  ) {
    self.root = root
    self.closed = closed
    self.tail = tail
    self.stableHeight = stableHeight
    self.changedFrom = changedFrom
    self.typesetter = typesetter
    self.isPartial = isPartial
  }

  private var blocks: [TypesetBlock] {
    let complete = closed.flatMap(\.blocks)
    switch tail {
    case .typeset(let blocks): return complete + blocks
    case .growing(let shown):
      return complete
        + typesetter.typeset(
          [shown.block], from: complete.count,
          spoilers: complete.last?.spoilers.upperBound ?? 0, isOpen: true)
    }
  }

  /// The message as it is shown.
  ///
  /// - Complexity: O(*n*) in the number of blocks.
  public var message: RichMessage {
    RichMessage(
      blocks.map(\.block), isRightToLeft: typesetter.isRightToLeft, isPartial: isPartial)
  }

  /// Returns the number of complete blocks of an earlier layout that this one shows elsewhere, or
  /// has laid out again.
  ///
  /// - Complexity: O(*n*) in the number of blocks.
  public func movedBlocks(since earlier: StreamingLayout) -> Int {
    var (count, above) = (0, (0.0, 0.0))
    for (index, part) in earlier.closed.enumerated() {
      guard index < closed.count else { return count + part.blocks.count }
      let own = closed[index]
      let isSame =
        above.0 == above.1 && own.blocks.count == part.blocks.count
        && zip(own.blocks, part.blocks).allSatisfy { $0.box === $1.box }
      if !isSame { count += part.blocks.count }
      above = (own.stack.height, part.stack.height)
    }
    return count
  }

  /// The layout for queries such as hit tests, made when it is first used.
  ///
  /// - Complexity: O(*n*) in the number of blocks, the first time.
  public var layout: RichLayout {
    whole.withLock { whole in
      if let whole { return whole }
      let layout = typesetter.layout(of: blocks)
      whole = layout
      return layout
    }
  }
}
