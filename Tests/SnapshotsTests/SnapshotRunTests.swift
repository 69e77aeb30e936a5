import Foundation
import GalleyGeometry
import GalleyPixels
import GalleySnapshots
import Synchronization
import TestSupport
import Testing

/// The comparison of snapshots with files in a temporary folder.
@Suite struct SnapshotRunTests {
  private let folder = TemporaryDirectory()

  @Test func `a missing snapshot is written with a warning, and an equal one passes`() throws {
    let issues = issues { expect(.text("one\n"), SnapshotRun.Settings()) }
    #expect(issues.map(\.severity) == [.warning])
    #expect(issues.first?.text.contains("was written: \(path("txt"))") == true)
    #expect(try folder.data(file("txt")) == Data("one\n".utf8))
    #expect(self.issues { expect(.text("one\n"), SnapshotRun.Settings()) } == [])
  }

  @Test func `a different text fails with the first line that differs`() throws {
    try folder.write("one\ntwo\nthree\n", to: file("txt"))
    let issues = issues { expect(.text("one\nTWO\nthree\n"), SnapshotRun.Settings()) }
    #expect(issues.map(\.severity) == [.error])
    let text = try #require(issues.first?.text)
    #expect(text.contains("line 2 differs\n- two\n+ TWO\n(lines removed: 1, added: 1)"))
    #expect(text.contains(path("txt")))
    #expect(try folder.data(file("txt")) == Data("one\ntwo\nthree\n".utf8))
  }

  @Test func `an issue is at the location of the call`() {
    var settings = SnapshotRun.Settings()
    settings.recording = "never"
    let issues = issues { expect(.text("one\n"), settings) }
    #expect(issues.map(\.line) == [7])
  }

  @Test func `control characters of a file are escaped in an issue`() throws {
    try folder.write("\u{1B}[2J\n", to: file("txt"))
    let text = issues { expect(.text("one\n"), SnapshotRun.Settings()) }.first?.text
    #expect(text?.contains("- \\u{1B}[2J") == true)
  }

  @Test func `a missing snapshot that is not written fails with the way to write it`() throws {
    var settings = SnapshotRun.Settings()
    settings.isContinuousIntegration = true
    let issues = issues { expect(.text("one\n"), settings, record: .all) }
    #expect(issues.map(\.severity) == [.error])
    #expect(issues.first?.text.contains("GALLEY_SNAPSHOTS=missing") == true)
    #expect(try folder.names() == [])
  }

  @Test(arguments: ["all", "failed", "missing"])
  func `nothing is written in continuous integration, whatever is requested`(
    setting: String
  ) throws {
    var settings = SnapshotRun.Settings()
    settings.isContinuousIntegration = true
    settings.recording = setting
    try folder.write("one\n", to: file("txt"))
    let differing = issues { expect(.text("two\n"), settings) }
    #expect(differing.map(\.severity) == [.error])
    #expect(differing.first?.text.hasSuffix("Where CI is set, nothing is written.") == true)
    let bitmap = try picture()
    let missing = issues { expect(.picture(bitmap), settings) }
    #expect(missing.map(\.severity) == [.error])
    #expect(missing.first?.text.hasSuffix("Where CI is set, nothing is written.") == true)
    #expect(try folder.names(in: "__Snapshots__/CardTests") == ["\(stem).txt"])
    #expect(try folder.data(file("txt")) == Data("one\n".utf8))
  }

  @Test func `failed snapshots are written on request, and fail once`() throws {
    try folder.write("one\n", to: file("txt"))
    var settings = SnapshotRun.Settings()
    settings.recording = "failed"
    #expect(issues { expect(.text("two\n"), settings) }.map(\.severity) == [.error])
    #expect(issues { expect(.text("two\n"), settings) } == [])
  }

