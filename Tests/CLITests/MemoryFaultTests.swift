import Foundation
import TestSupport
import Testing

/// Memory that runs out.
@Suite(.disabled(if: isSanitized, "sanitizers have allocators of their own"))
struct MemoryFaultTests {
  private let directory = TemporaryDirectory()
  // Every script has its shaper, and emoji their pictures.
  private let arguments = "render 'Hi אב (a) تس 1😀 सत' --fonts '\(testingFonts)' -o"

  /// Runs `galley`, and returns its outcome with the picture, if there is one.
  private func picture(
    _ name: String, before prefix: String = "", format: String
  ) throws -> (outcome: Outcome, bytes: Data?) {
    let file = "\(name).\(format)"
    let outcome = try shell("\(prefix) galley \(arguments) \(file)", in: directory.path)
    return (outcome, try? directory.data(file))
  }

  /// Swift ends a process without memory; C libraries go on without a table or a buffer, and change
  /// the picture.
  @Test(arguments: ["png", "pdf"])
  func `an allocation that fails ends the program with a message, whichever it is`(
    format: String
  ) throws {
    let shim = directory.file("shim.so")
    let source = repository.appending(path: "Tests/Faults/failing_allocations.c").path
    let command = ["clang", "-O1", "-Wall", "-Werror", "-shared", "-fPIC", source, "-o", shim]
    try #require(Program.run(command).status == 0)
    let whole = try picture("whole", before: "LD_PRELOAD=\(shim)", format: format)
    try #require(whole.outcome.status == 0 && whole.bytes != nil)
    let count = try #require(Int(whole.outcome.complaint))
    #expect(count > 1_000)
    let pointCount = runsLongTests ? 2_000 : 40
    // The last ones are made while the program ends, by several threads.
    for point in 1...pointCount {
      let number = count * 95 / 100 * point / pointCount
      let variables = "FAILING_ALLOCATION=\(number) LD_PRELOAD=\(shim)"
      let result = try picture("a\(number)", before: variables, format: format)
      #expect(
        result.outcome == Outcome(status: 1, complaint: "galley: out of memory\n"), "\(number)")
      #expect(result.bytes == nil || result.bytes == whole.bytes, "\(number)")
    }
  }

  @Test func `a program with too little memory draws the picture, or none`() throws {
    let whole = try picture("whole", format: "png")
    var failures = 0
    for megabytes in stride(from: 20, through: 420, by: runsLongTests ? 2 : 20) {
      let limit = "ulimit -v \(megabytes * 1_024);"
      let result = try picture("b\(megabytes)", before: limit, format: "png")
      if result.outcome.status == 0 {
        #expect(result.bytes == whole.bytes, "\(megabytes)")
      } else {
        failures += 1
        #expect(result.bytes == nil, "\(megabytes)")
      }
    }
    #expect(failures > 0)
  }
}
