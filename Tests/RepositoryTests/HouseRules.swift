import Foundation
import Testing

/// Rules for the repository that the compiler does not check; CONTRIBUTING.md lists them.
@Suite struct HouseRules {
  let manifest: String

  init() throws {
    let url = repository.appending(path: "Package.swift")
    manifest = try String(contentsOf: url, encoding: .utf8)
  }

  @Test func `modules import only what Package.swift lets them`() {
    #expect(SourceFile.sources.count > 0)
    #expect(SourceRules.imports(manifest: manifest, files: SourceFile.sources) == [])
  }

  @Test func `only the wrappers and the pixels contain unsafe code`() {
    #expect(SourceRules.unsafeCode(files: SourceFile.sources) == [])
  }

  @Test func `nothing is sendable on its author's word alone`() {
    #expect(SourceRules.uncheckedPromises(files: SourceFile.all) == [])
  }

  @Test func `every promise to the compiler says why it holds`() {
    #expect(SourceRules.safetyComments(files: SourceFile.sources) == [])
  }

  @Test func `no file is too long to read at a sitting`() {
    #expect(SourceRules.length(files: SourceFile.all) == [])
  }

  @Test func `no summary begins with a question word`() {
    #expect(EnglishRules.summaries(files: SourceFile.all) == [])
  }

  @Test func `no help begins with a question word`() {
    #expect(EnglishRules.help(files: SourceFile.all) == [])
  }

  @Test func `codes of behaviors have words beside them`() {
    #expect(EnglishRules.codes(files: SourceFile.all) == [])
  }

  @Test func `no test is named with a question word`() {
    #expect(EnglishRules.testNames(files: SourceFile.all) == [])
  }

  @Test func `no comment is too wide`() {
    #expect(EnglishRules.widths(files: SourceFile.all) == [])
  }

  @Test func `no file names a place on its author's machine`() {
    #expect(SourceRules.machinePaths(files: SourceFile.all) == [])
  }

  @Test func `layout computes with exact functions only`() {
    #expect(SourceRules.inexactFunctions(files: SourceFile.sources) == [])
  }

  @Test func `layout does not iterate over dictionaries or sets`() {
    #expect(SourceRules.unorderedIteration(files: SourceFile.sources) == [])
  }

  @Test func `everything that is printed is escaped for terminals`() {
    #expect(SourceRules.terminalOutput(files: SourceFile.sources) == [])
  }

  @Test func `Foundation stays at the edges`() {
    #expect(SourceRules.foundation(files: SourceFile.sources) == [])
  }

  @Test func `no public declaration gives text of a message unless it was reviewed`() throws {
    let list = try #require(SourceFile.all.first { $0.path == DisclosureRules.path })
    let declarations = try PublicInterface.declarations()
    #expect(declarations.count > 1_000)
    #expect(DisclosureRules.offenses(declarations, list: list, files: SourceFile.all) == [])
  }

  @Test func `the list of public names is current, short and without doubles`() throws {
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

  @Test func `each module is in the map of the architecture`() throws {
    let map = try #require(SourceFile.all.first { $0.path == "ARCHITECTURE.md" }).text
    let folders = Set(SourceFile.sources.compactMap(\.folder)).sorted()
    #expect(folders.filter { !map.contains("`\($0)`") } == [])
  }

  @Test func `the map of the architecture is short`() throws {
    let map = try #require(SourceFile.all.first { $0.path == "ARCHITECTURE.md" }).text
    #expect(map.utf8.count <= DocumentRules.mapLimit)
  }

  @Test func `documents name only files that exist`() {
    let documents = SourceFile.all.filter { $0.path.hasSuffix(".md") }
    let paths = SourceFile.paths(under: "")
    #expect(DocumentRules.lostReferences(documents: documents, paths: paths) == [])
  }

  @Test func `documentation pages link only public names`() throws {
    let inventory = try #require(SourceFile.all.first { $0.path == InterfaceInventory.path })
    let pages = SourceFile.all.filter { $0.path.contains(".docc/") && $0.path.hasSuffix(".md") }
    #expect(DocumentRules.lostSymbols(pages: pages, inventory: inventory) == [])
  }

  @Test func `decisions are numbered and indexed`() {
    #expect(DocumentRules.decisions(files: SourceFile.all) == [])
  }

  @Test func `the command is built without a run path to libraries beside it`() throws {
    let makefile = try #require(SourceFile.all.first { $0.path == "Makefile" }).text
    let text = makefile.replacing("\\\n", with: "")
    let builds = text.split(separator: "\n").filter { $0.contains("--product galley") }
    #expect(!builds.isEmpty)
    #expect(builds.allSatisfy { $0.contains("--disable-local-rpath") })
  }

  @Test func `documents name only commands that the Makefile has`() throws {
    let makefile = try #require(SourceFile.all.first { $0.path == "Makefile" }).text
    let targets = Set(makefile.matches(of: /(?m)^([a-z-]+):/).map { String($0.1) })
    for file in SourceFile.all where file.path.hasSuffix(".md") {
      let named = Set(file.text.matches(of: /`make ([a-z-]+)/).map { String($0.1) })
      #expect(named.subtracting(targets) == [], "\(file.path)")
    }
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

  @Test func `expected pictures are small`() throws {
    let sizes = try pictures.map { path in
      let values = try repository.appending(path: path).resourceValues(forKeys: [.fileSizeKey])
      return (path: path, bytes: values.fileSize ?? 0)
    }
    #expect(CorpusRules.largePictures(sizes: sizes) == [])
  }

  @Test func `every case says what it guards`() {
    #expect(CorpusRules.silentCases(files: files) == [])
  }

  @Test func `cases hide nothing`() {
    #expect(CorpusRules.invisibleCharacters(files: files) == [])
  }

  @Test(arguments: [BehaviorTable.corpus.path, BehaviorTable.tests.path])
  func `each behavior is held by tests and cases that there are`(path: String) throws {
    let rules = [BehaviorTable.corpus, BehaviorTable.tests]
    let table = BehaviorTable(
      try #require(SourceFile.all.first { $0.path == path }),
      try #require(rules.first { $0.path == path }))
    #expect(table.rows.count > 100)
    #expect(table.offenses(files: SourceFile.all) == [])
  }
}
