import Foundation
import TestSupport
import GalleySystem
import Testing

@Suite struct RegularFileTests {
  let directory = TemporaryDirectory()

  @Test func `pipes, devices and folders are rejected without blocking`() throws {
    let pipe = directory.file("pipe")
    try #require(unsafe mkfifo(pipe, 0o600) == 0)
    for path in [pipe, "/dev/zero", "/dev/null"] {
      #expect(throws: FileError(.read, path, .notRegular)) { _ = try RegularFile(path: path) }
      #expect(throws: FileError(.read, path, .notRegular)) { try MappedFile(path: path) }
    }
    #expect(throws: FileError(.read, "/usr", code: EISDIR)) { _ = try RegularFile(path: "/usr") }
  }

  @Test func `a file at the size limit is read, a larger one rejected`() throws {
    let path = directory.file("a")
    try FileSystem.write([UInt8](repeating: 7, count: 100_000), to: path)
    #expect(try RegularFile(path: path).bytes(limit: 100_000).count == 100_000)
    #expect(throws: FileError(.read, path, .tooLarge(limit: 99_999))) {
      try RegularFile(path: path).bytes(limit: 99_999)
    }
    #expect(throws: FileError(.read, path, .tooLarge(limit: 99_999))) {
      try FileSystem.bytes(of: path, limit: 99_999)
    }
    #expect(throws: FileError(.read, "/dev/zero", .tooLarge(limit: 1 << 20))) {
      try FileSystem.bytes(of: "/dev/zero", limit: 1 << 20)
    }
  }

  @Test func `a file that reports no size is read within the limit`() throws {
    let path = "/proc/self/status"
    let file = try RegularFile(path: path)
    #expect(file.status.size == 0)
    #expect(try !file.bytes(limit: 1 << 20).isEmpty)
    #expect(throws: FileError(.read, path, .tooLarge(limit: 10))) {
      try RegularFile(path: path).bytes(limit: 10)
    }
  }

  @Test func `a path with a null character is rejected, not truncated`() throws {
    let path = directory.file("a")
    try FileSystem.write([1], to: path)
    let cut = path + "\u{0}.png"
    #expect(throws: FileError(.read, cut, .nullCharacter)) { _ = try RegularFile(path: cut) }
    #expect(throws: FileError(.read, cut, .nullCharacter)) { try FileStatus(path: cut) }
    #expect(throws: FileError(.read, cut, .nullCharacter)) { try MappedFile(path: cut) }
    #expect(throws: FileError(.read, cut, .nullCharacter)) { try FileSystem.bytes(of: cut) }
    #expect(throws: FileError(.write, cut, .nullCharacter)) { try FileSystem.write([2], to: cut) }
    #expect(throws: FileError(.write, cut, .nullCharacter)) { try FileSystem.makeDirectory(cut) }
    #expect(try FileSystem.bytes(of: path) == [1])
  }
}

@Suite struct PipeTests {
  let directory = TemporaryDirectory()

  /// Reading a long pipe, which takes a quarter of an hour if the bytes are copied for each piece.
  @Test(.timeLimit(.minutes(5)))
  func `a large pipe is read in linear time`() throws {
    let path = directory.file("pipe")
    try #require(unsafe mkfifo(path, 0o600) == 0)
    let count = 256 << 20
    Thread.detachNewThread {
      let writer = FileHandle(forWritingAtPath: path)
      try? writer?.write(contentsOf: Data(count: count))
      try? writer?.close()
    }
    #expect(try FileSystem.bytes(of: path).count == count)
  }
}

@Suite struct FileScopeTests {
  let folder: String
  private let directory = TemporaryDirectory()

  init() throws {
    folder = directory.file("chat")
    try FileSystem.makeDirectory(folder + "/photos/old")
    try FileSystem.write([1], to: folder + "/a")
    try FileSystem.write([2], to: folder + "/photos/old/b")
    try FileSystem.write([3], to: directory.file("secret"))
    try directory.link("chat/file", to: "../secret")
    try directory.link("chat/parent", to: "..")
    try directory.link("chat/inside", to: "a")
    try directory.link("way", to: "chat")
  }

  private func bytes(_ name: String, allowsOutsideFiles: Bool = false) throws(FileError) -> [UInt8]
  {
    let scope = FileScope(directory: folder, allowsOutsideFiles: allowsOutsideFiles)
    return try scope.open(name).bytes(limit: 100)
  }

  @Test(
    arguments: [
      ("a", 1), ("./a", 1), (".//a", 1), ("photos/old/b", 2), ("photos//old/./b", 2),
    ] as [(String, UInt8)])
  func `files within the folder are opened`(name: String, byte: UInt8) throws {
    #expect(try bytes(name) == [byte])
    #expect(try bytes(name, allowsOutsideFiles: true) == [byte])
    // The path to the folder belongs to the user.
    #expect(try FileScope(directory: directory.file("way")).open(name).bytes(limit: 9) == [byte])
  }

  @Test(arguments: ["../secret", "photos/../../secret", "photos/../a", "..", "/etc/passwd", "//a"])
  func `absolute paths and parent references are rejected`(name: String) {
    let error = #expect(throws: FileError.self) { try bytes(name) }
    #expect(error?.cause == .outside)
  }

  @Test(arguments: ["file", "parent/secret", "inside", "parent/chat/a"])
  func `links are rejected regardless of their target`(name: String) {
    let error = #expect(throws: FileError.self) { try bytes(name) }
    #expect(error?.cause == .link)
  }

  @Test(arguments: [("../secret", 3), ("file", 3), ("parent/secret", 3), ("inside", 1)])
  func `outside files are opened if the scope allows them`(name: String, byte: UInt8) throws {
    #expect(try bytes(name, allowsOutsideFiles: true) == [byte])
    #expect(try bytes(folder + "/a", allowsOutsideFiles: true) == [1])
    let error = #expect(throws: FileError.self) { try bytes("/dev/zero", allowsOutsideFiles: true) }
    #expect(error?.cause == .notRegular)
  }

  @Test(arguments: [
    ("", FileError.Cause.system(EISDIR)), (".", .system(EISDIR)), ("photos", .system(EISDIR)),
    ("none", .system(ENOENT)), ("none/b", .system(ENOENT)), ("a/b", .system(ENOTDIR)),
    ("a\u{0}.png", .nullCharacter), ("photos\u{0}/../a", .nullCharacter),
  ])
  func `other invalid paths report the cause`(name: String, cause: FileError.Cause) {
    let error = #expect(throws: FileError.self) { try bytes(name) }
    #expect(error?.cause == cause)
    #expect(error?.path == folder + "/" + name)
  }

  @Test func `a scope without a folder uses the working directory`() throws {
    #expect(FileScope(directory: nil).directory == ".")
    #expect(FileScope(directory: "").directory == ".")
    #expect(FileScope(directory: nil).path(of: "a.png") == "a.png")
    #expect(FileScope(directory: "/").path(of: "a.png") == "/a.png")
    let error = #expect(throws: FileError.self) { _ = try FileScope(directory: nil).open("no.png") }
    #expect(error?.description == "no.png: cannot read: No such file or directory")
  }
}
