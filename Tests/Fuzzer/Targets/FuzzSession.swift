import Foundation
package import GalleyBasics
import GalleyFonts
import GalleyTypesetting

/// The names of the targets.
package enum FuzzTargetName: String, CaseIterable, Sendable {
  case json, messages, entities, markdown, html, layout, queries, rich, formulas, streams
  case exports, archives, corpus, highlighting, quotes, multipart, fonts, images, changes, nodes
}

/// A target that runs inputs, with the mutator of its format.
///
/// An input begins with eight bytes, the seed of the generator of options, widths and the like; the
/// target reads the others. So an input does the same whenever it runs.
@MainActor package final class FuzzSession {
  /// The number of bytes before those of the target.
  nonisolated package static let prefixLength = 8

  private let target: any FuzzTarget
  private let mutator: FuzzMutator

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - name: The name of the target.
  ///   - manifest: The path of the font manifest.
  /// - Throws: `FontError` if the fonts are missing, `FuzzFailure` if there is none for formulas.
  package init(_ name: FuzzTargetName, manifest: String) throws {
    func engine() throws -> TextEngine {
      TextEngine(fonts: try FontCollection(manifest: manifest), cacheLimit: 1 << 20)
    }
    target =
      switch name {
      case .json: JSONTarget()
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
      case .archives: ArchiveTarget()
      case .corpus: CorpusTarget(engine: try engine())
      case .highlighting: HighlightingTarget()
      case .quotes: QuoteTarget(engine: try engine())
      case .multipart: MultipartTarget()
      case .fonts: FontTarget()
      case .images: ImageTarget()
      case .changes: ChangeTarget()
      case .nodes: NodeTarget()
      }
    mutator = FuzzMutator(pieces: target.pieces, brackets: target.brackets)
  }

  /// The valid inputs of the target.
  package var seeds: [[UInt8]] {
    target.seeds.enumerated().map { number, seed in
      [0, 0, 0, 0, 0, 0, 0, UInt8(truncatingIfNeeded: number)] + seed
    }
  }

  /// Runs an input; one without a complete prefix does nothing.
  ///
  /// - Throws: `FuzzFailure` for a wrong result.
  package func run(_ input: [UInt8]) throws(FuzzFailure) {
    guard input.count >= Self.prefixLength else { return }
    let seed = input.prefix(Self.prefixLength).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    var random = SplitMix64(seed: seed)
    try target.run(Array(input.dropFirst(Self.prefixLength)), using: &random)
  }

  /// Changes the bytes of the target, without the prefix.
  package func mutate(_ bytes: inout [UInt8], limit: Int, using random: inout SplitMix64) {
    if random.chance(70), target.mutate(&bytes, using: &random) {
      if bytes.count > limit { bytes.removeSubrange(limit...) }
      return
    }
    mutator.mutate(&bytes, limit: limit, using: &random)
  }

  /// The pieces of inputs, in the format of libFuzzer's dictionaries.
  package var dictionary: String {
    Set(target.pieces).filter { !$0.isEmpty }.sorted().map { piece in
      let bytes = piece.utf8.map { byte in
        let digits = String(byte, radix: 16, uppercase: true)
        return "\\x" + (digits.count == 1 ? "0" : "") + digits
      }
      return "\"\(bytes.joined())\"\n"
    }.joined()
  }
}
