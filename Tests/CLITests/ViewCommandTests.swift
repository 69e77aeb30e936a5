import Foundation
import TestSupport
import Testing

/// Errors of `galley view` and `galley scroll`.
@Suite struct ViewCommandTests {
  @Test func `a missing display gives a one-line error`() throws {
    let result = try galley(
      ["view", "--generate", "3", "--fonts", testingFonts],
      environment: ["DISPLAY": "", "WAYLAND_DISPLAY": "", "SDL_VIDEODRIVER": "x11"])
    #expect(result.status == 1)
    #expect(result.complaint.hasPrefix("cannot open a window: "))
    #expect(result.complaint.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    ["view"], ["view", "a.json", "--generate", "3"], ["view", "--generate", "0"],
    ["view", "a.json", "--size", "3x4"], ["view", "a.json", "--theme", "red"],
    ["scroll", "--generate", "3", "--script", "waltz"], ["scroll", "--generate", "3", "--hz", "0"],
    ["scroll", "--generate", "3", "--seconds", "-1"], ["scroll", "a.json", "--seed", "x"],
  ])
  func `invalid usage exits with status 64`(arguments: [String]) throws {
    #expect(try galley(arguments).status == 64)
  }

  @Test(arguments: ["view", "scroll"])
  func `an invalid chat is reported with status 1`(command: String) throws {
    let directory = TemporaryDirectory()
    let file = try directory.write("[{]", to: "chat.json")
    let result = try galley(command, file, "--fonts", testingFonts)
    #expect(result.status == 1)
    #expect(result.complaint.hasPrefix(file))
    #expect(try galley(command, directory.file("none.json")).complaint.contains("none.json"))
  }
}
