internal import GalleyChat
internal import GalleyImages
internal import GalleyMessages
internal import GalleyPainting

/// What is done to a list while it is measured.
public enum ScrollScript: String, CaseIterable, Hashable, Sendable {
  /// Flings of 6,000 points a second, one after the other.
  case fling
  /// Flings that change their direction all the time.
  case flips
  /// Jumps to messages anywhere.
  case jumps
  /// Twenty messages a second at the end, which is seen.
  case arrivals
  /// The width changes point by point.
  case resize
  /// All of it by turns.
  case mix
}

/// A conversation to which messages come.
struct GrowingSource: MessageSource {
  let base: any MessageSource
  /// How many messages have come.
  var added = 0

  var count: Int { base.count + added }
  var isGroup: Bool { base.isGroup }
  var language: String? { base.language }
  var timeZone: String? { base.timeZone }
  var customEmoji: AttachmentImages? { base.customEmoji }

  /// What comes are the first messages once more.
  func message(at index: Int) -> ChatMessage {
    guard index >= base.count else { return base.message(at: index) }
    var message = base.message(at: (index - base.count) % max(1, base.count))
    message.message.id = nil
    message.replyTo = nil
    message.date = date(at: index)
    return message
  }

  func date(at index: Int) -> Int? { base.date(at: min(index, base.count - 1)) }

  func index(of id: Message.ID) -> Int? { base.index(of: id) }

  func person(at index: Int) -> Int {
    base.person(at: index < base.count ? index : (index - base.count) % max(1, base.count))
  }

  func imageSource(of image: ChatImage) -> ImageSource? { base.imageSource(of: image) }

  func noteFailure(of image: ChatImage, _ error: ImageError) {
    base.noteFailure(of: image, error)
  }
}

/// What a script does next, apart from the list.
struct ScriptState {
  enum Action: Hashable {
    /// A speed along the screen; positive is toward newer messages.
    case fling(Double)
    /// A message anywhere, as a part of all.
    case jump(Double)
    case arrival
    /// How many points the window is narrower than at first.
    case narrow(Double)
  }

  private let script: ScrollScript
  private var next: [Matter: Double] = [:]
  private var flingCount = 0
  private var narrowed = 0
  private var random: SeededRandom

  /// The things that happen by their own rhythm.
  private enum Matter: Int, CaseIterable {
    case fling, flip, jump, arrival, resize
  }

  /// Speeds of flings, in points a second.
  static let (flingSpeed, flipSpeed) = (6_000.0, 3_000.0)

  init(_ script: ScrollScript, seed: UInt64) {
    self.script = script
    random = SeededRandom(state: seed)
  }

  /// What is due at a time, in seconds from the beginning.
  mutating func actions(at time: Double) -> [Action] {
    var actions: [Action] = []
    for matter in Matter.allCases {
      guard let interval = interval(of: matter, at: time) else { continue }
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

  /// How often something happens; `nil` if it does not.
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
      // First into the past, and after five flings back.
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
