import GalleyTextCommands

/// The measurements of a message that was written in real time.
struct StreamFigures: Sendable {
  /// The number of pieces appended, and of their bytes.
  var (pieces, bytes) = (0, 0)
  /// The height of the complete message, in points.
  var height = 0.0
  /// The number of layouts.
  var layouts = 0
  /// The numbers of frames due, missed, and skipped because the main actor was busy.
  var (frames, missed, skipped) = (0, 0, 0)
  /// The number of frames whose tick had not ended when the next was due.
  var missedByMain = 0
  /// The number of composed frames that differ from the previous one.
  var drawnFrames = 0
  /// The times of the calls that append a piece.
  var append = ScrollFigures.Times([])
  /// The busy time of the main actor per frame.
  var main = ScrollFigures.Times([])
  /// The CPU time of the main actor per frame.
  var mainProcessor = ScrollFigures.Times([])
  /// The time from when a frame was due until it could be shown.
  var frame = ScrollFigures.Times([])

  /// Creates figures of zero.
  init() {}

  /// The figures as a table.
  var table: FigureTable {
    var rows: [FigureTable.Row] = [
      ("pieces", "pieces", Double(pieces), ""),
      ("bytes", "bytes", Double(bytes), ""),
      ("height", "height", height, "points"),
      ("layouts", "layouts", Double(layouts), ""),
      ("frames", "frames due", Double(frames), ""),
      ("missed", "missed", Double(missed), ""),
      ("skipped", "skipped", Double(skipped), ""),
      ("missed_main", "missed by the main actor", Double(missedByMain), ""),
      ("drawn_frames", "drawn frames", Double(drawnFrames), ""),
    ]
    for (key, name, times) in [
      ("append", "append", append), ("main", "main actor", main),
      ("main_cpu", "main actor, CPU time", mainProcessor),
      ("frame", "frame, from due to ready", frame),
    ] {
      rows += [
        ("\(key)_p50_us", "\(name), p50", times.p50 * 1_000, "µs"),
        ("\(key)_p99_us", "\(name), p99", times.p99 * 1_000, "µs"),
        ("\(key)_max_us", "\(name), most", times.max * 1_000, "µs"),
      ]
    }
    return FigureTable(rows: rows)
  }
}
