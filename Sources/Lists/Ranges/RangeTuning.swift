/// The reach of each range in each mode.
public struct RangeTuning: Hashable, Sendable {
  /// The reach of Telegram's lists, in points on each side.
  public static let telegramInset = 500.0

  private var reaches: [Reach]

  /// Creates the default tuning.
  ///
  /// In screenfuls, leading and trailing: measure 3 and 2, preload 2.5 and 1.5, display 1 and 0.5;
  /// before the first scrolling, measure 1 and 0.5, preload 0.5 and 0.25, display 0.25 and 0.25.
  public init() {
    reaches = Array(repeating: .zero, count: Mode.allCases.count * Kind.allCases.count)
    self[.full, .measure] = Reach(leading: 3, trailing: 2)
    self[.full, .preload] = Reach(leading: 2.5, trailing: 1.5)
    self[.full, .display] = Reach(leading: 1, trailing: 0.5)
    self[.minimum, .measure] = Reach(leading: 1, trailing: 0.5)
    self[.minimum, .preload] = Reach(leading: 0.5, trailing: 0.25)
    self[.minimum, .display] = Reach(leading: 0.25, trailing: 0.25)
    for kind in Kind.allCases {
      self[.inset, kind] = Reach(
        leading: Self.telegramInset, trailing: Self.telegramInset, unit: .points)
    }
  }

  /// The reach of a range in a mode.
  public subscript(mode: Mode, kind: Kind) -> Reach {
    get { reaches[Int(mode.rawValue) * Kind.allCases.count + Int(kind.rawValue)] }
    set { reaches[Int(mode.rawValue) * Kind.allCases.count + Int(kind.rawValue)] = newValue }
  }

  /// The reach of a range in the mode ``Mode/full``.
  public subscript(kind: Kind) -> Reach {
    get { self[.full, kind] }
    set { self[.full, kind] = newValue }
  }

  /// The tuning of list views, which keeps at most three screens of items alive, including the
  /// visible screen.
  public static var list: RangeTuning {
    var tuning = RangeTuning()
    tuning[.full, .measure] = Reach(leading: 1.25, trailing: 0.4)
    tuning[.full, .preload] = Reach(leading: 1.25, trailing: 0.4)
    tuning[.full, .display] = Reach(leading: 0.8, trailing: 0.25)
    return tuning
  }
}

extension RangeTuning {
  /// The amount of content kept ready around the viewport.
  public enum Mode: UInt8, CaseIterable, Sendable {
    /// Little, before the first scrolling.
    case minimum
    /// As much as scrolling needs.
    case full
    /// Only visible items.
    case visibleOnly
    /// Only visible items, and no bitmaps off screen, whatever the tuning.
    case lowMemory
    /// A fixed distance in points on both sides, regardless of the scroll direction, as in
    /// Telegram's lists.
    case inset
  }

  /// The purpose of a range.
  public enum Kind: UInt8, CaseIterable, Sendable {
    /// Measuring items.
    case measure
    /// Loading the resources of items.
    case preload
    /// Drawing items.
    case display
  }

  /// The distance that a range extends beyond the viewport.
  public struct Reach: Hashable, Sendable {
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
    public static let zero = Reach(leading: 0, trailing: 0)

    /// Returns the distances in points for a viewport length.
    func points(along extent: Double) -> (leading: Double, trailing: Double) {
      let scale = unit == .screenfuls ? extent : 1
      // An infinite reach of an empty viewport is none.
      return scale > 0 ? (leading * scale, trailing * scale) : (0, 0)
    }
  }
}
