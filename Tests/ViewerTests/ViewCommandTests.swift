import Foundation
import TestSupport
import Testing

/// Errors of `galley view` on machines without a display.
@Suite struct ViewCommandTests {
  /// Runs `galley view` without a display.
  private func view(_ arguments: [String], screen: String? = nil) throws -> (Int32, String) {
    let process = Process()
    let errors = Pipe()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "galley")
    process.arguments = ["view"] + arguments
    var variables = ProcessInfo.processInfo.environment
    variables["DISPLAY"] = screen
    for name in ["WAYLAND_DISPLAY", "SDL_VIDEODRIVER"] { variables[name] = nil }
    process.environment = variables
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    // A window on an invisible display would never close.
    let child = process.processIdentifier
    let end = DispatchWorkItem { kill(child, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 30, execute: end)
    defer { end.cancel() }
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  @Test(arguments: [
    (["/nowhere/chat.json"], 1, "/nowhere/chat.json: cannot read"),
    (["--generate", "-5"], 64, "an integer from 1"),
    (["--generate", "0"], 64, "an integer from 1"),
    (["chat.json", "--generate", "5"], 64, "either a file or --generate"),
    ([], 64, "either a file or --generate"),
    (["--generate", "5", "--size", "0x0"], 64, "from 240x100 to 2000x4000"),
    (["--generate", "5", "--size", "nanx100"], 64, "a width and a height"),
    (["--generate", "5", "--scale", "nan"], 64, "a number from 0.5 to 4"),
    (["--generate", "5", "--theme", "green"], 64, "light or dark"),
  ])
  func `invalid arguments are reported with a reason`(
    arguments: [String], status: Int32, words: String
  ) throws {
    let (ended, text) = try view(arguments)
    #expect(ended == status)
    #expect(text.contains(words))
  }

  @Test(arguments: [nil, ":4711"])
  func `a missing or unreachable display is reported as an error`(screen: String?) throws {
    let (status, text) = try view(
      ["--generate", "5", "--fonts", TestFonts.manifest], screen: screen)
    #expect(status == 1)
    #expect(text.contains("cannot open a window: "))
  }
}