  @Test func `all snapshots are written on request, unless they are equal`() throws {
    try folder.write("one\n", to: file("txt"))
    let settings = SnapshotRun.Settings()
    #expect(
      issues { expect(.text("two\n"), settings, record: .all) }.map(\.severity) == [.warning])
    #expect(issues { expect(.text("two\n"), settings, record: .all) } == [])
    #expect(try folder.data(file("txt")) == Data("two\n".utf8))
  }

  @Test func `writing leaves no temporary files`() throws {
    _ = issues { expect(.text("one\n"), SnapshotRun.Settings()) }
    #expect(try folder.names(in: "__Snapshots__/CardTests") == ["\(stem).txt"])
  }

  @Test(
    arguments: [
      (nil, false, nil, .missing), (nil, false, .all, .all), (nil, true, .all, .never),
      ("missing", false, .all, .missing), ("never", false, .all, .never),
      ("missing", true, nil, .never), ("failed", true, .all, .never), ("all", true, .all, .never),
    ] as [(String?, Bool, SnapshotRecording?, SnapshotRecording)])
  func `the environment decides before the call`(
    setting: String?, isContinuousIntegration: Bool, requested: SnapshotRecording?,
    recording: SnapshotRecording
  ) {
    var settings = SnapshotRun.Settings()
    settings.recording = setting
    settings.isContinuousIntegration = isContinuousIntegration
    #expect(settings.recording(requested: requested) == recording)
  }

  @Test func `an unknown setting of the environment fails`() {
    var settings = SnapshotRun.Settings()
    settings.recording = "some"
    let issues = issues { expect(.text("one\n"), settings) }
    #expect(
      issues.map(\.text) == [
        "GALLEY_SNAPSHOTS is some, but must be one of all, failed, missing, never"
      ])
  }

  @Test func `a different picture fails with the number and the place of the pixels`() throws {
    try folder.write(Data(try picture().pngData()), to: file("png"))
    let changed = try picture(marking: PixelRect(minX: 2, minY: 1, maxX: 5, maxY: 3))
    let text = issues { expect(.picture(changed), SnapshotRun.Settings()) }.first?.text
    let summary = "6 of 80 pixels differ, by up to 255 of 255, in columns 2..<5, rows 1..<3"
    #expect(text?.contains(summary) == true)
  }

  @Test func `a picture of another size fails with both sizes`() throws {
    try folder.write(Data(try picture().pngData()), to: file("png"))
    let larger = try Bitmap(width: 11, height: 8, color: .white)
    let tolerance = SnapshotTolerance(pixelShare: 1, channelDifference: 255)
    let text = issues {
      expect(.picture(larger), SnapshotRun.Settings(), tolerance: tolerance)
    }.first?.text
    #expect(text?.contains("11 × 8 pixels instead of 10 × 8") == true)
  }

  @Test func `a picture within the tolerance passes`() throws {
    try folder.write(Data(try picture().pngData()), to: file("png"))
    let changed = try picture(
      marking: PixelRect(minX: 0, minY: 0, maxX: 4, maxY: 1), with: Color(argb: 0xFFFF_FFF8))
    func fails(_ tolerance: SnapshotTolerance) -> Bool {
      !issues { expect(.picture(changed), SnapshotRun.Settings(), tolerance: tolerance) }.isEmpty
    }
    #expect(fails(.exact))
    #expect(fails(SnapshotTolerance(pixelShare: 0.049)))
    #expect(!fails(SnapshotTolerance(pixelShare: 0.05)))
    #expect(fails(SnapshotTolerance(channelDifference: 6)))
    #expect(!fails(SnapshotTolerance(channelDifference: 7)))
  }

  @Test func `a perceptual tolerance accepts small color differences only`() throws {
    try folder.write(Data(try picture().pngData()), to: file("png"))
    // The blue channel differs by 40; the color by 14.5 in units of CIEDE2000.
    let yellowish = try picture(
      marking: PixelRect(minX: 0, minY: 0, maxX: 4, maxY: 1), with: Color(argb: 0xFFFF_FFD7))
    func text(_ tolerance: SnapshotTolerance) -> String? {
      issues {
        expect(.picture(yellowish), SnapshotRun.Settings(), tolerance: tolerance)
      }.first?.text
    }
    #expect(text(.perceptual(15)) == nil)
    #expect(text(.perceptual(1, pixelShare: 0.05)) == nil)
    let reason = try #require(text(.perceptual(1)))
    let pattern = #/4 of 80 pixels .*40 of 255 \(color difference up to ([\d.]+)\), in/#
    let difference = try #require(reason.firstMatch(of: pattern).flatMap { Double($0.1) })
    #expect(text(.perceptual(difference + 0.1)) == nil)
    #expect(text(.perceptual(difference - 0.1)) != nil)
  }

  @Test func `transparent pixels are compared over black and over white`() throws {
    // Black and white that are almost transparent look different over one ground only.
    var dark = try Bitmap(width: 10, height: 8)
    dark.fill(with: Color(argb: 0x4000_0000))
    try folder.write(Data(try dark.pngData()), to: file("png"))
    var light = try Bitmap(width: 10, height: 8)
    light.fill(with: Color(argb: 0x40FF_FFFF))
    func fails(_ tolerance: SnapshotTolerance) -> Bool {
      !issues { expect(.picture(light), SnapshotRun.Settings(), tolerance: tolerance) }.isEmpty
    }
    #expect(fails(.perceptual(10)))
    #expect(!fails(.perceptual(100)))
  }

  @Test func `a transparent picture passes after it was written`() throws {
    var glass = try Bitmap(width: 16, height: 16)
    glass.fill(with: Color(argb: 0x0512_F4A7))
    _ = issues { expect(.picture(glass), SnapshotRun.Settings()) }
    #expect(issues { expect(.picture(glass), SnapshotRun.Settings()) } == [])
  }

  @Test func `a damaged picture fails with the reason`() throws {
    try folder.write("no picture", to: file("png"))
    let bitmap = try picture()
    let issues = issues { expect(.picture(bitmap), SnapshotRun.Settings()) }
    #expect(issues.map(\.severity) == [.error])
    #expect(issues.first?.text.contains("cannot be read") == true)
  }

  @Test func `the report has the failures of a run, with pictures`() throws {
    try folder.write("<one>\n", to: file("txt"))
    try folder.write(Data(try picture().pngData()), to: file("png"))
    let changed = try picture(marking: PixelRect(minX: 2, minY: 1, maxX: 5, maxY: 3))
    var settings = SnapshotRun.Settings()
    settings.report = folder.file("report.html")
    let run = SnapshotRun(settings)
    _ = issues { expect(.text("<one>\n"), on: run) }
    #expect(try report().contains("<h1>All snapshots are as expected</h1>"))
    _ = issues { expect(.picture(changed), on: run) }
    try folder.write("<two>\n", to: file("txt", number: 2))
    _ = issues { expect(.text("<one>\n"), on: run) }
    let report = try report()
    #expect(report.contains("<h1>Snapshots that failed: 2</h1>"))
    #expect(report.contains("<del>- &lt;two&gt;</del>\n<ins>+ &lt;one&gt;</ins>"))
    #expect(report.matches(of: /src="data:image\/png;base64,\w/).count == 3)
    #expect(!report.contains("<two>"))
  }

  // MARK: - Helpers

  private func report() throws -> String {
    String(decoding: try folder.data("report.html"), as: UTF8.self)
  }

  /// The current test's part of a file name.
  private var stem: String {
    let name = Test.current?.name ?? ""
    return SnapshotFiles.safe(String(name.prefix { $0 != "(" })) + ".card"
  }

  private func file(_ fileExtension: String, number: Int = 1) -> String {
    "__Snapshots__/CardTests/\(stem)\(number == 1 ? "" : "-\(number)").\(fileExtension)"
  }

  private func path(_ fileExtension: String) -> String { folder.file(file(fileExtension)) }

  private func expect(
    _ content: SnapshotContent, _ settings: SnapshotRun.Settings,
    record: SnapshotRecording? = nil, tolerance: SnapshotTolerance = .exact
  ) {
    expect(content, on: SnapshotRun(settings), record: record, tolerance: tolerance)
  }

  private func expect(
    _ content: SnapshotContent, on run: SnapshotRun, record: SnapshotRecording? = nil,
    tolerance: SnapshotTolerance = .exact
  ) {
    let location = SourceLocation(
      fileID: "Cards/CardTests.swift", filePath: folder.file("CardTests.swift"), line: 7, column: 1)
    run.expect(content, named: "card", record: record, tolerance: tolerance, at: location)
  }

  private func picture(
    marking rect: PixelRect = .empty, with color: Color = .black
  ) throws -> Bitmap {
    var bitmap = try Bitmap(width: 10, height: 8, color: .white)
    bitmap.fill(rect, with: color)
    return bitmap
  }

  /// The issues that a call records, none of which fails the test.
  private func issues(_ body: () -> Void) -> [RecordedIssue] {
    let recorded = Mutex<[RecordedIssue]>([])
    withKnownIssue(isIntermittent: true) {
      body()
    } matching: { issue in
      recorded.withLock { $0.append(RecordedIssue(issue)) }
      return true
    }
    return recorded.withLock { $0 }
  }
}

/// The tested parts of an issue.
private struct RecordedIssue: Equatable {
  let severity: Issue.Severity
  let text: String
  let line: Int?

  init(_ issue: Issue) {
    severity = issue.severity
    text = issue.comments.map(\.rawValue).joined(separator: "\n")
    line = issue.sourceLocation?.line
  }
}
