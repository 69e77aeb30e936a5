internal import GalleyMessages
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
  /// The manifest of the fonts that the case uses.
  package var fonts = Fonts.shipped
  /// Why the case is not run; `nil` if it is.
  package var skip: String?

  /// The fonts that a case may use.
  package enum Fonts: String, Hashable, Sendable {
    /// The families of `Fonts/fonts.json`.
    case shipped
    /// The small fonts of `Fonts/testing`, which have round figures.
    case testing
  }

  /// Where the expectation stands, as a path below the corpus's directory.
  package var expectationPath: String {
    switch kind {
    case .shape, .layout: file.dropLast(".txt".count) + ".expected"
    case .render: file.prefix(upTo: (file.lastIndex(of: "/") ?? file.startIndex)) + "/\(name).png"
    }
  }
}
