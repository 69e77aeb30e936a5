import GalleyJSON
import GalleyScheduling

/// The measurements of a scripted run of a list, in milliseconds and bytes.
struct ScrollFigures: Sendable {
  /// Percentiles of durations, in milliseconds.
  struct Times: Hashable, Sendable {
    /// The median and the 99th percentile.
    var (p50, p99) = (0.0, 0.0)
    /// The maximum.
    var max = 0.0

    /// Creates percentiles from durations in seconds.
    init(_ seconds: [Double]) {
      let sorted = seconds.sorted()
      guard let last = sorted.last else { return }
      func quantile(_ share: Double) -> Double {
        let place = Int((share * Double(sorted.count)).rounded(.up)) - 1
        return sorted[Swift.max(0, min(place, sorted.count - 1))] * 1e3
      }
      (p50, p99, max) = (quantile(0.5), quantile(0.99), last * 1e3)
    }
  }

  /// The numbers of frames due and missed; a frame is missed if the sinks do not have the changes
  /// of its tick before the next is due, or if the main actor was too busy to tick at all.
  var (frames, missed) = (0, 0)
  /// The number of frames whose tick had not ended when the next was due.
  var missedByMain = 0
  /// The busy time of the main actor per frame.
  var main = Times([])
  /// The CPU time of that, without the time in which the system runs other threads instead.
  var mainProcessor = Times([])
  /// The time from when a frame was due until it could be shown.
  var frame = Times([])
  /// The time from the beginning of the drawing of a frame until the sinks had it.
  var compositor = Times([])
  /// The CPU time of the compositor per frame, which other threads hardly affect.
  var compositorProcessor = Times([])
  /// The numbers of frames composed with damage, and of those replaced by newer ones before.
  var (drawnFrames, replacedFrames) = (0, 0)
  /// The number of visible rows with neither contents nor placeholder, summed over all frames.
  var blankRows = 0
  /// The fraction of drawing whose results were no longer needed.
  var wastedDrawing = 0.0
  /// The maximum number of rows with nodes.
  var mostLiveNodes = 0
  /// The peak memory of bitmaps, including those of frames.
  var peakBitmapBytes = 0
  /// The final size of caches: shaped texts, glyphs and pooled bitmaps.
  var cachedBytes = 0
  /// The memory allocated by opening the list, per message.
  var retainedBytesPerMessage = 0.0
  /// The time from opening the list to a complete frame.
  var firstFrame = 0.0
  /// The time from jumps to complete frames; `nil` if there were none.
  var jump: Times?
  /// The counters of the executor.
  var queue = DisplayWork.Counters()
  /// The memory of the process, sampled every five seconds.
  var memory: [Memory] = []

  /// A sample of the memory of the process, in bytes.
  struct Memory: Hashable, Sendable {
    /// The time since the list was opened, in seconds.
    var time: Double
    /// The physical memory, including free memory held by the allocator.
    var residentBytes: Int
    /// The allocated memory, excluding the pixels of large bitmaps.
    var allocatedBytes: Int
    /// The pixels of bitmaps, including those pooled for reuse.
    var bitmapBytes: Int
    /// The shaped texts and glyphs in caches.
    var cachedBytes: Int
  }

  /// Creates figures of zero.
  init() {}

  /// The figures as one line of JSON.
  var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { object in
      object.member("frames", frames)
      object.member("missed", missed)
      object.member("main_ms", main)
      object.member("frame_ms", frame)
      object.member("missed_main", missedByMain)
      object.member("main_cpu_ms", mainProcessor)
      object.member("compositor_ms", compositor)
      object.member("compositor_cpu_ms", compositorProcessor)
      object.member("drawn_frames", drawnFrames)
      object.member("replaced_frames", replacedFrames)
      object.member("blank_rows", blankRows)
      object.member("wasted_drawing", rounded(wastedDrawing))
      object.member("live_nodes_max", mostLiveNodes)
      object.member("peak_bitmap_bytes", peakBitmapBytes)
      object.member("cached_bytes", cachedBytes)
      object.member("retained_bytes_per_message", rounded(retainedBytesPerMessage))
      object.member("first_frame_ms", rounded(firstFrame))
      object.name("jump_ms")
      if let jump {
        object.object { times in
          times.member("p50", rounded(jump.p50))
          times.member("max", rounded(jump.max))
        }
      } else {
        object.null()
      }
      object.name("queue")
      object.object { counters in
        counters.member("started", queue.started)
        counters.member("finished", queue.finished)
        counters.member("cancelled_before", queue.canceledBeforeStart)
        counters.member("cancelled_while", queue.staleAtEnd)
      }
      object.name("memory")
      object.array(memory) { $0.element($1) }
    }
    writer.endLine()
    return writer.bytes
  }

  /// The figures as names and values for display.
  var lines: [(name: String, value: String)] {
    func times(_ times: Times) -> String {
      "p50 \(rounded(times.p50)) ms, p99 \(rounded(times.p99)) ms, max \(rounded(times.max)) ms"
    }
    func megabytes(_ bytes: Int) -> String { "\(rounded(Double(bytes) / 1_048_576)) MB" }
    let share = frames > 0 ? rounded(Double(missed) / Double(frames) * 100) : 0
    return [
      ("frames", "\(frames), \(missed) missed (\(share) %)"),
      ("missed by the main actor", "\(missedByMain)"), ("main actor", times(main)),
      ("main actor, CPU time", times(mainProcessor)),
      ("frame, from due to ready", times(frame)), ("compositor", times(compositor)),
      ("compositor, CPU time", times(compositorProcessor)),
      ("frames drawn", "\(drawnFrames), \(replacedFrames) replaced by newer ones"),
      ("blank rows", "\(blankRows)"),
      ("wasted drawing", "\(rounded(wastedDrawing * 100)) %"),
      ("live rows, peak", "\(mostLiveNodes)"),
      ("bitmaps, peak", megabytes(peakBitmapBytes)),
      ("caches", megabytes(cachedBytes)),
      ("memory per message", "\(rounded(retainedBytesPerMessage)) bytes"),
      ("first frame", "\(rounded(firstFrame)) ms"),
      ("jumps", jump.map { "p50 \(rounded($0.p50)) ms, max \(rounded($0.max)) ms" } ?? "none"),
      (
        "memory",
        memory.last.map {
          "\(megabytes(memory[0].residentBytes)) at the start, \(megabytes($0.residentBytes)) at the end"
        } ?? "unknown"
      ),
      (
        "drawings",
        """
        \(queue.started) started, \(queue.finished) finished, \(queue.canceledBeforeStart) \
        canceled before start, \(queue.staleAtEnd) while drawing
        """
      ),
    ]
  }
}

/// Returns a number rounded to three decimals.
private func rounded(_ number: Double) -> Double { (number * 1_000).rounded() / 1_000 }

extension JSONWriter {
  fileprivate mutating func element(_ sample: ScrollFigures.Memory) {
    object { object in
      object.member("s", rounded(sample.time))
      object.member("resident", sample.residentBytes)
      object.member("allocated", sample.allocatedBytes)
      object.member("bitmaps", sample.bitmapBytes)
      object.member("cached", sample.cachedBytes)
    }
  }

  fileprivate mutating func member(_ name: String, _ times: ScrollFigures.Times) {
    self.name(name)
    object { object in
      object.member("p50", rounded(times.p50))
      object.member("p99", rounded(times.p99))
      object.member("max", rounded(times.max))
    }
  }
}
