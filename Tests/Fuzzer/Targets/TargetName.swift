package import GalleyFuzzCore
import GalleyFonts
import GalleyFuzzReaders
import GalleyTypesetting

/// The names of the targets that are not those of readers.
enum TargetName: String, CaseIterable, Sendable {
  case messages, entities, markdown, html, layout, queries, rich, formulas, streams, exports, corpus
  case quotes, multipart, fonts, changes, nodes

  /// Creates a target of that name.
  ///
  /// - Parameter manifest: The path of the font manifest.
  /// - Returns: The target.
  /// - Throws: `FontError` if the fonts are missing, `FuzzFailure` if there is none for formulas.
  @MainActor func target(manifest: String) throws -> any FuzzTarget {
    func engine() throws -> TextEngine {
      TextEngine(fonts: try FontCollection(manifest: manifest), cacheLimit: 1 << 20)
    }
    return switch self {
    case .messages: MessageTarget(engine: try engine())
    case .entities: EntityTarget(engine: try engine())
    case .markdown: MarkupTarget(format: .markdown, engine: try engine())
    case .html: MarkupTarget(format: .html, engine: try engine())
    case .layout: LayoutTarget(engine: try engine(), asksQueries: false)
    case .queries: LayoutTarget(engine: try engine(), asksQueries: true)
    case .rich: try RichTarget(engine: engine(), kind: .messages)
    case .formulas: try RichTarget(engine: engine(), kind: .formulas)
    case .streams: try RichTarget(engine: engine(), kind: .streams)
    case .exports: ExportTarget()
    case .corpus: CorpusTarget(engine: try engine())
    case .quotes: QuoteTarget(engine: try engine())
    case .multipart: MultipartTarget()
    case .fonts: FontTarget()
    case .changes: ChangeTarget()
    case .nodes: NodeTarget()
    }
  }
}

extension FuzzSession {
  /// The names of all targets.
  nonisolated package static let names =
    ReaderName.allCases.map(\.rawValue) + TargetName.allCases.map(\.rawValue)

  /// Creates a session of a target, or `nil` if there is none of that name.
  ///
  /// - Parameters:
  ///   - name: The name of the target.
  ///   - manifest: The path of the font manifest.
  /// - Throws: `FontError` if the fonts are missing, `FuzzFailure` if there is none for formulas.
  package convenience init?(_ name: String, manifest: String) throws {
    if let reader = ReaderName(rawValue: name) {
      self.init(reader.target)
    } else if let target = try TargetName(rawValue: name)?.target(manifest: manifest) {
      self.init(target)
    } else {
      return nil
    }
  }
}
