import ArgumentParser
import GalleyChat
import GalleyJSON
import GalleyPixels
import GalleyScheduling
import GalleySystem
import GalleyTextCommands

/// The tasks of `galley replay`, each of which replays a session from its start.
@MainActor struct SessionReplayer {
  /// The path of the recording; by default, a search leaves its last picture beside it.
  let session: String
  let file: SessionFile
  let rows: ChatRows
  /// The last frame; `nil` for all.
  let until: FrameLimit?

  /// Replays the session and writes frames.
  ///
  /// - Parameters:
  ///   - every: The interval of frames to write; `nil` for the last.
  ///   - output: The file for the last frame, or the folder for several; `nil` to write none.
  /// - Returns: The figures of the replay.
  /// - Throws: An error if the session cannot be replayed or a file cannot be written.
  func report(every: Int?, output: String?) throws -> ReplayReport {
    var report = ReplayReport()
    var last: SessionReplay.Frame?
    if let output, every != nil {
      do { try FileSystem.makeDirectory(output) } catch { throw Failure(error) }
    }
    do {
      try replay { frame in
        report.frames.append(
          ReplayReport.Frame(
            number: frame.number, time: frame.time, hash: frame.hash,
            isVerified: frame.recordedHash != nil))
        last = frame
        if let output, let every, frame.number % every == 0 {
          try write(frame, to: "\(output)/\("\(frame.number.padded(to: 6)).png")")
        }
        return until?.isAfter(frame) ?? true
      }
    } catch let departure as SessionReplay.Departure {
      report.departure = departure
    }
    if let output, every == nil {
      guard let last else { throw Failure("the session has no frame") }
      try write(last, to: output)
    }
    return report
  }

  /// Searches the first frame for which a command fails, and says so.
  func bisect(_ command: String, output: String?) throws {
    var numbers: [Int] = []
    try replay { frame in
      numbers.append(frame.number)
      return until?.isAfter(frame) ?? true
    }
    guard !numbers.isEmpty else { throw Failure("the session has no frame") }
    let path = output ?? session + ".png"
    guard try !passes(command, numbers[numbers.count - 1], path) else {
      throw Failure("the command passes for the last frame, \(numbers[numbers.count - 1])")
    }
    var search = FrameBisection(last: numbers.count)
    while let next = search.next {
      search.note(next, isGood: try passes(command, numbers[next - 1], path))
    }
    let first = try picture(numbers[search.firstBad - 1])
    try write(first, to: path)
    let time = (SessionClock.seconds(first.time) * 1e3).rounded() / 1e3
    try StandardStreams.write(
      lines: "the first frame that fails is \(first.number), at \(time) s: \(path)")
  }

  /// Runs a command for a frame, and returns whether it passes.
  private func passes(_ command: String, _ number: Int, _ path: String) throws -> Bool {
    try write(try picture(number), to: path)
    let status: Int32
    do { status = try ChildProcess.run(shell: command, argument: path) } catch {
      throw Failure(error)
    }
    switch FrameBisection.outcome(status) {
    case .good: return true
    case .bad: return false
    case .broken: throw Failure("the command ended with status \(status) for frame \(number)")
    }
  }

  /// Returns a frame.
  private func picture(_ number: Int) throws -> SessionReplay.Frame {
    var found: SessionReplay.Frame?
    try replay { frame in
      found = frame
      return frame.number < number
    }
    guard let found else { throw Failure("the session has no frame \(number)") }
    return found
  }

  private func replay(_ visit: (SessionReplay.Frame) throws -> Bool) throws {
    let replay = SessionReplay(file, rows)
    try withExtendedLifetime(replay) { try replay.run(visit) }
  }

  private func write(_ frame: SessionReplay.Frame, to path: String) throws {
    do { try FileSystem.write(try frame.bitmap.pngData(), to: path, isDurable: false) } catch {
      throw Failure("\(error)")
    }
  }
}
