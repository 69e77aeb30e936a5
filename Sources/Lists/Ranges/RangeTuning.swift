/// How much is kept ready around what is seen.
public enum RangeMode: UInt8, CaseIterable, Sendable {
  /// Little: nobody has scrolled yet.
  case minimum
  /// As much as scrolling needs.
  case full
  /// What is seen, and nothing else.
  case visibleOnly
  /// What is seen; and off screen no bitmaps, whatever the tuning says.
  case lowMemory
  /// A fixed stretch in points on both sides, whichever way is scrolled, as Telegram's lists have it.
  case inset
}

/// What a range is kept ready for.
public enum RangeKind: UInt8, CaseIterable, Sendable {
  /// Items are measured.
  case measure
  /// What items show is loaded.
  case preload
  /// Items are drawn.
  case display
}

/// How far a range reaches beyond the viewport.
public struct RangeReach: Hashable, Sendable {
  /// What a reach is counted in.
  public enum Unit: Hashable, Sendable {
    /// Extents of the viewport along the axis.
    case screenfuls
    /// Points.
    case points
  }

  /// What the two figures are counted in.
  public let unit: Unit
  /// How far the range reaches to where is scrolled.
  public let leading: Double
  /// How far the range reaches to where was scrolled from.
  public let trailing: Double

  /// Makes a reach, in which a figure that is negative or no number counts as 0.
  public init(leading: Double, trailing: Double, unit: Unit = .screenfuls) {
    self.unit = unit
    self.leading = leading > 0 ? leading : 0
    self.trailing = trailing > 0 ? trailing : 0
  }

  /// A range that is the viewport itself.
  public static let zero = RangeReach(leading: 0, trailing: 0)

  /// How many points the range reaches to both sides of a viewport of some extent.
  func points(along extent: Double) -> (leading: Double, trailing: Double) {
    let scale = unit == .screenfuls ? extent : 1
    return (leading * scale, trailing * scale)
  }
}

/// How far each range reaches in each mode.
public struct RangeTuning: Hashable, Sendable {
  /// The reach of Telegram's lists, in points to each side.
  public static let telegramInset = 500.0

  private var reaches: [RangeReach]

  /// Makes the tuning that lists have unless told otherwise.
  ///
  /// In screenfuls, leading and trailing: measured 3 and 2, preloaded 2.5 and 1.5, drawn 1 and 0.5;
  /// and before anybody scrolled measured 1 and 0.5, preloaded 0.5 and 0.25, drawn 0.25 and 0.25.
  public init() {
    reaches = Array(repeating: .zero, count: RangeMode.allCases.count * RangeKind.allCases.count)
    self[.full, .measure] = RangeReach(leading: 3, trailing: 2)
    self[.full, .preload] = RangeReach(leading: 2.5, trailing: 1.5)
    self[.full, .display] = RangeReach(leading: 1, trailing: 0.5)
    self[.minimum, .measure] = RangeReach(leading: 1, trailing: 0.5)
    self[.minimum, .preload] = RangeReach(leading: 0.5, trailing: 0.25)
    self[.minimum, .display] = RangeReach(leading: 0.25, trailing: 0.25)
    for kind in RangeKind.allCases {
      self[.inset, kind] = RangeReach(
        leading: Self.telegramInset, trailing: Self.telegramInset, unit: .points)
    }
  }

  /// How far a range reaches in a mode.
  public subscript(mode: RangeMode, kind: RangeKind) -> RangeReach {
    get { reaches[Int(mode.rawValue) * RangeKind.allCases.count + Int(kind.rawValue)] }
    set { reaches[Int(mode.rawValue) * RangeKind.allCases.count + Int(kind.rawValue)] = newValue }
  }

  /// How far a range reaches while there is scrolling, in the mode ``RangeMode/full``.
  public subscript(kind: RangeKind) -> RangeReach {
    get { self[.full, kind] }
    set { self[.full, kind] = newValue }
  }
}
