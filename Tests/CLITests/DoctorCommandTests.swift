import TestSupport
import Testing

/// `galley doctor`.
@Suite struct DoctorCommandTests {
  @Test func `libraries are listed with the files that they are loaded from`() throws {
    let result = try galley("doctor", "--fonts", testingFonts)
    #expect(result.output.contains("libharfbuzz.so.0"))
    for line in result.output.split(separator: "\n") where line.hasPrefix("libharfbuzz") {
      #expect(line.contains("/libharfbuzz.so.0."))
      #expect(line.hasSuffix(": shaping"))
    }
  }

  @Test func `scripts without a font are listed with the packages of fonts`() throws {
    // The testing fonts have Latin letters and little else.
    let result = try galley("doctor", "--fonts", testingFonts)
    #expect(result.status == 1)
    #expect(result.output.contains("missing: "))
    #expect(result.output.contains("apt-get install"))
    #expect(result.output.contains("fonts-noto-cjk"))
  }
}
