import Foundation
import TestSupport
import Testing

/// Rules for the repository that the compiler does not check; CONTRIBUTING.md lists them.
@Suite struct HouseRules {
  let manifest: String

  init() throws {
    let url = repository.appending(path: "Package.swift")
    manifest = try String(contentsOf: url, encoding: .utf8)
  }

  @Test func `modules import only dependencies declared in Package.swift`() {
    #expect(SourceFile.sources.count > 0)
    #expect(SourceRules.imports(manifest: manifest, files: SourceFile.sources) == [])
  }

  @Test func `only headers of linked libraries are included`() {
    #expect(DeclarationRules.headers(files: SourceFile.all) == [])
  }

  @Test func `every table of functions is compared with the headers`() throws {
    let script = try #require(SourceFile.all.first { $0.path == "scripts/check-declarations" }).text
    #expect(DeclarationRules.unchecked(files: SourceFile.all, script: script) == [])
  }

  @Test func `only wrapper modules and Pixels contain unsafe code`() {
    #expect(SourceRules.unsafeCode(files: SourceFile.sources) == [])
  }

  @Test func `no declaration uses the unchecked attribute`() {
    #expect(SourceRules.uncheckedPromises(files: SourceFile.all) == [])
  }

  @Test func `no append writes to memory that all empty arrays share`() {
    #expect(SourceRules.sharedWrites(files: SourceFile.sources) == [])
  }

  @Test func `every unsafe isolation opt-out has a safety comment`() {
    #expect(SourceRules.safetyComments(files: SourceFile.sources) == [])
  }

  @Test func `no source file exceeds 500 lines`() {
    #expect(SourceRules.length(files: SourceFile.all) == [])
  }

  @Test func `no summary begins with a question word`() {
    #expect(EnglishRules.summaries(files: SourceFile.all) == [])
  }

  @Test func `no command help begins with a question word`() {
    #expect(EnglishRules.help(files: SourceFile.all) == [])
  }

  @Test func `behavior codes in comments have descriptions`() {
    #expect(EnglishRules.codes(files: SourceFile.all) == [])
  }

  @Test func `no test name begins with the question word what`() {
    #expect(EnglishRules.testNames(files: SourceFile.all) == [])
  }

  @Test func `no comment exceeds the maximum width`() {
    #expect(EnglishRules.widths(files: SourceFile.all) == [])
  }

  @Test func `no file contains a machine-specific path`() {
    #expect(SourceRules.machinePaths(files: SourceFile.all) == [])
  }

  @Test func `layout uses no inexact math functions`() {
    #expect(SourceRules.inexactFunctions(files: SourceFile.sources) == [])
  }

  @Test func `layout does not iterate over dictionaries or sets`() {
    #expect(SourceRules.unorderedIteration(files: SourceFile.sources) == [])
  }

  @Test func `all printed output is escaped for terminals`() {
    #expect(SourceRules.terminalOutput(files: SourceFile.sources) == [])
  }

  @Test func `inner modules do not import Foundation`() {
    #expect(SourceRules.foundation(files: SourceFile.sources) == [])
  }

  @Test func `every public declaration that exposes text is reviewed`() throws {
    let list = try #require(SourceFile.all.first { $0.path == DisclosureRules.path })
    let declarations = try PublicInterface.declarations()
    #expect(declarations.count > 1_000)
    #expect(DisclosureRules.offenses(declarations, list: list, files: SourceFile.all) == [])
  }

