extension Limits {
  /// Bounds of the analysis and shaping of text.
  package enum Shaping {
    /// Marks, joiners and invisible characters in one shaping call.
    ///
    /// HarfBuzz 6 is quadratic in them, and ends the process at 65,536 marks on a base; real
    /// clusters have at most four.
    package static let floodLength = 256
    /// Bytes of a run, which one shaping call takes: bounds the search in a run, and the time until
    /// a canceled layout stops.
    package static let runLength = 4_000
    /// Glyphs per character, beyond 48 for each call.
    ///
    /// A font of a few hundred bytes can produce 16,000 glyphs for a letter; legitimate fonts
    /// produce up to 18 for a ligature.
    package static let glyphsPerCharacter = 16
    /// Places that are tried one by one as the end of a line without an opportunity, each of which
    /// takes a shaping call if letters join there; the next ones are farther and farther apart.
    package static let reshapedPlaces = 32
    /// Letters of a word that is hyphenated: the patterns take time quadratic in its length.
    package static let hyphenatedLetters = 64
  }

  /// Bounds of the resolution of embedding levels (UAX #9).
  package enum Bidi {
    /// Brackets of a paragraph that FriBidi sees: it takes quadratic time and recurses for them.
    package static let brackets = 64
    /// UTF-16 units of a paragraph that ICU sees unchanged: it is quadratic in open brackets.
    package static let paragraphLength = 16_384
    /// First-strong isolates of a longer paragraph that ICU sees: it is quadratic in them.
    package static let firstStrongIsolates = 1_000
  }

  /// Bounds of a message, while it is read.
  package enum Messages {
    /// Entities of a message, which take about a hundred bytes each.
    package static let entities = 1 << 16
    /// Bytes of the references of a message, each of which Markdown may repeat for two bytes.
    package static let referenceBytes = 1 << 22
    /// Steps of parsing beyond one for each byte: about 20 ms.
    ///
    /// The parser of Markdown is quadratic in delimiters.
    package static let steps = 1 << 23
    /// Nested quotations and code blocks; each takes room at the side of a message.
    package static let blockDepth = 16
    /// Nested elements of HTML.
    package static let htmlDepth = 64
    /// Nested blocks of Markdown: the parser checks every open block for each line.
    package static let markdownDepth = 16
    /// Nested blocks of Markdown that grows, each of which is checked for each line.
    package static let streamDepth = 16
    /// Nested values of JSON, each of which takes stack.
    package static let jsonDepth = 64
  }

  /// Bounds of a rich message: Telegram's, unless a comment says otherwise.
  package enum RichMessages {
    /// Characters of all texts.
    package static let characters = 32_768
    /// Blocks, list items and table rows.
    package static let blocks = 500
    /// Nested blocks and texts.
    package static let depth = 16
    /// Nested blocks and texts that a caller may allow, because each takes stack; not Telegram's.
    package static let greatestDepth = 64
    /// Photos, videos, audio files and documents.
    package static let media = 50
    /// Columns of a table.
    package static let columns = 20
    /// Columns of a table that are placed, whatever a caller allows; not Telegram's.
    package static let placedColumns = 64
    /// Cells of tables; not Telegram's.
    package static let cells = 32_768
    /// Formulas; not Telegram's.
    package static let formulas = 2_000
  }

  /// Bounds of a formula.
  ///
  /// Macros can double a text with each use.
  package enum Formulas {
    /// Bytes of the source.
    package static let length = 4_096
    /// Nested groups, arguments and environments, each of which takes stack.
    package static let depth = 64
    /// Expansions of macros.
    package static let expansions = 1_000
    /// Expansions within each other.
    package static let expansionDepth = 100
    /// Tokens that come from macros.
    package static let expandedTokens = 16_384
    /// Glyphs of a stretched delimiter or rule, whose number follows from a font's lengths.
    package static let assemblyParts = 512
  }
}
