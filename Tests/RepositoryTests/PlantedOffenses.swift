import Foundation
import Testing

/// Plants one offense against each rule, and expects the rule to find only that offense.
@Suite struct PlantedOffenses {
  private let manifest = """
    .module("Geometry"),
    .module("Shaping", imports: ["HarfBuzz", "Fonts"]),
    .module(
      "Painting",
      imports: [
        "Geometry", "Pixels",
      ]),
    .target(
      name: "Galley",
      dependencies: [
        "GalleyGeometry", "GalleyShaping",
      ],
      swiftSettings: .strict),
    .program("CLI", imports: ["Geometry"]),
    .module("Two", over: ["Shaping"], imports: ["Fonts"]),
    .module("Layers", imports: ["Pixels"], after: ["Shaping"]),
    .executableTarget(
      name: "GalleyProbe",
      dependencies: ["Galley", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
    """

  @Test(arguments: [
    ("import GalleyFonts", true),
    ("internal import GalleyHarfBuzz", true),
    ("import Synchronization", true),
    ("// import GalleyPainting", true),
    ("import GalleyPainting", false),
    ("@testable public import struct GalleyTypesetting.TextLayout", false),
    ("import GalleyCHarfBuzz", false),
  ])
  func `an import that the manifest does not declare is found`(line: String, isAllowed: Bool) {
    let file = source("Shaping", line)
    #expect(SourceRules.imports(manifest: manifest, files: [file]).isEmpty == isAllowed)
  }

  @Test func `dependencies are read from every kind of target`() {
    let arrows = SourceRules.arrows(in: manifest)
    #expect(arrows["Geometry"] == [])
    #expect(arrows["Painting"] == ["GalleyGeometry", "GalleyPixels"])
    #expect(arrows["Galley"] == ["GalleyGeometry", "GalleyShaping"])
    #expect(arrows["CLI"] == ["GalleyGeometry"])
    #expect(arrows["Two"] == ["GalleyShaping", "GalleyFonts"])
    #expect(arrows["Layers"] == ["GalleyPixels"])
    #expect(arrows["Probe"]?.contains("Galley") == true)
  }

  @Test func `a source folder that is not a module is found`() {
    let offenses = SourceRules.imports(manifest: manifest, files: [source("Stray", "")])
    #expect(offenses.count == 1)
  }

