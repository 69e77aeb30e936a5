import GalleyTextCommands
import TestSupport
import Testing

@Suite struct PlainCommandLineTests {
  @Test(arguments: [
    ["hello", "-o", "x.png"], ["--output", "x.svg", "hello"], ["-o", "x.pdf", "some words"],
    [
      "hello", "-o", "x.png", "--fonts", "m.json", "--font", "A, B", "--lang", "ja", "--size", "20",
      "--width", "none", "--scale", "1.5", "--padding", "0",
    ],
  ])
  func `a plain command line has the values that the argument parser reads`(
    arguments: [String]
  ) throws {
    let plain = try #require(RenderCommand(plain: arguments))
    let parsed = try RenderCommand.parsed(arguments)
    #expect(values(of: plain).count > 30)
    #expect(values(of: plain) == values(of: parsed))
  }

  @Test(arguments: [
    [], ["hello"], ["-o", "x.png"], ["", "-o", "x.png"], ["hello", "-o"], ["hello", "-o", "x.txt"],
    ["hello", "world", "-o", "x.png"], ["-", "-o", "x.png"], ["hello", "-o", "-x.png"],
    ["hello", "-o", "x.png", "--width", "x"], ["hello", "-o", "x.png", "--width=20"],
    ["hello", "-o", "x.png", "-o", "y.png"], ["hello", "-o", "x.png", "--theme", "dark"],
    ["hello", "-o", "x.png", "--help"], ["--", "hello", "-o", "x.png"], ["hello", "-ox.png"],
    ["hello", "-o", "x.png", "--size", "-1"], ["hello", "-o", "x.png", "--lang", "?"],
  ])
  func `other command lines, and wrong ones, are left to the argument parser`(
    arguments: [String]
  ) {
    #expect(RenderCommand(plain: arguments) == nil)
  }

  @Test func `a plain command line and one for the argument parser draw the same`() throws {
    let directory = TemporaryDirectory()
    let (plain, parsed) = (directory.file("plain.png"), directory.file("parsed.png"))
    #expect(try galley("render", "Hello", "--fonts", testingFonts, "-o", plain).status == 0)
    let more = try galley(
      "render", "Hello", "--fonts", testingFonts, "-o", parsed, "--theme", "light", "--jobs=1")
    #expect(more.status == 0)
    #expect(try directory.data("plain.png") == directory.data("parsed.png"))
  }
}

/// Returns the values of a command's properties with their names, in order.
private func values(of command: Any) -> [String] {
  var values: [String] = []
  func add(_ value: Any, _ path: String) {
    let children = Mirror(reflecting: value).children
    // The title of a group belongs to the help.
    let named = children.filter { !["title", "_visibility", "_dummy"].contains($0.label) }
    if named.isEmpty { values.append("\(path): \(value)") }
    for child in named { add(child.value, path + "." + (child.label ?? "")) }
  }
  add(command, "")
  return values
}
