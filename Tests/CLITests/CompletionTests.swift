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

  /// These commands are parts of other programs, which know their options.
  @Test(arguments: [
    ("bash", "_galley_view()", "dark"), ("bash", "_galley_scroll()", "--trace"),
    ("bash", "_galley_replay()", "--bisect"), ("bash", "_galley_corpus_review()", "--port"),
    ("zsh", "_galley_view()", "--record"), ("zsh", "_galley_corpus_review()", "--port"),
    ("fish", "\"galley view\"", "light"), ("fish", "\"galley scroll\"", "-l 'trace'"),
    ("fish", "\"galley replay\"", "-l 'bisect'"), ("fish", "\"galley corpus review\"", "-l 'port'"),
    ("fish", "case 'view'", "theme="), ("fish", "case 'review'", "port="),
  ])
  func `a script knows the options of delegated commands`(
    shell: String, command: String, option: String
  ) throws {
    let script = try galley("--generate-completion-script", shell)
    #expect(script.status == 0)
    let lines = script.output.split(separator: "\n", omittingEmptySubsequences: false)
    let starts = lines.indices.filter { lines[$0].contains(command) }
    let isListed = starts.contains { index in
      // A function in bash or zsh; one line, or the next one, in fish.
      let end = lines[index...].firstIndex(of: "}") ?? lines.count
      return lines[index..<(shell == "fish" ? index + 2 : end)].contains { $0.contains(option) }
    }
    #expect(isListed)
    #expect(starts.count == 1 || shell == "fish")
  }

  @Test func `bash completes the options and values of a delegated command`() throws {
    guard try Program.run(["sh", "-c", "command -v bash"]).status == 0 else { return }
    let directory = TemporaryDirectory()
    let script = try galley("--generate-completion-script", "bash").output
    try directory.write(script, to: "script")
    func completions(_ words: String...) throws -> [Substring] {
      let line = (["galley"] + words).map { "'\($0)'" }.joined(separator: " ")
      let (current, previous) = (words.last ?? "", words.dropLast().last ?? "galley")
      return try Program.output(of: [
        "bash", "-c",
        """
        compopt() { :; }; source '\(directory.file("script"))'
        COMP_WORDS=(\(line)); COMP_CWORD=\(words.count)
        _galley galley '\(current)' '\(previous)'; printf '%s\\n' "${COMPREPLY[@]}"
        """,
      ]).split(separator: "\n")
    }
    #expect(try completions("view", "--theme", "") == ["light", "dark"])
    #expect(try completions("replay", "--bi") == ["--bisect"])
    #expect(try completions("corpus", "review", "--po") == ["--port"])
  }

  @Test(arguments: [
    (["view", "--help"], "--record"), (["help", "replay"], "--bisect"),
    (["corpus", "review", "--help"], "--port"), (["help", "corpus", "review"], "--port"),
    (["scroll", "--help"], "--trace"),
  ])
  func `the help of a delegated command has its options`(words: [String], option: String) throws {
    let help = try galley(words)
    #expect(help.status == 0)
    #expect(help.output.contains(option))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `a script is accepted by its shell`(shell: String) throws {
    let script = try galley("--generate-completion-script", shell).output
    guard try Program.run(["sh", "-c", "command -v \(shell)"]).status == 0 else { return }
    #expect(try Program.run([shell, "-n"], input: script) == Outcome(status: 0))
  }
}
