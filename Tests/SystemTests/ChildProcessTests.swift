import Foundation
import GalleySystem
import TestSupport
import Testing

@Suite struct ChildProcessTests {
  let directory = TemporaryDirectory()

  private func run(_ script: String, limit: Duration = .seconds(60)) throws -> ChildProcess.Ending {
    try directory.write("input", to: "in")
    try directory.write("an old and longer output", to: "out")
    return try ChildProcess.run(
      ["/bin/sh", "-c", script],
      streams: .init(
        input: directory.file("in"), output: directory.file("out"), errors: directory.file("err")),
      limit: limit)
  }

  @Test func `the streams of a program are files`() throws {
    #expect(try run("cat; echo complaint >&2; exit 3") == .exited(3))
    #expect(try directory.data("out") == Data("input".utf8))
    #expect(try directory.data("err") == Data("complaint\n".utf8))
  }

  @Test(arguments: [("SEGV", SIGSEGV), ("PIPE", SIGPIPE)])
  func `a program that is ended by a signal names it, even if it is ignored here`(
    name: String, number: Int32
  ) throws {
    signal(SIGPIPE, SIG_IGN)
    #expect(try run("kill -\(name) $$") == .signal(number))
  }

  @Test func `a program is killed at the time limit with all that it started`() throws {
    #expect(try run("sleep 600 & echo $!; wait", limit: .milliseconds(300)) == .timeLimit)
    let child = try #require(
      Int32(String(decoding: try directory.data("out"), as: UTF8.self).dropLast()))
    // A process dies a while after the signal, and is a zombie until the init process collects it.
    func isAlive() -> Bool {
      let status = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
      return status.map { !$0.contains(") Z ") && !$0.contains(") X ") } ?? false
    }
    let end = ContinuousClock.now + .seconds(60)
    while isAlive(), ContinuousClock.now < end { usleep(10_000) }
    #expect(!isAlive())
  }

  @Test func `a missing program is an error`() throws {
    #expect(throws: FileError.self) {
      try ChildProcess.run(
        [directory.file("none")],
        streams: .init(
          input: "/dev/null", output: directory.file("out"), errors: directory.file("err")),
        limit: .seconds(1))
    }
  }
}
