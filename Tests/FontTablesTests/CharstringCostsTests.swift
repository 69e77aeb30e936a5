import GalleyBasics
import GalleySystem
import GalleyFontTables
import TestSupport
import Testing

@Suite struct CharstringCostsTests {
  /// The operands of a line with one unit per axis.
  private static let line: [UInt8] = [140, 140, 5]
  private static let end: UInt8 = 14

  @Test func `the cost counts instructions and their operands`() throws {
    #expect(try cost([Self.line + Self.line + [Self.end]]) == 7)
    #expect(try cost([[247, 0, 28, 0, 1, 255, 0, 1, 0, 0, 8, Self.end]]) == 5)
  }

  @Test func `a subroutine is counted once for each call`() throws {
    #expect(try cost([[32, 29, 32, 29, Self.end]], subroutines: [Self.line + [11]]) == 13)
  }

  @Test(arguments: [2, 3, 10])
  func `nested subroutine calls beyond the cost limit are refused`(depth: Int) throws {
    var subroutines = [Array(repeating: Self.line, count: 100).flatMap(\.self) + [11]]
    for number in 1..<depth {
      let call = [UInt8(31 + number), 29]
      subroutines.append(Array(repeating: call, count: 100).flatMap(\.self) + [11])
    }
    let glyph = [UInt8(31 + depth), 29, Self.end]
    let isBounded = depth == 2
    #expect(try (cost([glyph], subroutines: subroutines) != nil) == isBounded)
  }

  @Test(
    arguments: [
      ("a subroutine that calls itself", [32, 29]), ("one that is not there", [139, 29]),
      ("a number that is computed", [139, 32, 12, 10, 29]), ("no number", [29]),
      ("a byte without meaning", [2]), ("stems behind a mask", [139, 139, 19, 0, 139, 139, 1]),
      ("two operands at the end", [139, 139]),
    ] as [(String, [UInt8])])
  func `charstrings of unknown cost are refused`(_ name: String, _ code: [UInt8]) throws {
    #expect(try cost([code + [Self.end]], subroutines: [[32, 29, 11]]) == nil, "\(name)")
  }

  @Test func `the length of a hint mask follows from the number of stems`() throws {
    // Nine stems; the bytes of the mask would be calls.
    let stems = Array(repeating: UInt8(140), count: 18) + [18]
    #expect(try cost([stems + [19, 29, 29, Self.end]]) == 21)
  }

  @Test func `affordability agrees with the cost before and after it is computed`() throws {
    let line = Self.line
    let calls: [UInt8] = Array(repeating: [32, 29], count: 100).flatMap(\.self) + [11]
    var font = try FontFile("Cff.otf")
    font.setCharstrings([[33, 29, Self.end]], subroutines: [line + [11], calls])
    let costs = try costs(of: font)
    #expect(costs.isAffordable(0, within: 604) && !costs.isAffordable(0, within: 603))
    #expect(costs.cost(of: 0) == 604)
    #expect(costs.isAffordable(0, within: 604) && !costs.isAffordable(0, within: 603))
  }

  @Test func `the cost of an accented letter includes its component glyphs`() throws {
    // The character set of the font is in order: A is the 34th character, and grave the 124th.
    var glyphs = Array(repeating: [Self.end], count: 125)
    glyphs[34] = Self.line + [Self.end]
    glyphs[124] = Self.line + Self.line + [Self.end]
    glyphs[0] = [139, 139, 139 + 65, 247, 193 - 108, Self.end]
    var font = try FontFile("Cff.otf")
    font.tables["maxp"]?.replaceSubrange(4..<6, with: FontFile.words(125))
    font.setCharstrings(glyphs)
    let (accented, letter) = try (costs(of: font).cost(of: 0), costs(of: font).cost(of: 34))
    #expect(accented == 5 + 4 + 7)
    #expect(letter == 4)
  }

  @Test func `glyphs of a valid font have a positive cost`() throws {
    let costs = try costs(of: FontFile("Cff.otf"))
    let numbers = (0..<5).map { costs.cost(of: $0) }
    #expect(numbers.allSatisfy { ($0 ?? 0) > 0 })
  }

  @Test func `damaged tables are never read past their end`() throws {
    for seed in 0..<300 {
      var random = SplitMix64(seed: UInt64(seed))
      var font = try FontFile("Cff.otf")
      var table = try #require(font.tables["CFF "])
      for _ in 0..<8 {
        table[.random(in: table.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      font.tables[seed % 3 == 0 ? "CFF2" : "CFF "] = table
      let costs = try costs(of: font)
      for glyph in 0..<40 { _ = costs.cost(of: glyph) }
    }
  }

  private func cost(_ glyphs: [[UInt8]], subroutines: [[UInt8]] = []) throws -> Int? {
    var font = try FontFile("Cff.otf")
    font.setCharstrings(glyphs, subroutines: subroutines)
    return try costs(of: font).cost(of: 0)
  }

  private func costs(of font: FontFile) throws -> Costs {
    let file = MappedFile(copying: font.bytes, name: "test")
    let tables = try #require(FontTables(file, index: 0))
    return Costs(try #require(CharstringCosts(tables)))
  }
}

/// The costs of glyphs, for use in an expectation.
private final class Costs {
  private var costs: CharstringCosts

  init(_ costs: CharstringCosts) { self.costs = costs }

  func cost(of glyph: Int) -> Int? { costs.cost(of: glyph) }

  func isAffordable(_ glyph: Int, within limit: Int) -> Bool {
    costs.isAffordable(glyph, within: limit)
  }
}
