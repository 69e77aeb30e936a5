import TestSupport
import Testing

/// Completion scripts of shells.
@Suite struct CompletionTests {
  @Test(arguments: [
    ("bash", "--format", "png", "webp"), ("fish", "--theme", "dark-incoming", "outgoing"),
    ("zsh", "--align", "justified", "center"), ("bash", "--line-break", "unicode", "css"),
    ("fish", "--rich-format", "markdown", "html"), ("zsh", "--word-break", "break-all", "keep-all"),
    ("bash", "--dir", "ltr", "rtl"), ("zsh", "--truncate", "middle", "end"),
    ("bash", "--color", "navy", "teal"),
  ])
  func `a script knows the values of options`(
    shell: String, option: String, first: String, second: String
  ) throws {
    let script = try galley("--generate-completion-script", shell)
    #expect(script.status == 0)
    let name =
      switch shell {
      case "fish": "-l '\(option.dropFirst(2))'"
      // An array with the values.
      case "zsh": option.replacing("--", with: "___").replacing("-", with: "_") + "=("
      default: option
      }
    let lines = script.output.split(separator: "\n", omittingEmptySubsequences: false)
    let isListed = lines.indices.contains { index in
      // In bash, the values follow the name of the option.
      let place = lines[index..<min(index + 4, lines.count)].joined(separator: " ")
      return lines[index].contains(name) && place.contains(first) && place.contains(second)
    }
    #expect(isListed)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `a script is accepted by its shell`(shell: String) throws {
    let script = try galley("--generate-completion-script", shell).output
    guard try Program.run(["sh", "-c", "command -v \(shell)"]).status == 0 else { return }
    #expect(try Program.run([shell, "-n"], input: script) == Outcome(status: 0))
  }
}
