import ArgumentParser
import GalleyJSON
import GalleyScheduling
import GalleySystem

/// The outcome of a replay.
struct ReplayReport: Sendable {
  /// A frame of the replay.
  struct Frame: Hashable, Sendable {
    var number: Int
    /// The time that the frame shows, in nanoseconds since the start of the session.
    var time: Int
    var hash: UInt64
    /// Whether the recording has the same hash.
    var isVerified: Bool
  }

  var frames: [Frame] = []
  /// The first difference; `nil` for none.
  var departure: SessionReplay.Departure?

  /// The number of frames that equal those of the recording.
  var verifiedCount: Int { frames.count { $0.isVerified } }

  /// Writes the outcome; throws `ExitCode` if the replay departs from the recording.
  func write(_ session: String, isJSON: Bool) throws {
    try isJSON ? StandardStreams.write(json: json) : StandardStreams.write(lines: text)
    guard let departure else { return }
    if !isJSON {
      StandardStreams.warn(
        "\(session):\(departure.line): frame \(departure.frame): \(departure.problem)")
    }
    throw ExitCode(2)
  }

  private var text: String {
    let seconds = SessionClock.seconds(frames.last?.time ?? 0)
    return "\(frames.count) frames, \(verifiedCount) equal to the recording, "
      + "until \((seconds * 1e3).rounded() / 1e3) s"
  }

  /// The outcome as one line of JSON.
  var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { object in
      object.member("frames", frames.count)
      object.member("verified", verifiedCount)
      object.name("departure")
      if let departure {
        object.object { fields in
          fields.member("line", departure.line)
          fields.member("frame", departure.frame)
          fields.member("problem", departure.problem)
        }
      } else {
        object.null()
      }
      object.name("hashes")
      object.array(frames) { list, frame in
        list.object { fields in
          fields.member("frame", frame.number)
          fields.member("ns", frame.time)
          fields.member("hash", String(frame.hash, radix: 16))
          fields.member("verified", frame.isVerified)
        }
      }
    }
    writer.endLine()
    return writer.bytes
  }
}
