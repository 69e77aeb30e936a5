extension Limits {
  /// Bounds of files that are read.
  package enum Files {
    /// Bytes of an input that is read whole, which may be a device without an end.
    package static let input = 1 << 28
    /// Bytes of a line of JSON Lines: bounds the memory for a file without line ends.
    package static let line = 16 << 20
    /// Bytes of a word without quotation marks in damaged JSON.
    package static let looseScalar = 4_096
    /// Faults of damaged JSON that are kept.
    package static let faults = 100
  }

  /// Bounds of an export of a messenger.
  package enum Exports {
    /// Bytes of one message, which is held in memory.
    package static let messageSize = 16 << 20
    /// Nested values of an export, with those around a message.
    package static let depth = 72
    /// Bytes of a file that must be read whole.
    package static let wholeFile = 256 << 20
    /// Files of an archive.
    package static let entries = 200_000
    /// Ratio of an archive's files to its own size, above `smallArchive`.
    package static let ratio = 100
    /// Bytes of all files of an archive up to which `ratio` does not apply.
    package static let smallArchive = 256 << 20
    /// Bytes of all files of an archive.
    package static let unpackedSize = 64 << 30
    /// Problems that are kept with their words.
    package static let diagnostics = 1_000
  }

  /// Default sizes of caches; all are arguments where the cache is created.
  package enum Caches {
    /// Bytes of shaped texts.
    package static let texts = 16 << 20
    /// Bytes of glyph images.
    package static let glyphs = 16 << 20
    /// Bytes of formulas.
    package static let formulas = 4 << 20
    /// Bytes of loaded pictures without a row that shows them.
    package static let media = 64 << 20
    /// Loads of pictures at the same time, each with a descriptor or a connection.
    package static let mediaLoads = 6
  }
}
