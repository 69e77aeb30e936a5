import Foundation
import GalleySystem
import TestSupport
import Testing

/// Files that are written in pieces.
@Suite struct DraftFileTests {
  let directory = TemporaryDirectory()

  private var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()) ?? []
  }

  @Test func `a file appears when it is complete`() throws {
    try directory.write("old", to: "file")
    let file = try DraftFile(path: directory.file("file"))
    let piece = [UInt8](repeating: 7, count: 100_000)
    for _ in 0..<9 { file.write(piece) }
    #expect(try directory.data("file") == Data("old".utf8))
    try file.publish()
    #expect(try directory.data("file") == Data(repeating: 7, count: 900_000))
    #expect(names == ["file"])
  }

  @Test func `a file that is given up leaves the old one`() throws {
    try directory.write("old", to: "file")
    do { try DraftFile(path: directory.file("file")).write([1, 2, 3]) }
    #expect(try directory.data("file") == Data("old".utf8))
    #expect(names == ["file"])
  }

  @Test func `a folder and a full device are errors`() throws {
    #expect(throws: FileError.self) { try DraftFile(path: directory.path) }
    let full = try DraftFile(path: "/dev/full")
    full.write([1])
    #expect(throws: FileError.self) { try full.publish() }
  }
}
