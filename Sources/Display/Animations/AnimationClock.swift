/// The timing of an animation's frames, without decoding or waiting.
///
/// Each event returns the steps to take. A frame is shown for its duration; if the next one is not
/// decoded in time, it is shown as soon as it is, and the frames after it follow later. No frame is
/// skipped.
struct AnimationClock: Hashable, Sendable {
  /// A step to take.
  enum Step: Hashable, Sendable {
    /// Decoding a frame, which ends with ``AnimationClock/didDecode(_:at:)``.
    case decode(Int)
    /// Showing a frame.
    case show(Int)
    /// Calling ``AnimationClock/wake(at:)`` at a time.
    case wake(at: Double)
  }

  /// The durations of the frames, in seconds.
  private let durations: [Double]
  /// The number of plays that have not begun; `nil` for no end.
  private var playsLeft: Int?
  /// The shown frame.
  private(set) var index = 0
  /// Whether frames follow each other.
  private(set) var isPlaying = false
  /// Whether no further frame will be shown.
  private(set) var hasEnded: Bool
  /// The time at which the next frame is due.
  private var due = 0.0
  /// The decoded frame that is due next.
  private var ready: Int?
  /// The frame being decoded.
  private var decoding: Int?

  /// Creates a clock before the first frame.
  ///
  /// - Parameters:
  ///   - durations: The durations of the frames, in seconds.
  ///   - playCount: The number of times to play the frames; `nil` for no end.
  init(durations: [Double], playCount: Int?) {
    self.durations = durations
    playsLeft = playCount.map { $0 - 1 }
    hasEnded = durations.count < 2
  }

  /// The frame after the shown one; `nil` at the end.
  private var next: Int? {
    if hasEnded { return nil }
    if index + 1 < durations.count { return index + 1 }
    return playsLeft == 0 ? nil : 0
  }

  /// Starts to play, showing the current frame for its whole duration.
  mutating func play(at time: Double) -> [Step] {
    guard !isPlaying, !hasEnded else { return [] }
    isPlaying = true
    due = time + durations[index]
    return [.wake(at: due)] + decodeNext()
  }

  /// Stops at the current frame.
  mutating func pause() {
    isPlaying = false
  }

  /// Records that a frame has been decoded.
  mutating func didDecode(_ frame: Int, at time: Double) -> [Step] {
    guard frame == decoding else { return [] }
    (decoding, ready) = (nil, frame)
    return advance(at: time)
  }

  /// Ends the animation at the current frame, because the next one is damaged.
  mutating func fail() {
    (hasEnded, isPlaying) = (true, false)
  }

  /// Shows the next frame if it is due.
  mutating func wake(at time: Double) -> [Step] {
    advance(at: time)
  }

  private mutating func advance(at time: Double) -> [Step] {
    guard isPlaying, time >= due, let frame = ready, frame == next else { return [] }
    if frame == 0 { playsLeft = playsLeft.map { $0 - 1 } }
    (index, ready) = (frame, nil)
    guard next != nil else {
      fail()
      return [.show(frame)]
    }
    // A delay within the frame's duration is made up for.
    due = (time - due < durations[frame] ? due : time) + durations[frame]
    return [.show(frame), .wake(at: due)] + decodeNext()
  }

  private mutating func decodeNext() -> [Step] {
    guard let next, ready != next, decoding != next else { return [] }
    decoding = next
    return [.decode(next)]
  }
}
