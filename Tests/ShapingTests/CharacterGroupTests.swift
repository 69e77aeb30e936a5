import GalleyUnicode
import Testing

@Suite struct CharacterGroupTests {
  @Test(arguments: ["Devanagari", "Deva", "deva", "DEVANAGARI"])
  func `a script is found by its name or code`(name: String) {
    let script = ICU.CharacterGroup(.script, named: name)
    #expect(script == ICU.CharacterGroup(.script, of: 0x0915))
    #expect(script?.name == "Devanagari")
  }

  @Test(arguments: ["Greek and Coptic", "greek_and_coptic", "GreekAndCoptic"])
  func `a block is found by its name, whose separators do not matter`(name: String) {
    let block = ICU.CharacterGroup(.block, named: name)
    #expect(block == ICU.CharacterGroup(.block, of: 0x03B1))
    #expect(block?.name == "Greek And Coptic")
  }

  @Test(arguments: ["", "Klingon", "\u{0}", "字", String(repeating: "a", count: 10_000)])
  func `an unknown name is no group`(name: String) {
    #expect(ICU.CharacterGroup(.script, named: name) == nil)
    #expect(ICU.CharacterGroup(.block, named: name) == nil)
  }

  @Test func `every code point has a script and a block`() {
    for scalar: UInt32 in [0, 0x41, 0xD800, 0xE000, 0x10FFFF, .max] {
      #expect(!ICU.CharacterGroup(.script, of: scalar).name.isEmpty)
      #expect(!ICU.CharacterGroup(.block, of: scalar).name.isEmpty)
    }
  }
}
