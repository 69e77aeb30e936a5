import GalleySystem
import GalleyFontTables
import TestSupport
import Testing

@Suite struct CompositeGraphTests {
  @Test func `a composite glyph costs as much as its expanded components`() throws {
    var graph = try graph([box, FontFile.composite(of: [0, 0]), FontFile.composite(of: [1, 0])])
    #expect(graph.cost(of: 0).map { [$0.glyphs, $0.points] } == [1, 4])
    #expect(graph.cost(of: 2).map { [$0.glyphs, $0.points] } == [5, 12])
  }

  @Test func `a small font with billions of nested components is refused quickly`() throws {
    let levels = (0..<16).map { FontFile.composite(of: Array(repeating: $0, count: 8)) }
    try expectTime(below: 0.05) {
      var graph = try graph([[]] + levels)
      #expect(graph.cost(of: 3) != nil)
      #expect(graph.cost(of: 16) == nil)
    }
  }

  @Test func `a glyph that contains itself as a component is refused`() throws {
    let records = [
      box, FontFile.composite(of: [2, 0]), FontFile.composite(of: [1]), FontFile.composite(of: [0]),
    ]
    var graph = try graph(records)
    #expect(graph.cost(of: 1) == nil)
    #expect(graph.cost(of: 2) == nil)
    #expect(graph.cost(of: 3) != nil)
  }

  @Test func `the depth of nested components is limited`() throws {
    let chain = (0..<90).map { FontFile.composite(of: [$0]) }
    var graph = try graph([box] + chain)
    #expect(graph.cost(of: 90) == nil)
    #expect(graph.cost(of: 60) != nil)
    #expect(graph.cost(of: 70) == nil)
  }

  @Test func `the glyphs of valid fonts are affordable`() throws {
    for name in ["Box.ttf", "Mark.ttf", "Variable.ttf"] {
      let bytes = try FontFile(name).bytes
      #expect(FontCheck.refusal(of: MappedFile(copying: bytes, name: name), index: 0) == nil)
    }
  }
}

/// The record of a glyph of one contour with four points.
private let box = FontFile.words(1, 0, 0, 9, 9, 3, 0) + [1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0]

private func graph(_ records: [[UInt8]]) throws -> CompositeGraph {
  var font = try FontFile("Box.ttf")
  font.setGlyphs(records)
  let file = MappedFile(copying: font.bytes, name: "test")
  let tables = try #require(FontTables(file, index: 0))
  return try #require(CompositeGraph(tables))
}
