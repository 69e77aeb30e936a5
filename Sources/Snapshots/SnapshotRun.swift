internal import GalleyPixels
internal import GalleySystem
package import Testing

/// The snapshots of a run of tests.
package final class SnapshotRun: Sendable {
  /// The settings of a run.
  package struct Settings: Sendable {
    /// The value of `GALLEY_SNAPSHOTS`, if it is set.
    package var recording: String?
    /// Whether the run is one of continuous integration.
    package var isContinuousIntegration = false
    /// The path of the report, if one is written.
    package var report: String?

    /// Creates the settings of a run without environment variables.
    package init() {}

    /// The settings of the environment.
    static var environment: Settings {
      var settings = Settings()
      settings.recording = FileSystem.environment("GALLEY_SNAPSHOTS")
      settings.isContinuousIntegration = FileSystem.environment("CI") != nil
      settings.report = FileSystem.environment("GALLEY_SNAPSHOT_REPORT")
      return settings
    }

    /// Returns the snapshots to write, or `nil` if the setting has an unknown value.
    package func recording(requested: SnapshotRecording?) -> SnapshotRecording? {
      var result = requested ?? .missing
      if let recording {
        let known = SnapshotRecording.names.first { $0.name == recording }
        guard let known else { return nil }
        result = known.recording
      }
      return isContinuousIntegration ? .never : result
    }
  }

  /// The run of this process; tests of this module have runs of their own.
  @TaskLocal package static var current = SnapshotRun(.environment)

  private let settings: Settings
  private let files = SnapshotFiles()
  private let report: SnapshotReport?

  /// Creates a run without snapshots.
  package init(_ settings: Settings) {
    self.settings = settings
    report = settings.report.map { SnapshotReport(path: $0) }
  }

  /// Compares a snapshot with its file, or writes the file.
  ///
  /// Differences and errors are recorded as issues.
  ///
  /// - Parameters:
  ///   - content: The snapshot.
  ///   - name: The name of the snapshot in the current test.
  ///   - requested: The snapshots to write, unless the environment decides.
  ///   - tolerance: The accepted differences of pictures.
  ///   - location: The location of the call.
  package func expect(
    _ content: SnapshotContent, named name: String, record requested: SnapshotRecording?,
    tolerance: SnapshotTolerance = .exact, at location: SourceLocation
  ) {
    guard let test = Test.current else {
      return fail("A snapshot needs a test; a detached task belongs to none", at: location)
    }
    guard let recording = settings.recording(requested: requested) else {
      let names = SnapshotRecording.names.map(\.name).joined(separator: ", ")
      return fail(
        "GALLEY_SNAPSHOTS is \(settings.recording ?? ""), but must be one of \(names)", at: location
      )
    }
    let claim = files.claim(
      name, ofTest: test.name, at: test.sourceLocation,
      isParameterized: Test.Case.current?.isParameterized ?? false, in: location.filePath,
      fileExtension: content.fileExtension)
    do {
      try report?.begin()
      switch claim {
      case .conflict(let reason): fail("The snapshot has no file: \(reason)", at: location)
      case .file(let path):
        let snapshot = Snapshot(
          content: content, bytes: try content.bytes(), path: path, location: location)
        try check(snapshot, recording, tolerance)
      }
    } catch {
      fail("The snapshot cannot be compared: \(error)", at: location)
    }
  }

  private func check(
    _ snapshot: Snapshot, _ recording: SnapshotRecording, _ tolerance: SnapshotTolerance
  ) throws {
    guard let expected = try snapshot.storedBytes() else {
      if recording == .never {
        snapshot.attach(snapshot.bytes, as: "actual")
        try fail(
          snapshot, "does not exist",
          "Write it with GALLEY_SNAPSHOTS=missing, look at it, and commit it.\(place)")
      } else {
        try write(snapshot)
      }
      return
    }
    guard recording != .all else {
      if expected != snapshot.bytes { try write(snapshot) }
      return
    }
    let difference: SnapshotDifference?
    do {
      difference = try snapshot.content.difference(
        from: expected, to: snapshot.bytes, tolerance: tolerance)
    } catch {
      snapshot.attach(snapshot.bytes, as: "actual")
      return try fail(
        snapshot, "cannot be read: \(error)", "Write it with GALLEY_SNAPSHOTS=all.\(place)")
    }
    guard let difference else { return }
    snapshot.attach(expected, as: "expected")
    snapshot.attach(snapshot.bytes, as: "actual")
    if case .picture(let pixels) = difference, let picture = pixels.picture() {
      snapshot.attach(try picture.pngData(), as: "difference")
    }
    let isWritten = recording == .failed
    if isWritten { try snapshot.write() }
    try fail(
      snapshot, "differs: \(difference.summary)",
      isWritten
        ? "The new one was written."
        : "If it is right now, write it with GALLEY_SNAPSHOTS=failed.\(place)",
      difference)
  }

  /// The remark that this is not the place to write snapshots, if it is not.
  private var place: String {
    settings.isContinuousIntegration ? " Where CI is set, nothing is written." : ""
  }

  private func write(_ snapshot: Snapshot) throws {
    try snapshot.write()
    Issue.record(
      "The snapshot was written: \(snapshot.path)", severity: .warning,
      sourceLocation: snapshot.location)
  }

  private func fail(
    _ snapshot: Snapshot, _ problem: String, _ remedy: String,
    _ difference: SnapshotDifference? = nil
  ) throws {
    fail("The snapshot \(problem)\n\(snapshot.path)\n\(remedy)", at: snapshot.location)
    try report?.add(snapshot, problem: problem, difference)
  }

  private func fail(_ reason: String, at location: SourceLocation) {
    Issue.record(Comment(rawValue: TerminalText.lines(reason)), sourceLocation: location)
  }
}
