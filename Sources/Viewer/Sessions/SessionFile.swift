import GalleyJSON
import GalleySystem

/// A recording of a session.
///
/// A line of JSON each has the header, a step, or something that a step caused: the readings of the
/// clock and the hashes of shown frames.
struct SessionFile: Sendable {
  /// A step with what it caused.
  struct Record: Hashable, Sendable {
    /// The line of the step, counted from 1.
    let line: Int
    let step: SessionStep
    /// The readings of the clock in the step, in nanoseconds since the start of the session.
    var readings: [Int] = []
  }

  /// The maximum number of steps: more than a day.
  static let stepLimit = 20_000_000
  /// The maximum number of clock readings of all steps.
  static let readingLimit = 200_000_000
  /// The maximum time of a session, in nanoseconds: a hundred days.
  static let timeLimit = 100 * 86_400 * 1_000_000_000

  let header: SessionHeader
  private(set) var records: [Record] = []
  /// The hashes of the frames that were shown, by the time that they show in nanoseconds.
  private(set) var hashes: [Int: UInt64] = [:]
  /// Whether the recording was ended by its program.
  private(set) var isComplete = false
  private var readingCount = 0
  /// The last reading of the clock, in nanoseconds.
  private var time = 0

  /// Reads a recording.
  ///
  /// - Throws: ``SessionError``, also for errors of the file.
  init(path: String) throws(SessionError) {
    var lines = try SessionLines(path: path)
    guard let first = try lines.next() else {
      throw SessionError("expected the header of a session, but the file is empty")
    }
    do { header = try SessionHeader(first.value) } catch {
      throw SessionError(error.problem, line: first.number)
    }
    while let line = try lines.next() {
      do { try append(line.value, line.number) } catch {
        throw SessionError(error.problem, line: line.number)
      }
    }
  }

  /// Adds a line after the header.
  private mutating func append(_ value: JSONValue, _ line: Int) throws(SessionError) {
    guard !isComplete else { throw SessionError("nothing may follow the end of the session") }
    if let step = try SessionStep(value) {
      guard records.count < Self.stepLimit else { throw SessionError("too many steps") }
      if case .begin = step, !records.isEmpty { throw SessionError("the session begins twice") }
      records.append(Record(line: line, step: step))
    } else if let hash = value["hash"]?.string {
      try note(hash, at: value["shown"])
    } else if value["end"] != nil {
      isComplete = true
    } else {
      try note(value)
    }
  }

  /// Adds something that the last step caused.
  private mutating func note(_ value: JSONValue) throws(SessionError) {
    guard let index = records.indices.last else { throw SessionError("expected a step first") }
    guard let differences = value["clock"] else {
      throw SessionError("unknown kind of line")
    }
    let numbers = try differences.integers()
    readingCount += numbers.count
    guard readingCount <= Self.readingLimit else { throw SessionError("too many readings") }
    for difference in numbers {
      guard (0...Self.timeLimit).contains(difference), time + difference <= Self.timeLimit else {
        throw SessionError("the clock goes back or too far")
      }
      time += difference
      records[index].readings.append(time)
    }
  }

  private mutating func note(_ hash: String, at time: JSONValue?) throws(SessionError) {
    guard let number = UInt64(hash, radix: 16), let time = time?.integer else {
      throw SessionError("expected the time and the hash of a shown frame")
    }
    hashes[time] = number
  }
}

/// The lines of a recording.
private struct SessionLines: ~Copyable {
  private var reader: LineReader

  init(path: String) throws(SessionError) {
    do { reader = try LineReader(path: path, longestLine: 64 << 20) } catch {
      throw SessionError("\(error)")
    }
  }

  /// Returns the next line; `nil` at the end of the file.
  mutating func next() throws(SessionError) -> (value: JSONValue, number: Int)? {
    let next: LineReader.Line?
    do { next = try reader.next() } catch { throw SessionError("\(error)") }
    guard let line = next else { return nil }
    guard !line.isTooLong else { throw SessionError("the line is too long", line: line.number) }
    guard let text = String(validating: line.bytes, as: UTF8.self) else {
      throw SessionError("invalid UTF-8", line: line.number)
    }
    do throws(JSONError) { return (try JSONParser.value(of: text), line.number) } catch {
      throw SessionError("\(error)", line: line.number)
    }
  }
}
