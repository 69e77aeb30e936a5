/// The frames that a program owes its display: each tick with changes has to be shown before the
/// next tick is due.
struct FrameDeadlines {
  private struct Entry {
    let time: Double
    let deadline: Double
  }

  private var entries: [Entry] = []

  /// Creates deadlines of no frames, with room for a number of them.
  init(room: Int) {
    entries.removeAll(keepingResidentRoomFor: room, filler: Entry(time: 0, deadline: 0))
  }

  /// Expects a frame.
  ///
  /// - Parameters:
  ///   - time: The time that the frame shows, in seconds; never less than that of earlier frames.
  ///   - deadline: The time by which the sinks must have it.
  mutating func expect(_ time: Double, by deadline: Double) {
    entries.append(Entry(time: time, deadline: deadline))
  }

  /// Returns the number of expected frames that were late or never shown.
  ///
  /// A frame that a newer one has replaced is shown with the newer one.
  ///
  /// - Parameter frames: The composed frames, in order.
  /// - Returns: The number of frames.
  func missed(by frames: [FrameRecorder.Frame]) -> Int {
    var (index, count) = (0, 0)
    for entry in entries {
      while index < frames.count, frames[index].time < entry.time { index += 1 }
      if index == frames.count || frames[index].end > entry.deadline { count += 1 }
    }
    return count
  }
}
