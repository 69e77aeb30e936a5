import GalleyUnicode
import Testing

/// Properties that are constants, so that plain text does not need ICU.
@Suite struct ConstantPropertiesTests {
  @Test func `the classes of plain characters are those of ICU`() {
    for scalars: Range<UInt32> in [
      0..<0x180, 0x391..<0x392, 0x410..<0x411, 0x531..<0x532, 0x10D0..<0x10D1,
    ] {
      let expected = ICU.Properties.classes(of: scalars, asksICU: true)
      #expect(ICU.Properties.classes(of: scalars) == expected)
    }
  }

  @Test func `the names of scripts are those of ICU`() {
    for code in UInt8.min...UInt8.max {
      let expected = ICU.Properties.scriptName(code, asksICU: true)
      #expect(ICU.Properties.scriptName(code) == expected, "code \(code)")
    }
  }
}
