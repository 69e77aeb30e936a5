/// The snapshots that a run writes.
///
/// If the environment variable `CI` is set, as in continuous integration, no snapshot is written.
/// Otherwise `GALLEY_SNAPSHOTS` (`all`, `failed`, `missing` or `never`) decides for a whole run.
/// Without it, the argument of the call decides, and ``missing`` is the default.
public enum SnapshotRecording: Hashable, Sendable {
  /// Every snapshot is written, without comparing it.
  case all
  /// Snapshots that do not exist or that differ are written. A difference still fails the test, so
  /// that it is seen once.
  case failed
  /// Snapshots that do not exist are written, with a warning.
  case missing
  /// No snapshot is written. One that does not exist fails the test.
  case never

  /// The values of `GALLEY_SNAPSHOTS`.
  static let names: [(name: String, recording: SnapshotRecording)] = [
    ("all", .all), ("failed", .failed), ("missing", .missing), ("never", .never),
  ]
}
