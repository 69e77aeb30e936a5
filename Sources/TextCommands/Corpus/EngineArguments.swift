import ArgumentParser
import GalleyCorpus
import GalleyJSON
import GalleyMessageOutput
import GalleySystem

extension CorpusCommand {
  /// The arguments that locate text engines and limit their time.
  struct EngineArguments: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "The folder of the engines. (default: engines in the corpus, Corpus/engines, or those installed)",
        valueName: "folder"),
      completion: .directory)
    var engines: String?
    @Option(
      help: ArgumentHelp(
        "The seconds after which a program is stopped. (default: 600, and 60 for minimize)",
        valueName: "seconds"),
      transform: Bounded.integer(1...86_400))
    var timeLimit: Int?

    /// The time after which an engine is stopped.
    var limit: Duration { limit(default: 600) }

    /// Returns the time after which a program is stopped, with the seconds that are the default.
    func limit(default seconds: Int) -> Duration { .seconds(timeLimit ?? seconds) }

    /// Returns the folder of the engines for a corpus.
    func folder(for corpus: String) -> String {
      if let engines { return engines }
      let folders = [corpus + "/engines", "Corpus/engines", Self.installed]
      return folders.first { !EngineProgram.names(in: $0).isEmpty } ?? folders[0]
    }

    /// The folder of the engines that `make install` copies.
    private static var installed: String {
      (CurrentProcess.folder ?? ".") + "/../share/galley/engines"
    }

    /// Returns the first family of a font manifest.
    static func firstFamily(of manifest: String) throws -> String {
      let text = String(decoding: try FileSystem.bytes(of: manifest), as: UTF8.self)
      guard case .array(let fonts) = (try JSONParser.value(of: text))["fonts"],
        let family = fonts.first?["family"]?.string
      else { throw Failure("\(manifest): no fonts") }
      return family
    }
  }

  /// The arguments that choose among text engines.
  struct ChosenEngines: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "The engines, separated by commas. (default: all in the folder)", valueName: "engines"))
    var against: String?
    @OptionGroup var arguments: EngineArguments

    /// The time after which an engine is stopped.
    var limit: Duration { arguments.limit }

    /// Returns the chosen engines, and names those that are missing on standard error.
    func programs(for corpus: String) -> [EngineProgram] {
      let folder = arguments.folder(for: corpus)
      let names = against.map(FamilyList.names) ?? EngineProgram.names(in: folder)
      return names.compactMap { name in
        do throws(EngineError) { return try EngineProgram(named: name, in: folder) } catch {
          StandardStreams.warn(error.description)
          return nil
        }
      }
    }
  }
}
