import Foundation
import GalleySystem
import Glibc
import TestSupport
import Testing

/// Files that change while they are mapped, descriptors that run out, and failed allocations.
@Suite struct FaultTests {
  @Test func `reading a mapped file that was truncated ends the process with a message`()
    async throws
  {
    let result = try #require(
      await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
        StandardStreams.failRatherThanEnd()
        let directory = TemporaryDirectory()
        let path = try directory.write(Data(repeating: 7, count: 1 << 16), to: "font")
        let file = try MappedFile(path: path)
        try #require(file.bytes(0..<1) == [7])
        unsafe truncate(path, 0)
        _ = file.bytes(40_000..<40_001)
      })
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.hasSuffix("/font: the file was truncated while it was in use\n"))
  }

  @Test func `other bus errors end the process by their signal`() async {
    await #expect(processExitsWith: .signal(SIGBUS)) {
      StandardStreams.failRatherThanEnd()
      raise(SIGBUS)
      raise(SIGBUS)
    }
  }

  @Test func `a file that was deleted while it was mapped keeps its bytes`() throws {
    let directory = TemporaryDirectory()
    let path = try directory.write(Data(repeating: 7, count: 1 << 16), to: "font")
    let file = try MappedFile(path: path)
    try FileSystem.removeFile(path)
    #expect(file.bytes(40_000..<40_002) == [7, 7])
  }

  @Test(.disabled(if: isSanitized, "the leak sanitizer needs descriptors when a process ends"))
  func `fonts are opened after all descriptors are used up`() async {
    await #expect(processExitsWith: .success) {
      let directory = TemporaryDirectory()
      let path = try directory.write(Data(repeating: 7, count: 100), to: "font")
      _ = try MappedFile(path: path)
      var limit = rlimit()
      unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      limit.rlim_cur = 64
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      while dup(0) >= 0 {}
      let error = #expect(throws: FileError.self) { _ = try RegularFile(path: path) }
      #expect(error?.cause == .system(EMFILE))
      for _ in 0..<3 {
        #expect(try MappedFile(path: path).count == 100)
        #expect(try MappedFile(reading: path).count == 100)
      }
      #expect(throws: FileError(.read, "/none", code: ENOENT)) { try MappedFile(path: "/none") }
    }
  }
}
