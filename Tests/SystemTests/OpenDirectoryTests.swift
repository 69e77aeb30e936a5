import GalleySystem
import TestSupport
import Testing

@Suite struct OpenDirectoryTests {
  @Test func `a name in an open directory has the status of its path`() throws {
    let directory = TemporaryDirectory()
    let path = try directory.write("text", to: "file.txt")
    let open = try OpenDirectory(path: directory.path)
    #expect(try open.status(of: "file.txt") == FileStatus(path: path))
    #expect(throws: FileError.self) { try open.status(of: "missing.txt") }
    #expect(throws: FileError.self) { try open.status(of: "file.txt\0") }
  }

  @Test func `a file is not opened as a directory`() throws {
    let directory = TemporaryDirectory()
    let path = try directory.write("text", to: "file.txt")
    #expect(throws: FileError.self) { try OpenDirectory(path: path).path }
    #expect(throws: FileError.self) { try OpenDirectory(path: path + "-missing").path }
  }
}
