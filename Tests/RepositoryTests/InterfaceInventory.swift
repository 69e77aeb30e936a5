/// The public top-level names of the products, as `API.md` lists them.
struct InterfaceInventory {
  /// The maximum number of names.
  static let limit = 218

  /// The path of the list.
  static let path = "API.md"

  /// The public top-level declarations, without extensions of types of other modules.
  private let declarations: [PublicInterface.Declaration]

  /// Creates the inventory of public declarations.
  init(of declarations: [PublicInterface.Declaration]) {
    self.declarations = declarations.filter { $0.name.split(separator: ".").count == 2 }
  }

  /// The names; overloads of a function are one name.
  var names: [String] { Set(declarations.map { Self.baseName($0) }).sorted() }

  /// The names that several modules declare.
  var doubles: [String] {
    let pairs = Set(declarations.map { "\(Self.module($0)).\(Self.baseName($0))" })
    let counts = Dictionary(grouping: pairs) { $0.split(separator: ".")[1] }
    return counts.filter { $0.value.count > 1 }.keys.map(String.init).sorted()
  }

  /// The names without documentation.
  var undocumented: [String] { declarations.filter { $0.summary.isEmpty }.map(\.name) }

  /// Returns the contents of `API.md`.
  func document() -> String {
    var text = """
      # Public interface

      Every public top-level name, by product and module: \(names.count) names. `make api` writes this
      file; a test compares it with the interface.

      """
    for (product, note) in [
      ("GalleyText", "the text engine alone"), ("Galley", "everything; re-exports `GalleyText`"),
      ("GalleySnapshots", "for test targets, with Swift Testing"),
    ] {
      text += "\n## \(product): \(note)\n"
      let modules = PublicInterface.exports(of: product).filter { $0 != "GalleyText" }
      for module in modules + [product] {
        let lines = declarations.filter { Self.module($0) == module }.map(Self.line)
        guard !lines.isEmpty else { continue }
        text += "\n### \(module)\n\n"
        text += Set(lines).sorted().joined(separator: "\n") + "\n"
      }
    }
    return text
  }

  private static func line(_ declaration: PublicInterface.Declaration) -> String {
    let kind = declaration.kind.trimmingPrefix("swift.")
    return "- `\(baseName(declaration))` (\(kind)): \(declaration.summary)"
  }

  private static func module(_ declaration: PublicInterface.Declaration) -> String {
    String(declaration.name.prefix { $0 != "." })
  }

  private static func baseName(_ declaration: PublicInterface.Declaration) -> String {
    String(declaration.name.drop { $0 != "." }.dropFirst().prefix { $0 != "(" })
  }
}
