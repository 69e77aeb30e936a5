import Testing

/// Plants offenses against the rules for documents.
@Suite struct DocumentOffenses {
  @Test(arguments: [
    ("`Sources/A/File.swift`, `A/File.swift`, `File.swift`", 0),
    ("`Sources/A`, `A`, ``A/B``, `OS/2`", 0), ("`A/B`", 1), ("`A/Other.swift`", 1),
    ("`Other.swift`", 1), ("`B/File.swift`", 1), ("Other.swift", 0),
    ("[a](../Sources/A/File.swift), [b](Page.md), [c](https://a.b/c)", 0),
    ("[a](Sources/A/File.swift)", 1), ("[a](Gone.md)", 1), ("[folder](../Sources)", 0),
  ])
  func `a reference to a missing file is found`(text: String, count: Int) {
    let document = SourceFile(path: "Documentation/Page.md", text: text)
    let paths = ["Documentation/Page.md", "Sources/A/File.swift"]
    #expect(DocumentRules.lostReferences(documents: [document], paths: paths).count == count)
  }

  @Test(arguments: [
    ("``Layer``, ``Layer/scale`` and ``GalleyLayers``", 0), ("``Sublayer``", 1), ("`Sublayer`", 0),
    ("``Point``", 1), ("```swift\nlet a = 1\n```", 0),
  ])
  func `a link to a name missing from its module is found`(text: String, count: Int) {
    let page = SourceFile(path: "Sources/Layers/Layers.docc/Layers.md", text: text)
    let inventory = SourceFile(
      path: "API.md",
      text: "### GalleyGeometry\n- `Point` (struct): A.\n### GalleyLayers\n- `Layer` (class): B.")
    #expect(DocumentRules.lostSymbols(pages: [page], inventory: inventory).count == count)
  }

  @Test(arguments: [
    (["0001-a.md": "# 1. A", "0002-b.md": "# 2. B"], 0),
    (["0001-a.md": "# 1. A", "0003-b.md": "# 3. B"], 1),
    (["0001-a.md": "# 2. A"], 1), (["0001-c.md": "# 1. C"], 1),
  ])
  func `a decision with a wrong number or no index entry is found`(
    notes: [String: String], count: Int
  ) {
    let folder = "Documentation/Decisions/"
    let index = SourceFile(path: folder + "README.md", text: "[1](0001-a.md) [2](0002-b.md)")
    let files = notes.map { SourceFile(path: folder + $0.key, text: $0.value + "\n") }
    #expect(DocumentRules.decisions(files: files + [index]).count == count)
  }
}
