import Foundation
import GalleyFonts
import TestSupport
import Testing

@Suite struct ManifestLimitTests {
  @Test func `a manifest of 64 MiB is read, and a larger one is refused`() throws {
    let directory = TemporaryDirectory()
    let path = try directory.write("{\"fonts\":[]}", to: "fonts.json")
    func reason(size: Int) throws -> String {
      try #require(unsafe truncate(path, size) == 0)
      do { _ = try FontCollection(manifest: path) } catch { return "\(error)" }
      return ""
    }
    // What is read has zeros behind it, and is not JSON.
    #expect(try !reason(size: 64 << 20).contains("arger than"))
    #expect(try reason(size: 64 << 20 + 1).contains("arger than"))
  }
}
