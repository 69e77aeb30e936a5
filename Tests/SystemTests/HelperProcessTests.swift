import GalleySystem
import Glibc
import TestSupport
import Testing

/// Helper processes; the program of the requests is `Tests/HelperProbe`.
struct HelperProcessTests {
  private func helper() throws -> HelperProcess {
    try HelperProcess([Program.built("HelperProbe")])
  }

  private func answer(
    _ helper: HelperProcess, _ request: String, limit: Duration = .seconds(60)
  ) throws(HelperProcess.Failure) -> String {
    try helper.exchange(Array(request.utf8), [UInt8]().span, room: 0, limit: limit) {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test func `data goes to a helper and back through the memory file`() throws {
    let helper = try helper()
    let data = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }
    for _ in 0..<3 {
      let copy = try helper.exchange(
        Array("copy".utf8), data.span, room: 1_000, limit: .seconds(60)
      ) { answer in
        answer == Array("copied".utf8) ? helper.memory.bytes(1_000, at: 1_000) : nil
      }
      #expect(copy == data.reversed())
    }
    let size = 50 << 20
    let isKept = try helper.exchange(
      Array("copy".utf8), data.span, room: size, limit: .seconds(60)
    ) { _ in helper.memory.bytes(1, at: size) != nil }
    #expect(isKept)
    // A large file is not kept.
    #expect(helper.memory.bytes(1, at: 0) == nil)
  }

  @Test(arguments: ["open", "socket", "start", "kill", "resize", "execute", "descriptors"])
  func `a helper that makes a forbidden call is killed`(request: String) throws {
    let helper = try helper()
    #expect(throws: HelperProcess.Failure.signal(SIGSYS)) { try answer(helper, request) }
    // It answers nothing more.
    #expect(throws: HelperProcess.Failure.self) { try answer(helper, "copy") }
    #expect("\(HelperProcess.Failure.signal(SIGSYS))".contains("forbidden"))
  }

  @Test(.disabled(if: isSanitized, "sanitizers make forbidden calls as a process ends"))
  func `a helper that crashes, ends or hangs is a failure that says so`() throws {
    let signals: Set<HelperProcess.Failure> = [.signal(SIGILL), .signal(SIGTRAP), .signal(SIGSYS)]
    let crash = #expect(throws: HelperProcess.Failure.self) { try answer(helper(), "trap") }
    #expect(crash.map(signals.contains) == true, "\(String(describing: crash))")
    #expect(throws: HelperProcess.Failure.exited(7)) { try answer(helper(), "exit") }
    #expect(throws: HelperProcess.Failure.timeLimit) {
      try answer(helper(), "hang", limit: .milliseconds(200))
    }
  }

  @Test(.disabled(if: isSanitized, "sanitizers reserve addresses"))
  func `a helper has at most the memory that it says`() throws {
    #expect(try answer(helper(), "memory") == "refused")
  }

  @Test func `a program that is missing is a failure`() {
    #expect(throws: HelperProcess.Failure.self) { try HelperProcess(["/nowhere/program"]) }
    let missing = ["/usr/bin/env", "no-such-program-of-galley"]
    #expect(throws: HelperProcess.Failure.exited(127)) {
      try answer(HelperProcess(missing), "copy")
    }
  }

  @Test func `a helper that is released leaves no process and no descriptor`() throws {
    let before = try descriptorCount()
    var processes: [Int32] = []
    for _ in 0..<10 {
      let helper = try helper()
      #expect(try answer(helper, "other") == "unknown")
      processes.append(helper.process)
    }
    #expect(processes.allSatisfy { kill($0, 0) != 0 })
    // Other tests open files meanwhile.
    #expect(try descriptorCount() < before + 20)
  }

  private func descriptorCount() throws -> Int {
    (3..<1_024).count { fcntl($0, F_GETFD) >= 0 }
  }
}
