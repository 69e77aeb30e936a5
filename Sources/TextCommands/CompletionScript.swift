package import ArgumentParser
internal import GalleySystem

/// The script by which a shell completes the arguments of `galley`.
///
/// Commands that are parts of other programs are completed with the options of these programs,
/// whose own scripts have them: a function for each command in bash and zsh, lines in fish.
package struct CompletionScript {
  private let shell: CompletionShell
  private var lines: [Substring]

  /// Creates the script that the argument parser writes.
  init(_ text: String, for shell: CompletionShell) {
    self.shell = shell
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Returns the script of a command and of the commands that it delegates.
  ///
  /// A program that is not installed leaves its commands without options.
  package static func text(of root: any ParsableCommand.Type, for shell: CompletionShell) -> String
  {
    var script = CompletionScript(root.completionScript(for: shell), for: shell)
    var others: [String: CompletionScript] = [:]
    for command in delegatedCommands(of: root) {
      let words = [command.program, "--generate-completion-script", shell.rawValue]
      if others[command.program] == nil, let text = CurrentProcess.output(ofSibling: words) {
        others[command.program] = CompletionScript(text, for: shell)
      }
      guard let other = others[command.program] else { continue }
      script.replaceCommand(command.path, with: other)
    }
    return script.lines.joined(separator: "\n")
  }

  /// Returns the delegated commands of a command, at any depth.
  private static func delegatedCommands(
    of command: any ParsableCommand.Type
  ) -> [any DelegatedCommand.Type] {
    command.configuration.subcommands.flatMap { command in
      (command as? any DelegatedCommand.Type).map { [$0] } ?? delegatedCommands(of: command)
    }
  }

  /// Takes the completions of a command from another script.
  ///
  /// - Parameters:
  ///   - path: The names of the command, after `galley`.
  ///   - other: The script, for the same shell.
  mutating func replaceCommand(_ path: [String], with other: CompletionScript) {
    guard shell == .fish else {
      let name = (["_galley"] + path).joined(separator: "_") + "() {"
      guard let range = function(name), let replacement = other.function(name) else { return }
      return lines.replaceSubrange(range, with: other.lines[replacement])
    }
    if let index = indexOfOptions(path), let replacement = other.indexOfOptions(path) {
      lines[index] = other.lines[replacement]
    }
    let words = "\"" + (["galley"] + path).joined(separator: " ") + "\""
    guard let index = lines.firstIndex(where: { $0.contains(words) }) else { return }
    lines.removeAll { $0.contains(words) }
    lines.insert(contentsOf: other.lines.filter { $0.contains(words) }, at: index)
  }

  /// Returns the lines of a function, to the brace that ends it.
  private func function(_ name: String) -> Range<Int>? {
    guard let start = lines.firstIndex(of: Substring(name)),
      let end = lines[start...].firstIndex(of: "}")
    else { return nil }
    return start..<end + 1
  }

  /// Returns the index of the line that parses the options of a command in fish.
  private func indexOfOptions(_ path: [String]) -> Int? {
    lines.firstIndex { $0.drop { $0 == " " } == "case '\(path.last ?? "")'" }.map { $0 + 1 }
  }
}
