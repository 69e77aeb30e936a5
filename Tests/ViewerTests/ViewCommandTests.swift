import TestSupport
import Testing

/// Errors of `galley view` on machines without a display.
@Suite struct ViewCommandTests {
  /// Runs `galley view` without a display.
  private func view(_ arguments: [String], screen: String? = nil) throws -> Outcome {
    // A window on an invisible display would never close.
    try Program.run(
      [Program.built("galley"), "view"] + arguments,
      environment: ["DISPLAY": screen, "WAYLAND_DISPLAY": nil, "SDL_VIDEODRIVER": nil], limit: 300)
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
    let outcome = try view(arguments)
    #expect(outcome.status == status)
    #expect(outcome.complaint.contains(words))
  }

  @Test(arguments: [nil, ":4711"])
  func `a missing or unreachable display is reported as an error`(screen: String?) throws {
    let outcome = try view(["--generate", "5", "--fonts", TestFonts.manifest], screen: screen)
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains("cannot open a window: "))
  }
}
