/// The amount of content kept ready around the viewport.
public enum RangeMode: UInt8, CaseIterable, Sendable {
  /// Little, before the first scrolling.
  case minimum
  /// As much as scrolling needs.
  case full
  /// Only visible items.
  case visibleOnly
  /// Only visible items, and no bitmaps off screen, whatever the tuning.
  case lowMemory
  /// A fixed distance in points on both sides, regardless of the scroll direction, as in Telegram's
  /// lists.
  case inset
}

/// The purpose of a range.
public enum RangeKind: UInt8, CaseIterable, Sendable {
  /// Measuring items.
  case measure
  /// Loading the resources of items.
  case preload
  /// Drawing items.
  case display
}

/// The distance that a range extends beyond the viewport.
public struct RangeReach: Hashable, Sendable {
  /// The unit of a reach.
  public enum Unit: Hashable, Sendable {
    /// Lengths of the viewport along the axis.
    case screenfuls
    /// Points.
    case points
  }

  /// The unit of the distances.
  public let unit: Unit
  /// The distance in the scroll direction.
  public let leading: Double
  /// The distance against the scroll direction.
  public let trailing: Double

  /// Creates a reach; a negative or NaN distance counts as 0.
  public init(leading: Double, trailing: Double, unit: Unit = .screenfuls) {
    self.unit = unit
    self.leading = leading > 0 ? leading : 0
    self.trailing = trailing > 0 ? trailing : 0
  }

  /// A reach that ends at the viewport.
  public static let zero = RangeReach(leading: 0, trailing: 0)

  /// Returns the distances in points for a viewport length.
  func points(along extent: Double) -> (leading: Double, trailing: Double) {
    let scale = unit == .screenfuls ? extent : 1
    return (leading * scale, trailing * scale)
  }
}

/// The reach of each range in each mode.
public struct RangeTuning: Hashable, Sendable {
  /// The reach of Telegram's lists, in points on each side.
  public static let telegramInset = 500.0

  private var reaches: [RangeReach]

  /// Creates the default tuning.
  ///
  /// In screenfuls, leading and trailing: measure 3 and 2, preload 2.5 and 1.5, display 1 and 0.5;
  /// before the first scrolling, measure 1 and 0.5, preload 0.5 and 0.25, display 0.25 and 0.25.
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

  /// The reach of a range in a mode.
  public subscript(mode: RangeMode, kind: RangeKind) -> RangeReach {
    get { reaches[Int(mode.rawValue) * RangeKind.allCases.count + Int(kind.rawValue)] }
    set { reaches[Int(mode.rawValue) * RangeKind.allCases.count + Int(kind.rawValue)] = newValue }
  }

  /// The reach of a range in the mode ``RangeMode/full``.
  public subscript(kind: RangeKind) -> RangeReach {
    get { self[.full, kind] }
    set { self[.full, kind] = newValue }
  }
}
