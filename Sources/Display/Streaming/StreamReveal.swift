internal import GalleyGeometry
internal import GalleyRichStreaming
internal import GalleyStreaming

/// The fading in of a message's words, and the shimmer of its placeholders.
struct StreamReveal: Sendable {
  /// The lines of the message in reading order.
  private var lines: [StreamLine] = []
  /// The length of all lines before each line, and of all lines, in points.
  private var distances = [0.0]
  private var schedule = RevealSchedule()
  private var hasPlaceholders = false

  /// Replaces the lines that extend below a y coordinate.
  mutating func show(_ new: [StreamLine], below y: Double, at time: Double) {
    let kept =
      lines.lastIndex { !StreamingLayout.extends($0.frame.maxY, below: y) }.map { $0 + 1 } ?? 0
    lines.removeSubrange(kept...)
    distances.removeSubrange((kept + 1)...)
    for line in new {
      lines.append(line)
      distances.append((distances.last ?? 0) + line.frame.size.width)
    }
    hasPlaceholders = lines.contains(where: \.isPlaceholder)
    // The same text does not slow the front down.
    let length = distances.last ?? 0
    if length != schedule.length { schedule.extend(to: length, at: time) }
  }

  /// Returns the state of the animation at a time; `nil` if nothing moves.
  func moment(at time: Double) -> StreamMoment? {
    guard hasPlaceholders || time < schedule.end else { return nil }
    // Lines up to the first that is not completely visible need no work.
    var first = lines.endIndex
    while first > 0, schedule.alpha(at: distances[first], time: time) < 1 { first -= 1 }
    if let placeholder = lines.firstIndex(where: \.isPlaceholder) {
      first = min(first, placeholder)
    }
    return StreamMoment(
      lines: Array(lines[first...]), distances: Array(distances[first...]), schedule: schedule,
      time: time)
  }
}

/// The state of the animation of a message at a time.
struct StreamMoment: Sendable {
  /// The lines from the first that is not completely visible.
  fileprivate let lines: [StreamLine]
  /// The length of all lines before each of them, and of all lines, in points.
  fileprivate let distances: [Double]
  fileprivate let schedule: RevealSchedule
  fileprivate let time: Double

  /// The y coordinate from which the message is not completely visible, in points.
  var top: Double { lines.first?.frame.minY ?? .infinity }

  /// Returns the opacity of what is behind the texts at a y coordinate, from 0 to 1.
  ///
  /// It appears with the first line that extends below.
  func groundOpacity(at y: Double) -> Double {
    let index = lines.firstIndex { $0.frame.maxY > y } ?? lines.endIndex
    return schedule.alpha(at: distances[index], time: time)
  }

  /// The lines in a rectangle, with their indices.
  func lines(in rect: Rect) -> [(index: Int, frame: Rect)] {
    lines.indices.lazy.map { ($0, lines[$0].frame) }.filter {
      $0.1.maxY > rect.minY && $0.1.minY < rect.maxY
    }
  }

  /// Returns the opacity of the text of a line at an x coordinate, from 0 to 1.
  func opacity(ofLine index: Int, at x: Double) -> Double {
    let line = lines[index]
    let offset = line.isRightToLeft ? line.frame.maxX - x : x - line.frame.minX
    let distance = distances[index] + min(max(offset, 0), line.frame.size.width)
    let revealed = schedule.alpha(at: distance, time: time)
    guard line.isPlaceholder else { return revealed }
    return revealed * Shimmer.opacity(at: offset, of: line.frame.size.width, time: time)
  }
}

/// A band of light that moves over the glyphs of a placeholder, from its leading edge.
enum Shimmer {
  /// The duration of a pass, and of the pause after it, in seconds.
  private static let (pass, pause) = (1.2, 0.3)
  /// The opacity outside of the band.
  private static let least = 0.45
  /// The width of the band, relative to the text.
  private static let width = 0.5

  /// Returns the opacity at a distance from the leading edge of a line, from 0 to 1.
  static func opacity(at offset: Double, of length: Double, time: Double) -> Double {
    let phase = time.truncatingRemainder(dividingBy: pass + pause) / pass
    guard phase < 1, length > 0 else { return least }
    let center = (1 + width) * phase - width / 2
    let distance = abs(offset / length - center) / (width / 2)
    return least + (1 - least) * max(0, 1 - distance)
  }
}
