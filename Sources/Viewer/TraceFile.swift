import GalleyJSON
import GalleyScheduling

/// A trace file for Perfetto and other viewers of Chrome's trace event format in JSON.
enum TraceFile {
  /// Returns the JSON of a log, ordered by thread and time.
  ///
  /// - Parameter log: The log.
  /// - Returns: The file, in UTF-8. Times are in microseconds since the first event.
  static func json(_ log: TraceLog) -> [UInt8] {
    let events = log.events.sorted { one, other in
      if one.track.number != other.track.number { return one.track.number < other.track.number }
      // Enclosing events come first.
      if one.start != other.start { return one.start < other.start }
      return (one.duration ?? 0) > (other.duration ?? 0)
    }
    let origin = events.map(\.start).min() ?? 0
    var writer = JSONWriter()
    writer.object { file in
      file.member("displayTimeUnit", "ms")
      file.name("traceEvents")
      file.array { list in
        var tracks: Set<TraceLog.Track> = []
        for event in events where tracks.insert(event.track).inserted {
          list.nameThread(event.track)
        }
        for event in events { list.write(event, from: origin) }
      }
    }
    writer.endLine()
    return writer.bytes
  }
}

extension TraceLog.Track {
  /// The number of the thread in the file.
  fileprivate var number: Int {
    switch self {
    case .main: 1
    case .compositor: 2
    case .other: 3
    case .display(let index): 10 + index
    }
  }

  /// The name of the thread in the file.
  fileprivate var name: String {
    switch self {
    case .main: "main actor"
    case .compositor: "compositor"
    case .other: "other threads"
    case .display(let index): "display \(index)"
    }
  }
}

extension JSONWriter {
  fileprivate mutating func nameThread(_ track: TraceLog.Track) {
    object { event in
      event.head("thread_name", "M", track)
      event.name("args")
      event.object { arguments in
        arguments.member("name", track.name)
      }
    }
  }

  fileprivate mutating func write(_ event: TraceLog.Event, from origin: Double) {
    object { object in
      object.head(event.name.description, event.duration == nil ? "i" : "X", event.track)
      object.name("ts")
      object.value(microseconds: event.start - origin)
      if let duration = event.duration {
        object.name("dur")
        object.value(microseconds: duration)
      } else {
        object.member("s", "t")
      }
      guard let count = event.count else { return }
      object.name("args")
      object.object { arguments in
        arguments.member("count", count)
      }
    }
  }

  private mutating func head(_ name: String, _ kind: String, _ track: TraceLog.Track) {
    member("name", name)
    member("ph", kind)
    member("pid", 1)
    member("tid", track.number)
  }

  /// Writes a time with nanosecond precision.
  private mutating func value(microseconds seconds: Double) {
    value((seconds * 1e9).rounded() / 1e3)
  }
}
