internal import GalleyBasics

/// The limits of a rich message, enforced while it is read.
public struct RichMessageLimits: Hashable, Sendable {
  /// The treatment of a message that exceeds a limit.
  public enum Behavior: Hashable, Sendable {
    /// Throws ``RichMessageError/limitExceeded(_:maximum:place:)``.
    case refuse
    /// Keeps the blocks before the one that exceeds the limit, and sets ``RichMessage/isPartial``.
    case clip
  }

  /// The maximum number of characters: Unicode scalars of texts, of formulas in LaTeX, and of the
  /// alternatives of custom emoji.
  public var characters = Limits.RichMessages.characters
  /// The maximum number of blocks, including nested ones, list items and table rows.
  public var blocks = Limits.RichMessages.blocks
  /// The maximum depth of nesting, of blocks and of texts in them together.
  ///
  /// Values above ``deepest`` count as ``deepest``.
  public var depth = Limits.RichMessages.depth
  /// The maximum number of photos, videos, animations, audio files, voice notes and documents.
  public var media = Limits.RichMessages.media
  /// The maximum number of columns of a table, counting spans.
  public var columns = Limits.RichMessages.columns
  /// The maximum number of table cells.
  public var cells = Limits.RichMessages.cells
  /// The maximum number of formulas.
  public var formulas = Limits.RichMessages.formulas
  /// The maximum length of a formula, in characters.
  public var formulaLength = Limits.Formulas.length
  /// The treatment of a message that exceeds a limit.
  public var behavior: Behavior

  /// The greatest depth that can be set.
  public static let deepest = Limits.RichMessages.greatestDepth

  /// Creates Telegram's limits.
  public init(_ behavior: Behavior = .refuse) { self.behavior = behavior }

  /// Telegram's limits; messages that exceed them are refused.
  public static let telegram = RichMessageLimits()
  /// Telegram's limits; messages that exceed them are cut off at a block.
  public static let clipped = RichMessageLimits(.clip)
}

/// A charge that exceeds a limit.
struct LimitExceeded: Error {
  let limit: RichMessageError.Limit
  let maximum: Int

  /// Returns the error at a place.
  func error(at place: RichMessageError.Place) -> RichMessageError {
    .limitExceeded(limit, maximum: maximum, place: place)
  }
}

/// The counts of a message that is being read.
struct LimitCounter {
  let limits: RichMessageLimits
  /// Whether the rest of the message is skipped because a limit was reached.
  private(set) var isClipped = false
  private var characters = 0
  private var blocks = 0
  private var media = 0
  private var cells = 0
  private var formulas = 0
  /// The current depth of nesting.
  private(set) var depth = 0

  init(_ limits: RichMessageLimits) { self.limits = limits }

  /// Counts the scalars of a string.
  mutating func charge(text: String) throws(LimitExceeded) {
    let bytes = text.utf8.span
    var count = 0
    for index in bytes.indices where bytes[index] & 0xC0 != 0x80 { count += 1 }
    try Self.add(count, to: &characters, .characters, limits.characters)
  }

  /// Counts a block, an item or a row.
  mutating func chargeBlock() throws(LimitExceeded) {
    try Self.add(1, to: &blocks, .blocks, limits.blocks)
  }

  /// Reverts the count of a block that turned out empty.
  mutating func dischargeBlock() { blocks -= 1 }

  /// Counts a media block.
  mutating func chargeMedia() throws(LimitExceeded) {
    try Self.add(1, to: &media, .media, limits.media)
  }

  /// Counts the cells of a row.
  mutating func charge(cells count: Int) throws(LimitExceeded) {
    try Self.add(count, to: &cells, .cells, limits.cells)
  }

  /// Counts a formula and its characters.
  mutating func charge(formula: String) throws(LimitExceeded) {
    try check(formula: formula)
    try charge(text: formula)
  }

  /// Counts a formula whose text has been counted.
  mutating func check(formula: String) throws(LimitExceeded) {
    guard formula.unicodeScalars.count <= limits.formulaLength else {
      throw LimitExceeded(limit: .formulaLength, maximum: limits.formulaLength)
    }
    try Self.add(1, to: &formulas, .formulas, limits.formulas)
  }

  /// Checks the number of columns of a table.
  func check(_ table: RichBlock.Table) throws(LimitExceeded) {
    let limit = min(limits.columns, RichBlock.Table.Grid.columnLimit)
    let isSimple = table.rows.allSatisfy { cells in
      cells.count <= limit && cells.allSatisfy { $0.columnSpan == 1 && $0.rowSpan == 1 }
    }
    if isSimple { return }
    let grid = table.grid
    let isPlaced = grid.places.count == table.rows.reduce(0) { $0 + $1.count }
    // Spans clipped by cells above them count as they are written.
    let widest = grid.places.map { place in
      place.columns.lowerBound.addingReportingOverflow(
        table.rows[place.row][place.index].columnSpan)
    }
    guard isPlaced, widest.allSatisfy({ !$0.overflow && $0.partialValue <= limit }) else {
      throw LimitExceeded(limit: .columns, maximum: limit)
    }
  }

  /// Enters a level of nesting.
  mutating func enter() throws(LimitExceeded) {
    let limit = min(limits.depth, RichMessageLimits.deepest)
    guard depth < limit else { throw LimitExceeded(limit: .depth, maximum: limit) }
    depth += 1
  }

  /// Leaves a level of nesting.
  mutating func leave() { depth -= 1 }

  /// Decides on a refused charge.
  ///
  /// - Returns: Whether the rest of the message is skipped, rather than the message refused.
  mutating func clips(_ error: RichMessageError) -> Bool {
    guard case .limitExceeded = error, limits.behavior == .clip else { return false }
    isClipped = true
    return true
  }

  /// Skips the rest of the message.
  mutating func clip() { isClipped = true }

  private static func add(
    _ count: Int, to sum: inout Int, _ limit: RichMessageError.Limit, _ maximum: Int
  ) throws(LimitExceeded) {
    guard count <= maximum - sum else { throw LimitExceeded(limit: limit, maximum: maximum) }
    sum += count
  }
}
