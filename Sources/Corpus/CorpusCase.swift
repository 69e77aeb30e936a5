internal import GalleyFonts
package import GalleyGeometry
package import GalleyTypesetting

/// A test case: a text with its settings.
package struct CorpusCase: Hashable, Sendable {
  /// The kind of output that a case compares.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The glyphs.
    case shape
    /// The lines and positions.
    case layout
    /// The pixels.
    case render
  }

  /// The name, unique in the corpus.
  package var name: String
  /// The kind of output.
  package var kind: Kind
  /// A description of the behavior that the case guards.
  package var note: String
  /// The file of the case, as a path below the corpus's directory.
  package var file: String
  /// The line of the file on which the case begins, counted from 1.
  package var line: Int
  /// The styled text; empty, in the style of plain text, if there is a rich message.
  package var text: AttributedText
  /// The rich message of a case that has one.
  package var rich: RichSubject?
  /// The layout options.
  package var options: LayoutOptions
  /// The number of pixels per point in a picture.
  package var scale: Double
  /// The background color of a picture.
  package var background: Color
  /// The palette of a picture.
  package var palette: Palette
  /// The revealed spoilers of a picture.
  package var revealed: RevealedSpoilers
  /// Whether a picture shows the structure of its layout.
  package var showsStructure: Bool
  /// The reason for which the case is skipped; `nil` if it is run.
  package var skip: String?

  /// Whether the case uses the small fonts of `Fonts/testing`, which are part of the project and
  /// never change.
  package var usesTestingFonts: Bool {
    text.baseStyle.font.families.first?.hasPrefix("Galley") ?? false
  }

  /// The folder of the case's file, as a path below the corpus's directory.
  package var folder: String { Corpus.folder(of: file) }

  /// The location of the expectation, as a path below the corpus's directory.
  package var expectationPath: String {
    switch kind {
    case .shape, .layout: file.dropLast(".txt".count) + ".expected.txt"
    case .render: folder.isEmpty ? "\(name).png" : "\(folder)/\(name).png"
    }
  }
}
