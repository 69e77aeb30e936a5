import GalleyHarfBuzz
import GalleyUnicode
import Testing

@testable import GalleyShaping

/// Properties that are constants, so that most text does not need ICU.
@Suite(.enabled(if: ICU.majorVersion == 72, "the constants are those of ICU 72"))
struct ConstantPropertiesTests {
  @Test func `the classes of all characters are those of ICU`() {
    var (start, isEqual) = (UInt32(0), true)
    while start < 0x110000 {
      let run = ICU.Properties.run(at: start)
      for scalar in [start, (start + run.end) / 2, run.end - 1] {
        let expected = ICU.Properties.classes(of: scalar..<scalar + 1, asksICU: true)
        isEqual = isEqual && ICU.Properties.classes(of: scalar..<scalar + 1) == expected
        isEqual = isEqual && [run.classes] == expected
      }
      start = run.end
    }
    #expect(isEqual)
  }

  @Test func `the records of a table are those of characters asked one by one`() {
    var (start, table, isEqual) = (UInt32(0), CharacterTable(), true)
    while start < 0x110000 {
      let end = ICU.Properties.run(at: start).end
      for scalar in [start, (start + end) / 2, end - 1] {
        table.load(pageOf: scalar)
        let classes = ICU.Properties.classes(of: scalar..<scalar + 1, asksICU: true)
        isEqual = isEqual && table.known(scalar) == CharacterRecord(scalar, classes[0])
      }
      start = end
    }
    #expect(isEqual)
    for scalar: UInt32 in [0x0A, 0x1C, 0x2010, 0x201C, 0x201D] {
      let classes = ICU.Properties.classes(of: scalar..<scalar + 1, asksICU: true)
      #expect(table.known(scalar) == CharacterRecord(scalar, classes[0]))
    }
  }

  @Test(
    arguments: [
      (0x31, false, false), (0x301, false, false), (0x61, true, true), (0x433, true, false),
      (0x4E00, true, false), (0x3001, false, false),
    ] as [(UInt32, Bool, Bool)])
  func `common characters and marks have no script`(scalar: UInt32, hasScript: Bool, isLatin: Bool)
  {
    let classes = ICU.Properties.classes(of: scalar..<scalar + 1)
    let record = CharacterRecord(scalar, classes[0])
    #expect(record.has(CharacterRecord.isLatin) == isLatin)
    #expect(record.has(CharacterRecord.hasOtherScript) == (hasScript && !isLatin))
  }

  @Test(arguments: [UInt32(0x301), 0x3001, 0x30FB, 0x964, 0x1CF7, 0x660, 0x41, 0x4E00, 0x1F600])
  func `the scripts of a character are those in which it is used`(scalar: UInt32) {
    let names = Set(ICU.Properties.scriptExtensions(of: scalar))
    let used = (UInt8.min...UInt8.max).filter { ICU.Properties.isUsed(scalar, inScript: $0) }
    #expect(Set(used.compactMap { ICU.Properties.scriptName($0, asksICU: true) }) == names)
    #expect(!names.isEmpty)
  }

  @Test func `punctuation of Japanese and Chinese is used in their scripts`() {
    let comma = Set(ICU.Properties.scriptExtensions(of: 0x3001).map(FontTag.init(rawValue:)))
    #expect(comma.isSuperset(of: ["Hani", "Hira", "Kana", "Hang", "Bopo", "Yiii"]))
    #expect(ICU.Properties.letter(ofScript: FontTag("Hira").rawValue) == 0x304B)
  }

  @Test func `the names of scripts are those of ICU`() {
    for code in UInt8.min...UInt8.max {
      let expected = ICU.Properties.scriptName(code, asksICU: true)
      #expect(ICU.Properties.scriptName(code) == expected, "code \(code)")
    }
  }
}
