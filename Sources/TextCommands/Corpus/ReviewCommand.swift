internal import ArgumentParser

extension CorpusCommand {
  /// `galley corpus review`, a command of the program `galley-review`.
  struct DelegatedReview: DelegatedCommand {
    static let program = "galley-review"
    static let path = ["corpus", "review"]
    static let configuration = CommandConfiguration(
      commandName: "review",
      abstract: "Serve the report on this machine, to approve cases by click and key.",
      discussion: "For the options, see galley corpus review --help.")

    @Argument(
      parsing: .captureForPassthrough, help: "A part of the names of cases, and options.")
    var arguments: [String] = []
  }
}