  @Test func `the list of public names is current, short and free of duplicates`() throws {
    let inventory = try InterfaceInventory(of: PublicInterface.declarations())
    let file = repository.appending(path: InterfaceInventory.path)
    if ProcessInfo.processInfo.environment["GALLEY_UPDATE_API"] != nil {
      try Data(inventory.document().utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == inventory.document(), "`make api`")
    #expect(inventory.names.count <= InterfaceInventory.limit)
    #expect(inventory.doubles == [])
    #expect(inventory.undocumented == [])
  }

  @Test func `the architecture map lists each module`() throws {
    let map = try #require(SourceFile.all.first { $0.path == "ARCHITECTURE.md" }).text
    let folders = Set(SourceFile.sources.compactMap(\.folder)).sorted()
    #expect(folders.filter { !map.contains("`\($0)`") } == [])
  }

  @Test func `the architecture map stays within its size limit`() throws {
    let map = try #require(SourceFile.all.first { $0.path == "ARCHITECTURE.md" }).text
    #expect(map.utf8.count <= DocumentRules.mapLimit)
  }

  @Test func `documents refer only to existing files`() {
    let documents = SourceFile.all.filter { $0.path.hasSuffix(".md") }
    let paths = SourceFile.paths(under: "")
    #expect(DocumentRules.lostReferences(documents: documents, paths: paths) == [])
  }

  @Test func `documentation pages link only to public names`() throws {
    let inventory = try #require(SourceFile.all.first { $0.path == InterfaceInventory.path })
    let pages = SourceFile.all.filter { $0.path.contains(".docc/") && $0.path.hasSuffix(".md") }
    #expect(DocumentRules.lostSymbols(pages: pages, inventory: inventory) == [])
  }

  @Test func `decisions are numbered and indexed`() {
    #expect(DocumentRules.decisions(files: SourceFile.all) == [])
  }

  @Test func `the command is built without a local run path`() throws {
    let makefile = try #require(SourceFile.all.first { $0.path == "Makefile" }).text
    let lines = makefile.split(separator: "\n")
    #expect(!lines.contains { $0.contains("--product galley") })
    #expect(lines.contains { $0.hasPrefix("BUILD = ") && $0.hasSuffix(" scripts/build-program") })
    let script = try String(
      contentsOf: repository.appending(path: "scripts/build-program"), encoding: .utf8)
    #expect(script.contains("--disable-local-rpath"))
  }

  @Test func `documents name only existing Makefile targets`() throws {
    let makefile = try #require(SourceFile.all.first { $0.path == "Makefile" }).text
    let targets = Set(makefile.matches(of: /(?m)^([a-z-]+):/).map { String($0.1) })
    for file in SourceFile.all where file.path.hasSuffix(".md") {
      let named = Set(file.text.matches(of: /`make ([a-z-]+)/).map { String($0.1) })
      #expect(named.subtracting(targets) == [], "\(file.path)")
    }
  }

  @Test func `each suite that runs alone is named in the Makefile`() throws {
    let makefile = try #require(SourceFile.all.first { $0.path == "Makefile" }).text
    let line = try #require(makefile.firstMatch(of: /(?m)^ALONE = (.*)$/)).1
    // A trait of a suite is on the line of its attribute, and its name on that line or the next.
    let suites = SourceFile.all.filter { $0.path.hasPrefix("Tests/") }.flatMap { file in
      file.text.matches(of: /(?m)^@Suite\(.*\.alone\b.*\)\n?\s*struct (\w+)/).map { $0.1 }
    }
    #expect(suites.sorted() == line.split(separator: "|"))
  }
}

/// Rules for the corpus, described in Corpus/README.md.
@Suite struct CorpusHygiene {
  let files = SourceFile.all.filter { $0.path.hasPrefix("Corpus/") }
  // The pictures of the demonstration are not expectations.
  let pictures = SourceFile.paths(under: "Corpus").filter {
    $0.hasSuffix(".png") && !$0.hasPrefix("Corpus/demo/")
  }

  @Test func `no two cases share a name`() {
    #expect(CorpusRules.namesUsedTwice(files: files) == [])
  }

  @Test func `every case has an expectation`() {
    #expect(CorpusRules.casesWithoutExpectation(files: files, pictures: pictures) == [])
  }

  @Test func `every expectation has a case`() {
    #expect(CorpusRules.expectationsWithoutCase(files: files, pictures: pictures) == [])
  }

  @Test func `expected pictures stay within the size limit`() throws {
    let sizes = try pictures.map { path in
      let values = try repository.appending(path: path).resourceValues(forKeys: [.fileSizeKey])
      return (path: path, bytes: values.fileSize ?? 0)
    }
    #expect(CorpusRules.largePictures(sizes: sizes) == [])
  }

  @Test func `every case has a comment and every skip a reason`() {
    #expect(CorpusRules.silentCases(files: files) == [])
  }

  @Test func `cases contain no invisible characters`() {
    #expect(CorpusRules.invisibleCharacters(files: files) == [])
  }

  @Test(arguments: [BehaviorTable.corpus, BehaviorTable.rich, BehaviorTable.tests])
  func `each behavior is covered by existing tests or cases`(rules: BehaviorTable.Rules) throws {
    let table = BehaviorTable(
      try #require(SourceFile.all.first { $0.path == rules.path }), rules)
    #expect(table.rows.count > 100)
    #expect(table.offenses(files: SourceFile.all) == [])
  }

  @Test(arguments: [BehaviorTable.exports, BehaviorTable.quotes])
  func `each line of the checklist of real chats is covered by existing tests`(
    rules: BehaviorTable.Rules
  ) throws {
    let table = BehaviorTable(
      try #require(SourceFile.all.first { $0.path == rules.path }), rules)
    #expect(table.offenses(files: SourceFile.all) == [])
  }
}
