internal import GalleyFonts
package import GalleyGeometry
package import GalleyTypesetting

/// A piece of text, how it is set, and what is expected of it.
package struct CorpusCase: Hashable, Sendable {
  /// What is looked at.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Which glyphs there are.
    case shape
    /// Which lines there are, and where everything stands.
    case layout
    /// Which pixels there are.
    case render
  }

  /// The name, unlike that of any other case.
  package var name: String
  /// What is looked at.
  package var kind: Kind
  /// What the case guards against, for people.
  package var note: String
  /// Where the case stands: a path below the corpus's directory, and a line.
  package var file: String
  /// The line of the file on which the case begins; the first is 1.
  package var line: Int
  /// The text, styled.
  package var text: AttributedText
  /// How the text is laid out.
  package var options: LayoutOptions
  /// How many pixels stand for a point in a picture.
  package var scale: Double
  /// The color behind a picture.
  package var background: Color
  /// The colors of roles in a picture.
  package var palette: Palette
  /// The spoilers that are seen in a picture.
  package var revealed: RevealedSpoilers
  /// Whether a picture shows how its layout is built.
  package var showsStructure: Bool
  /// Why the case is not run; `nil` if it is.
  package var skip: String?

  /// Whether the case is set in the small fonts of `Fonts/testing`, which are ours and never change.
  package var usesTestingFonts: Bool {
    text.baseStyle.font.families.first?.hasPrefix("Galley") ?? false
  }

  /// Where the expectation stands, as a path below the corpus's directory.
  package var expectationPath: String {
    switch kind {
    case .shape, .layout: file.dropLast(".txt".count) + ".expected.txt"
    case .render: file.prefix(upTo: file.lastIndex(of: "/") ?? file.startIndex) + "/\(name).png"
    }
  }
}
