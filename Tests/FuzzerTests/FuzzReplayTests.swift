import Foundation
import GalleyBasics
import GalleyFuzzCore
import GalleyFuzzReaders
import GalleyFuzzTargets
import TestSupport
import Testing

/// Inputs of the fuzzer without the fuzzer: valid ones, damaged ones, and those that once failed.
@MainActor @Suite struct FuzzReplayTests {
  private let found = repository.appending(path: "Tests/Fuzzer/Found")

  @Test(arguments: FuzzSession.names)
  func `valid and damaged inputs of the fuzzer give correct results`(
    name: String
  ) throws {
    let session = try #require(try FuzzSession(name, manifest: NotoFonts.manifest))
    let seeds = session.seeds
    #expect(!seeds.isEmpty)
    var random = SplitMix64(seed: UInt64(seeds.count))
    // Formulas and fonts take the longest; all of them have a share of the time.
    let end = ContinuousClock.now + .seconds(runsLongTests ? 60 : 1.5)
    for seed in seeds {
      try run(seed, session)
      var input = seed
      for index in 0..<8 { input[index] = UInt8(truncatingIfNeeded: random.next()) }
      var bytes = Array(input.dropFirst(FuzzSession.prefixLength))
      session.mutate(&bytes, limit: 2_000, using: &random)
      try run(input.prefix(FuzzSession.prefixLength) + bytes, session)
      if ContinuousClock.now > end { break }
    }
  }

  @Test(arguments: FuzzSession.names)
  func `inputs that once failed in the fuzzer give correct results`(name: String) throws {
    let folder = found.appending(path: name)
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    guard !files.isEmpty else { return }
    let session = try #require(try FuzzSession(name, manifest: NotoFonts.manifest))
    for file in files.sorted() {
      try run([UInt8](Data(contentsOf: folder.appending(path: file))), session, file)
    }
  }

  @Test func `inputs that once failed belong to a target`() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: found.path)
      .filter { !$0.hasSuffix(".md") }
    #expect(Set(folders).subtracting(FuzzSession.names) == [])
  }

  @Test(arguments: [
    ("TARGETS", FuzzSession.names), ("READERS", ReaderName.allCases.map(\.rawValue)),
  ])
  func `the script of the fuzzer names all targets`(list: String, expected: [String]) throws {
    let script = try String(
      contentsOf: repository.appending(path: "scripts/fuzz"), encoding: .utf8)
    let start = try #require(script.range(of: "\n\(list) = [")).upperBound
    let names = script[start...].prefix { $0 != "]" }.matches(of: /"(\w+)"/)
      .map { String($0.1) }
    #expect(Set(names) == Set(expected))
  }

  @Test func `dictionaries have the pieces in hexadecimal`() throws {
    let session = try #require(try FuzzSession("multipart", manifest: NotoFonts.manifest))
    let lines = session.dictionary.split(separator: "\n")
    #expect(lines.contains(#""\x0D\x0A\x0D\x0A""#))
    #expect(lines.contains(#""\x2D\x2D\x62\x30""#))
  }

  private func run(_ input: [UInt8], _ session: FuzzSession, _ name: String = "") throws {
    do throws(FuzzFailure) { try session.run(input) } catch {
      Issue.record("\(name) \(error.description): \(Data(input).base64EncodedString())")
    }
  }
}
