import Foundation
import TestSupport
import Testing

@testable import GalleySystem

@Suite struct MappedFileTests {
  let directory = TemporaryDirectory()

  @Test func `a mapped file has the bytes of the file`() throws {
    let path = directory.file("numbers")
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
    try FileSystem.write(bytes, to: path)
    let file = try MappedFile(path: path)
    #expect(file.count == bytes.count)
    #expect(file.withBytes { span in bytes.indices.allSatisfy { span[$0] == bytes[$0] } })
    #expect(try FileSystem.bytes(of: path) == bytes)
  }

  @Test func `an empty file maps to no bytes`() throws {
    let path = directory.file("empty")
    try FileSystem.write([UInt8](), to: path)
    #expect(try MappedFile(path: path).count == 0)
    #expect(try FileSystem.bytes(of: path).isEmpty)
  }

  @Test func `a mapping error names the path and the reason`() {
    #expect(throws: FileError(.read, "/nowhere/at/all", code: ENOENT)) {
      try MappedFile(path: "/nowhere/at/all")
    }
    #expect(throws: FileError(.read, "/usr", code: EISDIR)) { try MappedFile(path: "/usr") }
    let error = FileError(.read, "/usr", code: EISDIR)
    #expect(error.description == "/usr: cannot read: Is a directory")
  }

  @Test func `a file created from bytes provides those bytes`() {
    let file = MappedFile(copying: [1, 2, 3], name: "three")
    #expect(file.withBytes { [$0[0], $0[1], $0[2]] } == [1, 2, 3])
    #expect(MappedFile(copying: [], name: "none").withBytes { $0.isEmpty })
  }
}

@Suite struct AtomicWriteTests {
  let directory = TemporaryDirectory()

  @Test func `writing replaces the file and leaves no temporary files`() throws {
    let path = directory.file("a")
    try FileSystem.write(Array("old, and longer".utf8), to: path)
    try FileSystem.write(Array("new".utf8), to: path, isDurable: false)
    #expect(try FileSystem.bytes(of: path) == Array("new".utf8))
    #expect(try directory.names() == ["a"])
  }

  @Test func `a failed write reports the path and leaves no temporary file`() throws {
    let path = directory.file("missing/a")
    #expect(throws: FileError(.write, path, code: ENOENT)) { try FileSystem.write([1], to: path) }
    #expect(throws: FileError(.write, directory.path, code: EISDIR)) {
      try FileSystem.write([1], to: directory.path)
    }
    #expect(try directory.names() == [])
  }

  @Test func `writing to a device does not replace it`() throws {
    try FileSystem.write([1, 2, 3], to: "/dev/null")
    #expect(try FileStatus(path: "/dev/null").kind == .other)
    #expect(throws: FileError(.write, "/dev/full", code: ENOSPC)) {
      try FileSystem.write([1, 2, 3], to: "/dev/full")
    }
  }

  @Test func `writing through a symbolic link keeps the link`() throws {
    try FileSystem.write([1], to: directory.file("target"))
    try directory.link("link", to: "target")
    try FileSystem.write([2], to: directory.file("link"))
    #expect(try FileSystem.bytes(of: directory.file("target")) == [2])
    #expect(try directory.names() == ["link", "target"])
  }

  @Test func `writing follows links to missing files and rejects loops`() throws {
    try FileSystem.makeDirectory(directory.file("folder"))
    try directory.link("link", to: "folder/other")
    try directory.link("folder/other", to: "target")
    try FileSystem.write([2], to: directory.file("link"))
    #expect(try FileSystem.bytes(of: directory.file("folder/target")) == [2])
    #expect(try directory.names() == ["folder", "link"])
    try directory.link("loop", to: "loop")
    let loop = directory.file("loop")
    #expect(throws: FileError(.write, loop, code: ELOOP)) { try FileSystem.write([1], to: loop) }
  }

  @Test(arguments: [0o600, 0o640, 0o444, 0o755])
  func `a replaced file keeps its permissions`(mode: Int) throws {
    let path = directory.file("a")
    try FileSystem.write([1], to: path)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    try FileSystem.write([2], to: path)
    #expect(try FileSystem.bytes(of: path) == [2])
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == mode)
  }

  @Test func `leftover temporary files do not prevent writing`() throws {
    for number in 0..<2_000 {
      let name = "/.galley-\(getpid())-\(number).tmp"
      #expect(FileManager.default.createFile(atPath: directory.path + name, contents: nil))
    }
    for number in 0..<3 { try FileSystem.write([1], to: directory.path + "/\(number)") }
    #expect(try directory.names().count == 2_003)
  }

  @Test func `a write error in a read-only directory names the path`() throws {
    guard getuid() != 0 else { return }  // The superuser can write anywhere.
    #expect(throws: FileError(.write, "/usr/a", code: EACCES)) {
      try FileSystem.write([1], to: "/usr/a")
    }
  }

  @Test func `creating a directory also creates missing parents`() throws {
    try FileSystem.makeDirectory(directory.file("a/b/c"))
    try FileSystem.makeDirectory(directory.file("a/b/c"))
    #expect(try FileSystem.names(in: directory.file("a")) == ["b"])
  }
}

@Suite struct SHA256Tests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `digests match the examples of the standard`(text: String, digest: String) {
    #expect(SHA256.hexDigest(of: Array(text.utf8).span) == digest)
  }

  @Test func `the digest of a million letters matches the standard`() {
    let letters = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    let digest = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    #expect(SHA256.hexDigest(of: letters.span) == digest)
  }

  @Test(arguments: [
    (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
    (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
    (63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
    (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
  ])
  func `digests are correct for lengths around the padding boundary`(count: Int, digest: String) {
    let letters = [UInt8](repeating: UInt8(ascii: "a"), count: count)
    #expect(SHA256.hexDigest(of: letters.span) == digest)
  }
}

@Suite struct FileTreeTests {
  @Test func `a tree is removed, and what its links lead to is left`() throws {
    let directory = TemporaryDirectory()
    try directory.write("kept", to: "outside/file")
    try directory.write("a", to: "tree/a/b/file")
    try FileManager.default.createSymbolicLink(
      atPath: directory.file("tree/a/link"), withDestinationPath: directory.file("outside"))
    try FileSystem.removeTree(directory.file("tree"))
    #expect(try directory.names(in: "") == ["outside"])
    #expect(try directory.names(in: "outside") == ["file"])
    try FileSystem.removeTree(directory.file("tree"))
    #expect(throws: FileError.self) { try FileSystem.removeTree("/proc/self/status") }
  }

  @Test func `the age of a file is the time since it was written`() throws {
    let directory = TemporaryDirectory()
    let path = try directory.write("a", to: "file")
    #expect((0...600).contains(try FileStatus(path: path).age))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -5_000)], ofItemAtPath: path)
    #expect((5_000...5_600).contains(try FileStatus(path: path).age))
  }
}
