import Testing

/// Rules for the packages of the folder Examples, which show only what the documentation has.
enum ExampleRules {
  /// The products; the modules that they export are not imported by name.
  private static let products: Set<Substring> = ["Galley", "GalleyText", "GalleySnapshots"]

  /// Returns the imports that reach past the products.
  static func imports(files: [SourceFile]) -> [Offense] {
    let galley = /\bimport\s+(?:\w+\s+)?(Galley\w*)/
    return files.flatMap { file in
      file.code.enumerated().compactMap { number, line in
        guard let name = line.firstMatch(of: galley)?.1 else { return nil }
        let isPlain = !line.contains("@testable") && !line.contains("@_spi")
        guard !products.contains(name) || !isPlain else { return nil }
        return Offense(path: file.path, line: number + 1, reason: line)
      }
    }
  }

  /// Returns the types and members of the interface that no declaration documents.
  static func names(
    files: [SourceFile], declarations: [PublicInterface.Declaration]
  ) -> [Offense] {
    let known = Dictionary(grouping: declarations) { declaration in
      (declaration.name.prefix { $0 != "(" }.split(separator: ".").last).map(String.init) ?? ""
    }
    let undocumented = known.filter { $0.value.allSatisfy(\.summary.isEmpty) }
    let name = /\.\w+|\b[A-Z]\w*/
    return files.flatMap { file in
      file.code.enumerated().flatMap { number, line in
        line.matches(of: name).compactMap { match in
          guard undocumented[String(match.0.drop { $0 == "." })] != nil else { return nil }
          return Offense(path: file.path, line: number + 1, reason: String(match.0))
        }
      }
    }
  }
}

/// Holds the examples to these rules.
@Suite struct ExampleRulesTests {
  private let examples = SourceFile.all.filter {
    $0.path.hasPrefix("Examples/") && $0.path.contains("/Sources/") && $0.path.hasSuffix(".swift")
  }

  @Test func `examples import only products`() {
    #expect(examples.count > 5)
    #expect(ExampleRules.imports(files: examples) == [])
  }

  @Test func `names that examples use are documented`() throws {
    let declarations = try PublicInterface.declarations()
    #expect(ExampleRules.names(files: examples, declarations: declarations) == [])
  }

  @Test func `the example of image maps has the code of the article`() throws {
    let name = "AnImageMapOfLinks.swift"
    let copies = SourceFile.all.filter { $0.path.hasSuffix("/" + name) }
    #expect(copies.count == 2)
    #expect(Set(copies.map(\.text)).count == 1)
  }

  @Test(arguments: [
    ("import GalleyText", true), ("import Foundation", true), ("// import GalleyFonts", true),
    ("import GalleyFonts", false), ("import struct GalleyFonts.FontCollection", false),
    ("@testable import Galley", false), ("@_spi(Tests) import Galley", false),
  ])
  func `an import past the products is found`(line: String, isAllowed: Bool) {
    let file = SourceFile(path: "Examples/A/Sources/A/main.swift", text: line)
    #expect(ExampleRules.imports(files: [file]).isEmpty == isAllowed)
  }

  @Test(arguments: [
    ("a.hidden(3)", false), ("let a = Secret()", false), ("a.shown", true), ("// hidden", true),
    ("let text = \"hidden\"", true), ("a.other", true), ("let hidden = 3", true),
  ])
  func `a name without documentation is found`(line: String, isAllowed: Bool) {
    let declarations = [
      ("GalleyA.Secret", ""), ("GalleyA.A.hidden(_:)", ""), ("GalleyA.A.shown", "A thing."),
      ("GalleyA.B.shown", ""),
    ].map { PublicInterface.Declaration(name: $0.0, kind: "", given: "", summary: $0.1) }
    let file = SourceFile(path: "Examples/A/Sources/A/main.swift", text: line)
    let found = ExampleRules.names(files: [file], declarations: declarations)
    #expect(found.isEmpty == isAllowed)
  }
}
