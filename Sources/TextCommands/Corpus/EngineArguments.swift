import ArgumentParser
import GalleyCorpus
import GalleyJSON
import GalleySystem

extension CorpusCommand {
  /// The arguments that select text engines.
  struct EngineArguments: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "The engines, separated by commas. (default: all in the folder)", valueName: "engines"))
    var against: String?
    @Option(
      help: ArgumentHelp(
        "The folder of the engines. (default: engines in the corpus, Corpus/engines, or those installed)",
        valueName: "folder"),
      completion: .directory)
    var engines: String?
    @Option(
      help: ArgumentHelp("The seconds after which an engine is stopped.", valueName: "seconds"),
      transform: Bounded.integer(1...86_400))
    var timeLimit = 600

    /// The time after which an engine is stopped.
    var limit: Duration { .seconds(timeLimit) }

    /// Returns the chosen engines, and names those that are missing on standard error.
    func programs(for corpus: String) -> [EngineProgram] {
      let folder = engines ?? Self.folder(for: corpus)
      let names = against.map(FamilyList.names) ?? EngineProgram.names(in: folder)
      return names.compactMap { name in
        do throws(EngineError) { return try EngineProgram(named: name, in: folder) } catch {
          StandardStreams.warn(error.description)
          return nil
        }
      }
    }

    /// Returns the folder of the engines for a corpus.
    static func folder(for corpus: String) -> String {
      let folders = [corpus + "/engines", "Corpus/engines", installed]
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
}
