import GalleyBasics

/// The actions performed on a list during a measurement.
enum ScrollScript: String, CaseIterable, Hashable, Sendable {
  /// Consecutive flings of 6,000 points per second.
  case fling
  /// Flings in constantly alternating directions.
  case flips
  /// Jumps to random messages.
  case jumps
  /// Twenty new messages per second at the visible end.
  case arrivals
  /// Width changes of one point at a time.
  case resize
  /// All of these in turn.
  case mix
}

/// The state of a script, independent of the list.
struct ScriptState {
  enum Action: Hashable {
    /// A fling with a velocity on screen; positive toward newer messages.
    case fling(Double)
    /// A jump to a message, as a fraction of all messages.
    case jump(Double)
    case arrival
    /// A resize, by the difference from the initial width in points.
    case narrow(Double)
  }

  private let script: ScrollScript
  private var next: [Matter: Double] = [:]
  private var flingCount = 0
  private var narrowed = 0
  private var random: SplitMix64

  /// The kinds of actions, each with its own interval.
  private enum Matter: Int, CaseIterable {
    case fling, flip, jump, arrival, resize
  }

  /// The velocities of flings, in points per second.
  static let (flingSpeed, flipSpeed) = (6_000.0, 3_000.0)

  init(_ script: ScrollScript, seed: UInt64) {
    self.script = script
    random = SplitMix64(seed: seed)
  }

  /// Returns the actions due at a time, in seconds since the start.
  mutating func actions(at time: Double) -> [Action] {
    var actions: [Action] = []
    for matter in Matter.allCases {
      guard let interval = interval(of: matter, at: time) else {
        // What does not occur does not pile up either.
        next[matter] = nil
        continue
      }
      var due = next[matter] ?? time
      var count = 0
      while due <= time, count < 8 {
        actions.append(action(matter))
        due += interval
        count += 1
      }
      next[matter] = max(due, time)
    }
    return actions
  }

  /// Returns the interval of an action; `nil` if it does not occur.
  private func interval(of matter: Matter, at time: Double) -> Double? {
    let part = Int(time) % 4
    switch (script, matter) {
    case (.fling, .fling): return 1
    case (.flips, .flip): return 0.2
    case (.jumps, .jump): return 0.4
    case (.arrivals, .arrival): return 0.05
    case (.resize, .resize): return 1.0 / 60
    case (.mix, .fling): return part < 2 ? 1 : nil
    case (.mix, .arrival): return 0.05
    case (.mix, .jump): return part == 2 ? 0.5 : nil
    case (.mix, .resize): return part == 3 ? 1.0 / 60 : nil
    default: return nil
    }
  }

  private mutating func action(_ matter: Matter) -> Action {
    switch matter {
    case .fling:
      flingCount += 1
      // Five flings into the past, then five back.
      return .fling((flingCount - 1) / 5 % 2 == 0 ? -Self.flingSpeed : Self.flingSpeed)
    case .flip:
      flingCount += 1
      return .fling(flingCount % 2 == 1 ? -Self.flipSpeed : Self.flipSpeed)
    case .jump: return .jump(Double.random(in: 0..<1, using: &random))
    case .arrival: return .arrival
    case .resize:
      narrowed += 1
      // Forty points narrower and back.
      let step = narrowed % 80
      return .narrow(Double(step < 40 ? step : 80 - step))
    }
  }
}
