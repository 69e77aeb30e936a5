import GalleySnapshots
import Testing

@Suite struct SnapshotFilesTests {
  private let files = SnapshotFiles()

  private func claim(
    _ name: String, test: String = "wraps()", line: Int = 1, isParameterized: Bool = false
  ) -> SnapshotFiles.Claim {
    files.claim(
      name, ofTest: test,
      at: SourceLocation(fileID: "A/B.swift", filePath: "/a/B.swift", line: line, column: 1),
      isParameterized: isParameterized, in: "/a/B.swift", fileExtension: "txt")
  }

  private func isConflict(_ claim: SnapshotFiles.Claim) -> Bool {
    if case .conflict = claim { true } else { false }
  }

  @Test func `a file is beside the test and named after it`() {
    #expect(claim("") == .file("/a/__Snapshots__/B/wraps.txt"))
    #expect(claim("wide") == .file("/a/__Snapshots__/B/wraps.wide.txt"))
    #expect(
      claim("", test: "`a card wraps`(width:)") == .file("/a/__Snapshots__/B/a-card-wraps.txt"))
  }

  @Test func `snapshots of one name in a test get numbers`() {
    #expect(claim("a") == .file("/a/__Snapshots__/B/wraps.a.txt"))
    #expect(claim("a") == .file("/a/__Snapshots__/B/wraps.a-2.txt"))
    #expect(claim("a-2") == .file("/a/__Snapshots__/B/wraps.a-2-2.txt"))
    #expect(claim("a") == .file("/a/__Snapshots__/B/wraps.a-3.txt"))
  }

  @Test func `tests with equal names cannot share a file`() {
    #expect(!isConflict(claim("", line: 1)))
    #expect(isConflict(claim("", line: 9)))
    #expect(!isConflict(claim("b", line: 9)))
  }

  @Test func `cases of a test with arguments need names`() {
    #expect(!isConflict(claim("", isParameterized: true)))
    #expect(isConflict(claim("", isParameterized: true)))
    #expect(!isConflict(claim("b", isParameterized: true)))
  }

  @Test(arguments: [
    ("../../etc/passwd", "etc-passwd"), ("a/b\\c:d", "a-b-c-d"), ("a\u{0}b\nc", "a-b-c"),
    ("240 pt, dark", "240-pt-dark"), ("größe_2", "größe_2"), ("…", ""),
  ])
  func `unsafe characters of names become hyphens`(name: String, safe: String) {
    #expect(SnapshotFiles.safe(name) == safe)
  }

  @Test func `long names are truncated between characters`() {
    #expect(SnapshotFiles.safe(String(repeating: "ä", count: 90)).count == 50)
  }
}
