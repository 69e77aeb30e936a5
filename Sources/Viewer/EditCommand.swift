import ArgumentParser
import Galley
import GalleyBasics
import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyScheduling
import GalleySystem
import GalleyTextCommands
import GalleyTypesetting
import GalleyWindow

/// `galley-view edit`: edits a text, for measurements of memory (`make soak`).
struct EditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Type in a field and append to a message, without a window.",
    shouldDisplay: false)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The number of edits. (default: 100000)", valueName: "count"),
    transform: Bounded.integer(1...100_000_000))
  var count = 100_000

  @OptionGroup(title: "Fonts") var fonts: FontArguments

  func run() throws {
    let engine = TextEngine(fonts: try fonts.collection())
    let report = MainActor.assumeIsolated {
      let run = EditRun(engine)
      return withExtendedLifetime(run) { run.run(count: count) }
    }
    try StandardStreams.write(lines: report)
  }
}

/// A sequence of edits: every other one in a field, the others at the end of a message that comes.
///
/// Each is shown before the next. The same count gives the same edits.
@MainActor private final class EditRun {
  /// The number of fragments after which another message begins.
  private static let fragmentsPerMessage = 400
  /// The size in bytes at which the field is submitted and emptied.
  private static let submittedSize = 1_500
  private static let words = [
    "letter", "ألف", "שלום", "文字", "hyphenation", "e\u{301}", "👩‍👩‍👧", "नमस्ते", "**bold**", "`code`",
  ]

  private let engine: TextEngine
  private let environment: DisplayEnvironment
  private let surface: NodeSurface
  private let field: TextField
  private var message: StreamingText
  private var fragments = 0
  private var random = SplitMix64(seed: 1)

  init(_ engine: TextEngine) {
    self.engine = engine
    let clock = SystemClock()
    environment = DisplayEnvironment(executor: PoolExecutor(threads: 2, clock: clock), clock: clock)
    surface = NodeSurface(LayerHost(size: Size(width: 360, height: 400)), environment: environment)
    field = TextField(engine: engine, environment: environment)
    message = StreamingText(width: 300, engine: engine)
    surface.rootNode = DisplayNode(environment: environment)
    surface.rootNode?.addSubnode(field.node)
    field.frame = Rect(x: 0, y: 0, width: 360, height: 160)
    field.textInputDidChange(isActive: true)
  }

  isolated deinit {
    surface.rootNode = nil
    environment.loop.settle(limit: 16)
  }

  /// Performs the edits, and returns a summary of them.
  func run(count: Int) -> String {
    var submissions = 0
    for number in 0..<count {
      if number.isMultiple(of: 2) { type() } else { append() }
      environment.loop.tick()
      guard field.string.utf8.count > Self.submittedSize else { continue }
      field.string = ""
      submissions += 1
    }
    environment.executor.waitUntilIdle()
    environment.loop.tick()
    return "\(count) edits, \(submissions) texts submitted"
  }

  private func type() {
    switch random(below: 12) {
    case 0: press(.backspace)
    case 1: press(.backspace, .control)
    case 2: press(.left)
    case 3: press(.up, .shift)
    case 4: press(.end, .control)
    case 5: press(.character("z"), .control)
    case 6: press(.enter)
    case 7: field.compose(WindowEvent.Composition(word, selection: 0..<0))
    default: field.insertText(word + " ")
    }
  }

  private func press(_ key: WindowEvent.Key, _ modifiers: WindowEvent.KeyModifiers = []) {
    _ = field.handleKey(key, modifiers)
  }

  private func append() {
    fragments += 1
    if fragments > Self.fragmentsPerMessage {
      fragments = 0
      message.finish()
      message = StreamingText(width: 300, engine: engine)
    }
    message.append(random(below: 20) == 0 ? "\n\n- " : word + " ")
    _ = message.layout()
  }

  private var word: String {
    Self.words[random(below: Self.words.count)] + String(random(below: 50))
  }

  private func random(below bound: Int) -> Int { .random(in: 0..<bound, using: &random) }
}