  @Test(arguments: [
    ("let bytes = unsafe pointer.pointee", false),
    ("func f(_ p: UnsafePointer<Int>) {}", false),
    ("array.withUnsafeBytes { _ in }", false),
    ("// nothing unsafe here", true),
    ("/* unsafe /* nested */ unsafe */ let a = 1", true),
    (#"let text = "an \"unsafe\" text""#, true),
    ("let isUnsafeToBreak = true", true),
  ])
  func `unsafe code outside the wrappers is found`(line: String, isAllowed: Bool) {
    #expect(SourceRules.unsafeCode(files: [source("Typesetting", line)]).isEmpty == isAllowed)
    #expect(SourceRules.unsafeCode(files: [source("HarfBuzz", line)]).isEmpty)
  }

  @Test func `an unchecked conformance is found, even in tests`() {
    let file = SourceFile(
      path: "Tests/Tests.swift", text: "final class A: @" + "unchecked Sendable {}")
    #expect(SourceRules.uncheckedPromises(files: [file]).map(\.line) == [1])
  }

  @Test func `an append that may write to shared memory is found`() {
    let file = source("Shaping", "words.append(addingCapacity: 0) { _ in }")
    #expect(SourceRules.sharedWrites(files: [file]).map(\.line) == [1])
  }

  @Test func `an unsafe isolation opt-out without a safety comment is found`() {
    let text = """
      // SAFETY: frozen before it is shared,
      // and so on.
      nonisolated(unsafe) let first: OpaquePointer

      nonisolated(unsafe) let second: OpaquePointer
      // SAFETY: of something else.

      // Only a comment.
      nonisolated(unsafe) let third: OpaquePointer
      """
    #expect(SourceRules.safetyComments(files: [source("Cairo", text)]).map(\.line) == [5, 9])
  }

  @Test(arguments: [
    ("print(path)", false), ("  debugPrint(error)", false), ("fputs(text, stderr)", false),
    ("FileHandle.standardError.write(data)", false), ("write(STDOUT_FILENO, bytes, 3)", false),
    ("exit(withError: error)", false), ("guard true else { print(path); return }", false),
    ("try StandardStreams.write(lines: path)", true), ("options.print(target)", true),
    ("exit(withError: ExitCode(1))", true), ("// print(path)", true), ("blueprint(a)", true),
    ("let text = \"print(a)\"", true), ("TerminalText.line(path)", true),
  ])
  func `output that bypasses terminal escaping is found`(line: String, isAllowed: Bool) {
    let file = source("CLI", line)
    #expect(SourceRules.terminalOutput(files: [file]).isEmpty == isAllowed)
    let streams = SourceFile(path: "Sources/System/StandardStreams.swift", text: line)
    #expect(SourceRules.terminalOutput(files: [streams]) == [])
  }

  @Test(arguments: [
    ("CFonts", "#include <fonts/fonts.h>", false), ("CFonts", "# include <fonts.h>", false),
    ("CFonts", "#include <string.h>", true), ("CFonts", "#include <sys/prctl.h>", true),
    ("CFonts", "#include \"fonts.h\"", true), ("CHarfBuzz", "#include <hb.h>", true),
  ])
  func `a header of a loaded library is found`(folder: String, text: String, isAllowed: Bool) {
    let file = SourceFile(path: "Sources/\(folder)/load.c", text: "\n" + text)
    #expect(DeclarationRules.headers(files: [file]).map(\.line) == (isAllowed ? [] : [2]))
  }

  @Test func `a table of functions that nobody compares is found`() {
    let text = "#define FONT_FUNCTIONS(F) \\\n  F(int, load, (void))\n"
    let file = SourceFile(path: "Sources/CFonts/include/cfonts.h", text: text)
    #expect(DeclarationRules.unchecked(files: [file], script: "").count == 1)
    let script = "[\"CFonts/include/cfonts.h\"]"
    #expect(DeclarationRules.unchecked(files: [file], script: script) == [])
  }

  @Test(arguments: [
    ("/// What is drawn.", false), ("  /// Has the node drawn.", false),
    ("/// When, in seconds.", false), ("/// Whether it is drawn.", true),
    ("/// The drawing.\n/// What is not.", true), ("/// Hash values.", true),
    ("// What is a comment.", true), ("let text = \"/// What\"", true),
  ])
  func `a summary that begins with a question word is found`(text: String, isAllowed: Bool) {
    #expect(EnglishRules.summaries(files: [source("Fonts", text)]).isEmpty == isAllowed)
  }

  @Test(arguments: [
    ("// What is drawn.", false), ("  // How far it is.", false), ("// The drawing.", true),
    ("// The drawing.\n// What is not.", true), ("int what;  // What it is.", true),
  ])
  func `a C comment that begins with a question word is found`(text: String, isAllowed: Bool) {
    let file = SourceFile(path: "Sources/CFonts/include/cfonts.h", text: text)
    #expect(EnglishRules.summaries(files: [file]).isEmpty == isAllowed)
  }

  @Test(arguments: [
    ("help: \"How wide.\"", [1]), ("abstract: \"What it is.\"", [1]),
    ("help: ArgumentHelp(\n  \"Where it goes.\", valueName: \"a\")", [2]),
    ("ArgumentHelp(\"The width.\", discussion: \"When it is so.\")", []),
    ("help: \"The width.\"", []), ("print(\"What\")", []),
  ])
  func `command help that begins with a question word is found`(text: String, lines: [Int]) {
    #expect(EnglishRules.help(files: [source("TextCommands", text)]).map(\.line) == lines)
    #expect(EnglishRules.help(files: [source("Fonts", text)]).isEmpty)
  }

  @Test(arguments: [
    ("// D14", false), ("  // C01, C02", false), ("func a() {  // E07", false),
    ("// D14: a stale drawing is dropped.", true), ("// Rule D14", true),
  ])
  func `a behavior code without a description is found`(text: String, isAllowed: Bool) {
    #expect(EnglishRules.codes(files: [source("Fonts", text)]).isEmpty == isAllowed)
  }

  @Test func `a test name that begins with a question word is found`() {
    let name = "`wh" + "at is drawn is kept`"
    let text = "@Test func \(name)() {}\n@Test func `a drawing is kept`() {}"
    let test = SourceFile(path: "Tests/FontsTests/Tests.swift", text: text)
    #expect(EnglishRules.testNames(files: [test]).map(\.line) == [1])
  }

  @Test(arguments: [(100, true), (101, false)])
  func `a comment wider than 100 columns is found`(width: Int, isAllowed: Bool) {
    let text = "  // " + String(repeating: "ä", count: width - 5)
    #expect(EnglishRules.widths(files: [source("Fonts", text)]).isEmpty == isAllowed)
    #expect(EnglishRules.widths(files: [source("Fonts", "\"" + text)]).isEmpty)
    let address = "/// https://example.org/" + String(repeating: "a", count: width)
    #expect(EnglishRules.widths(files: [source("Fonts", address)]).isEmpty)
    let header = SourceFile(path: "Sources/CFonts/fonts.h", text: text)
    #expect(EnglishRules.widths(files: [header]).isEmpty == isAllowed)
  }

  @Test(arguments: [(500, true), (501, false)])
  func `a file of more than 500 lines is found`(count: Int, isAllowed: Bool) {
    let file = source("Fonts", String(repeating: "//\n", count: count))
    #expect(SourceRules.length(files: [file]).isEmpty == isAllowed)
  }

  @Test(arguments: [
    ("see /" + "work/main", false), ("\"/" + "tmp\"", false), ("in `/" + "home/me/x`", false),
    ("/" + "root", false), ("=/" + "opt/swift", false), ("https://example.org/" + "home", true),
    ("a/" + "work/b", true), ("/workshop", true), ("/usr/share/fonts", true), ("../" + "tmp", true),
  ])
  func `a machine-specific path is found`(text: String, isAllowed: Bool) {
    let file = SourceFile(path: "README.md", text: "A line.\n" + text + "\n")
    let offenses = SourceRules.machinePaths(files: [file])
    #expect(offenses.map(\.line) == (isAllowed ? [] : [2]))
  }

  @Test(arguments: [
    ("let x = sin(angle)", false), ("width += pow(2, n)", false), ("exp(x)", false),
    ("let x = x.squareRoot()", true), ("cluster.cos(1)", true), ("expand(1)", true),
    ("// sin(x)", true),
  ])
  func `an inexact math function in layout is found`(line: String, isAllowed: Bool) {
    #expect(SourceRules.inexactFunctions(files: [source("Typesetting", line)]).isEmpty == isAllowed)
    #expect(SourceRules.inexactFunctions(files: [source("Painting", line)]).isEmpty)
  }

  @Test(arguments: [
    ("for (tag, value) in axes {", false), ("let all = axes.values", false),
    ("seen.forEach { _ in }", false), ("for tag in self.seen where tag > 1 {", false),
    ("for tag in axes.keys.sorted() {", true), ("let value = axes[tag]", true),
    ("if seen.contains(tag) {}", true), ("for item in list {", true),
    ("let first = pairs.first { $0.tag == 1 }", true),
  ])
  func `unordered iteration in layout is found`(line: String, isAllowed: Bool) {
    let text = """
      private var axes: [Tag: Double] = [:]
      private var seen = Set<Tag>()
      private let list: [Tag] = []
      private let pairs: [(tag: Int, name: String)] = []
      \(line)
      """
    let offenses = SourceRules.unorderedIteration(files: [source("Shaping", text)])
    #expect(offenses.map(\.line) == (isAllowed ? [] : [5]))
  }

  @Test func `an import of Foundation in layout is found`() {
    let text = "import Foundation"
    #expect(SourceRules.foundation(files: [source("Typesetting", text)]).count == 1)
    #expect(SourceRules.foundation(files: [source("Messages", text)]).isEmpty)
  }

  @Test func `duplicate, unmatched and undocumented corpus entries are found`() {
    let cases = SourceFile(
      path: "Corpus/shape/latin.txt",
      text: """
        --- twice shape ---
        // One.
        text: a

        --- lonely shape ---
        // Two.
        text: b

        --- picture render ---
        text: c
        skip:
        """)
    let other = SourceFile(
      path: "Corpus/layout/lines.txt",
      text:
        "--- twice layout ---\n// Three.\ntext: d\n\n--- later layout ---\n// Four.\nskip: not yet\n"
    )
    let expected = SourceFile(
      path: "Corpus/shape/latin.expected.txt",
      text: "--- twice ---\na=0+500\n\n--- gone ---\nb=0+500\n"
    )
    let files = [cases, other, expected]

    #expect(CorpusRules.namesUsedTwice(files: files).map(\.path) == ["Corpus/layout/lines.txt"])
    #expect(
      CorpusRules.casesWithoutExpectation(files: files, pictures: []).map(\.reason) == [
        "lonely has no expectation", "picture has no expectation", "twice has no expectation",
      ])
    #expect(
      CorpusRules.expectationsWithoutCase(
        files: files, pictures: ["Corpus/shape/picture.png", "Corpus/render/old.png"]
      ).map(\.path) == ["Corpus/shape/latin.expected.txt", "Corpus/render/old.png"])
    #expect(CorpusRules.silentCases(files: files).map(\.line) == [9, 11])
    #expect(CorpusRules.invisibleCharacters(files: files) == [])
  }

  @Test func `an invisible character in a case is found`() {
    let file = SourceFile(
      path: "Corpus/shape/emoji.txt", text: "--- joined shape ---\n// One.\ntext: a\u{200D}b\n")
    #expect(CorpusRules.invisibleCharacters(files: [file]).map(\.line) == [3])
  }

  @Test(arguments: [(20 * 1024, true), (20 * 1024 + 1, false)])
  func `a picture over the size limit is found`(bytes: Int, isAllowed: Bool) {
    let offenses = CorpusRules.largePictures(sizes: [(path: "Corpus/render/a.png", bytes: bytes)])
    #expect(offenses.isEmpty == isAllowed)
  }

  private static let behaviorFiles = [
    SourceFile(
      path: "Tests/ATests/A.swift", text: "@Suite struct ATests {\n  func `a test`() {}\n}"),
    SourceFile(path: "Corpus/layout/a.txt", text: "--- a-case layout ---\n"),
  ]

  @Test func `a behavior without existing tests or cases is found`() {
    let rules = BehaviorTable.corpus
    let (section, numbers) = rules.numbers[0]
    func offenses(_ rows: [String]) -> [String] {
      let lists =
        ["## Where behavior is held", "", "### \(section)", ""]
        + numbers.map { "| \($0) | better | `a test` |" }
        + ["", "### Others", "", "| what | test or case |", "|---|---|"] + rows
      let file = SourceFile(path: rules.path, text: lists.joined(separator: "\n"))
      return BehaviorTable(file, rules).offenses(files: Self.behaviorFiles).map(\.reason)
    }
    #expect(offenses(["| held | `a test`, `ATests`, `a-case`, `a-*` |"]) == [])
    #expect(offenses(["| lost | `another test` |"]).count == 1)
    #expect(offenses(["| lost | `BTests`, `b-case`, `b-*`, `a test` |"]).count == 3)
    #expect(offenses(["| lost | nothing |"]) == ["lost is held by nothing"])
    #expect(offenses(["| lost | This cannot be held by anything here. |"]).count == 1)
    let none = BehaviorTable(SourceFile(path: rules.path, text: "## Else\n\n| a | `b` |"), rules)
    #expect(none.rows.isEmpty && none.offenses(files: []).count == 1)
  }

  @Test(arguments: [
    (["A01", "A02", "A03"], []), (["A01", "A03"], ["A03 in place of A02"]),
    (["A01", "A02"], ["nothing in place of A03"]),
    (["A01", "A01", "A02", "A03"], ["A01 in place of A02"]),
    (["A01", "A03", "A02"], ["A03 in place of A02"]),
    (["A01", "A02", "A03", "A04"], ["A04 in place of the end"]),
  ])
  func `a missing, duplicate or misplaced behavior number is found`(
    ids: [String], reasons: [String]
  ) {
    let rules = BehaviorTable.Rules(
      path: "Tests/README.md", allowsSentences: true, numbers: [("A: ", ["A01", "A02", "A03"])])
    let rows = ids.map { "| \($0) | what | `a test`; `ATests` |" }
    let head = ["## A: all", "", "| id | what | test |", "|---|---|---|"]
    let text = (head + rows + ["", "## B: others", "", "| A01 | else | `a test` |"])
    let table = BehaviorTable(
      SourceFile(path: rules.path, text: text.joined(separator: "\n")), rules)
    let found = table.offenses(files: Self.behaviorFiles).map(\.reason)
    #expect(found == reasons.map { $0 + " in \"A: \"" })
  }

  @Test(arguments: [
    ("There are no views to lose it.", 0), ("", 1), ("no", 1), ("not here", 1),
    ("There are none; see `a test`", 0), ("There are none; see `b test`", 1),
  ])
  func `a sentence can replace a test name, a short phrase cannot`(holder: String, count: Int) {
    let rules = BehaviorTable.Rules(path: "Tests/README.md", allowsSentences: true)
    let file = SourceFile(path: rules.path, text: "| A01 | what | \(holder) |")
    #expect(BehaviorTable(file, rules).offenses(files: Self.behaviorFiles).count == count)
  }

  private static let list = SourceFile(
    path: DisclosureRules.path,
    text: """
      # A list
      ## Message text: asked for
      - `M.Text.held()`: `a test`
      - `M.Text.loose()`
      - `M.Text.lost()`: `no test`
      ## Names
      - `M.Font.name`
      - `M.Gone.name`
      """)

  @Test(arguments: [
    ("String", 1), ("[String : Int]?", 1), ("(Substring) -> Void", 1), ("[UInt8]", 1),
    ("Annotation.Kind", 1), ("AttributedString", 1), ("Mirror", 1), ("some StringProtocol", 1),
    ("DisclosedText", 0), ("AttributedText", 0), ("Int", 0), ("StaticString", 0), ("", 0),
  ])
  func `an unreviewed public declaration that exposes text is found`(given: String, count: Int) {
    let known = ["M.Text.held()", "M.Text.loose()", "M.Text.lost()", "M.Font.name", "M.Gone.name"]
    let declarations = (known.map { ($0, "String") } + [("M.Message.leak()", given)]).map {
      PublicInterface.Declaration(name: $0.0, kind: "swift.method", given: $0.1, summary: "")
    }
    let files = [SourceFile(path: "Tests/Tests.swift", text: "  @Test func `a test`() {}")]
    let found = DisclosureRules.offenses(declarations, list: Self.list, files: files)
    #expect(found.map(\.line) == Array(repeating: 0, count: count) + [4, 5])
    let fewer = DisclosureRules.offenses(
      declarations.filter { $0.name != "M.Gone.name" }, list: Self.list, files: files)
    #expect(fewer.map(\.line).contains(8))
  }

  @Test func `the types that a declaration exposes are read from its symbol graph`() throws {
    func fragments(_ words: String) -> String { #"[{"kind": "text", "spelling": "\#(words)"}]"# }
    let graph = """
      {"symbols": [
      {"kind": {"identifier": "swift.method"}, "pathComponents": ["A", "f()"],
       "functionSignature": {"parameters": [{"declarationFragments": \(fragments("a: Int"))},
       {"declarationFragments": \(fragments("b: (String) -> Void"))}],
       "returns": \(fragments("Bool"))}},
      {"kind": {"identifier": "swift.property"}, "pathComponents": ["A", "p"],
       "declarationFragments": \(fragments("let p: String?"))},
      {"kind": {"identifier": "swift.enum.case"}, "pathComponents": ["E", "c(_:)"],
       "declarationFragments": \(fragments("case c(String)"))},
      {"kind": {"identifier": "swift.init"}, "pathComponents": ["String", "init(_:)"],
       "functionSignature": {"parameters": []}},
      {"kind": {"identifier": "swift.extension"}, "pathComponents": ["String"]},
      {"kind": {"identifier": "swift.struct"}, "pathComponents": ["A"],
       "declarationFragments": \(fragments("struct A"))}]}
      """
    let found = try PublicInterface.declarations(in: Data(graph.utf8), of: "M")
    #expect(found.map(\.name) == ["M.A.f()", "M.A.p", "M.E.c(_:)", "M.String.init(_:)", "M.A"])
    #expect(
      found.map(\.given)
        == ["b: (String) -> Void Bool", "String?", "(String)", " String", ""]
        .map { $0.hasPrefix(" ") ? String($0.dropFirst()) : $0 })
  }
}

/// Returns a source file of the module `folder`.
private func source(_ folder: String, _ text: String) -> SourceFile {
  SourceFile(path: "Sources/\(folder)/File.swift", text: text)
}
