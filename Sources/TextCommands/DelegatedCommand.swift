package import ArgumentParser
internal import GalleySystem

/// A command of another program, such as `galley-view`, which takes the place of this process.
///
/// Lists, windows and servers are in programs of their own, so that drawing text does not load
/// them.
package protocol DelegatedCommand: ParsableCommand {
  /// The name of the other program.
  static var program: String { get }
  /// The words between `galley` and the arguments.
  static var path: [String] { get }
  /// The arguments, all of which are passed on to the other program, which parses them.
  var arguments: [String] { get }
}

extension DelegatedCommand {
  package static var program: String { "galley-view" }
  package static var path: [String] { [configuration.commandName ?? ""] }

  package func run() throws {
    let words = ["galley"] + Self.path
    do throws(FileError) {
      try CurrentProcess.become(Self.program, arguments: words + arguments)
    } catch {
      throw Failure(
        """
        \(words.joined(separator: " ")) is part of the program \(Self.program), which cannot be \
        run: \(error.reason); build it into the folder of galley, with swift build -c release \
        --product \(Self.program)
        """)
    }
  }
}
