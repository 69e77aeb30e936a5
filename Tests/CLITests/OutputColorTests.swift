import TestSupport
import Testing

/// Colors of the output.
@Suite struct OutputColorTests {
  let directory = TemporaryDirectory()

  private let red = "\u{1B}[31m"
  private let green = "\u{1B}[32m"

  private func diff(_ arguments: String...) throws -> String {
    try galley(["diff", "--text", "a", "b", "--fonts", testingFonts] + arguments).output
  }

  @Test func `a file or a pipe is not colored unless requested`() throws {
    #expect(try !diff().contains("\u{1B}"))
    #expect(try !diff("--color", "never").contains("\u{1B}"))
    let colored = try diff("--color", "always")
    #expect(colored.hasPrefix("\(red)- a\u{1B}[0m\n\(green)+ b\u{1B}[0m\n"))
  }

  /// On a terminal, which the command `script` provides.
  @Test(arguments: [
    ("", true), ("NO_COLOR=1", false), ("NO_COLOR=", true), ("TERM=dumb", false),
    ("NO_COLOR=1 COLORED=--color=always", true), ("COLORED=--color=never", false),
  ])
  func `a terminal is colored unless NO_COLOR has a value`(
    variables: String, isColored: Bool
  ) throws {
    guard try Program.run(["sh", "-c", "command -v script"]).status == 0 else { return }
    let command =
      "env TERM=xterm \(variables) sh -c \"'\(Program.built("galley"))' diff --text a b --fonts "
      + "'\(testingFonts)' \\$COLORED\""
    let result = try Program.run(
      ["script", "-qec", command, "/dev/null"], environment: ["NO_COLOR": nil])
    #expect(result.output.contains("- a"))
    #expect(result.output.contains(red) == isColored)
  }

  @Test func `differences of a corpus are colored`() throws {
    let text = { (word: String) in
      "--- a layout ---\n// A case.\nfont: Galley Box 10\ntext: \(word)\n"
    }
    try directory.write(text("a"), to: "corpus/a.txt")
    let arguments = ["--corpus", directory.file("corpus"), "--fonts", testingFonts]
    #expect(try galley(["corpus", "approve", "a"] + arguments).status == 0)
    try directory.write(text("aa"), to: "corpus/a.txt")
    let plain = try galley(["corpus", "run"] + arguments)
    #expect(plain.status == 2)
    #expect(!plain.output.contains("\u{1B}"))
    let colored = try galley(["corpus", "run", "--color", "always"] + arguments)
    #expect(colored.output.contains("\(red)  - layout 10.000"))
    #expect(colored.output.contains("\(green)  + layout 20.000"))
    let codes = #/\u{1B}\[\d+m/#
    #expect(colored.output.replacing(codes, with: "") == plain.output)
  }

  @Test func `control characters of a text do not color the output`() throws {
    let result = try galley(
      "diff", "--text", "a\u{1B}[31m", "b", "--fonts", testingFonts, "--color", "always")
    #expect(result.output.contains("- a\\u{1B}[31m\u{1B}[0m"))
  }
}
