import GalleyBasics
import GalleyFuzzCore
import GalleyMath
import GalleyTypesetting

/// The readers of rich messages, the layout of formulas, or Markdown that is streamed in pieces.
struct RichTarget: FuzzTarget {
  enum Kind {
    case messages, formulas, streams
  }

  private let engine: TextEngine
  private let formulas: FormulaEngine
  private let kind: Kind
  private let corpus = FuzzCorpus()

  /// Creates a target of a kind.
  ///
  /// - Throws: `FuzzFailure` if the engine has no font of formulas.
  init(engine: TextEngine, kind: Kind) throws(FuzzFailure) {
    guard let formulas = FormulaEngine(fonts: engine.fonts) else {
      throw FuzzFailure(description: "the manifest has no font of formulas")
    }
    (self.engine, self.formulas, self.kind) = (engine, formulas, kind)
  }

  var seeds: [[UInt8]] {
    switch kind {
    case .messages: [.markdown, .html, .json].flatMap(corpus.texts)
    case .formulas: corpus.texts(of: .latex)
    case .streams: corpus.texts(of: .markdown)
    }
  }

  func run(_ bytes: [UInt8], using random: inout SplitMix64) throws(FuzzFailure) {
    var trial = RichTrial(bytes: bytes, engine: engine, formulas: formulas, random: random)
    switch kind {
    case .messages: trial.run(as: random.pick([.markdown, .html, .json]))
    case .formulas: trial.setFormula()
    case .streams:
      if random.chance(50) { try trial.stream() } else { try trial.streamLayouts() }
    }
  }
}
