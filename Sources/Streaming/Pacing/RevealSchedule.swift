/// The fading in of words that were appended to a text.
///
/// A front runs along the lines of the text, and each word fades in when the front reaches it. Text
/// that arrives while the front runs makes it faster instead of waiting for it: everything is
/// visible ``duration`` after the last text arrived, at the latest. All results are functions of
/// the times that are passed.
package struct RevealSchedule: Hashable, Sendable {
  /// The greatest time between the arrival of text and its full visibility, in seconds.
  package static let duration = 1.05
  /// The time in which a word fades in, in seconds.
  package static let fade = 0.2
  /// The least speed of the front, in points per second.
  package static let leastSpeed = 40.0

  /// The length of all lines, in points.
  package private(set) var length = 0.0
  /// The movements of the front that words may still be fading in from, in order.
  private var segments: [Segment] = []

  /// A movement of the front at a constant speed.
  private struct Segment: Hashable, Sendable {
    var time: Double
    /// The distance of the front along the lines at `time`, in points.
    var start: Double
    /// The speed in points per second.
    var speed: Double
  }

  /// Creates a schedule for an empty text.
  package init() {}

  /// Extends the lines of the text, or shortens them if its end was replaced.
  ///
  /// - Parameters:
  ///   - length: The new length of all lines, in points.
  ///   - time: The time of the arrival, in seconds, not before that of earlier calls.
  package mutating func extend(to length: Double, at time: Double) {
    let front = min(front(at: time), length)
    self.length = length
    let speed = max(Self.leastSpeed, (length - front) / (Self.duration - Self.fade))
    if let last = segments.last, last.time == time { segments.removeLast() }
    // Words that an older movement reached are completely visible.
    let old = segments.lastIndex { $0.time <= time - Self.fade } ?? 0
    segments.removeSubrange(..<old)
    segments.append(Segment(time: time, start: front, speed: speed))
  }

  /// Returns the distance of the front along the lines, in points.
  package func front(at time: Double) -> Double {
    guard let segment = segments.last(where: { $0.time <= time }) else {
      return segments.first?.start ?? 0
    }
    return min(length, segment.start + (time - segment.time) * segment.speed)
  }

  /// Returns the opacity at a distance along the lines, from 0 to 1.
  ///
  /// - Complexity: O(*k*), where *k* is the number of arrivals during a fade.
  package func alpha(at distance: Double, time: Double) -> Double {
    guard let first = segments.first, distance >= first.start else {
      return segments.isEmpty ? 0 : 1
    }
    // A later movement takes over from the one before it at its start.
    let index = segments.lastIndex { $0.start <= distance && $0.time <= time } ?? 0
    let segment = segments[index]
    let reached = segment.time + (distance - segment.start) / segment.speed
    return max(0, min(1, (time - reached) / Self.fade))
  }

  /// The time from which everything is visible, in seconds.
  package var end: Double {
    guard let last = segments.last else { return -.infinity }
    return last.time + (length - last.start) / last.speed + Self.fade
  }
}
