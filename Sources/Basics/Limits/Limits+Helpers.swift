extension Limits {
  /// Bounds of the processes that decode images and try fonts of strangers.
  package enum Helpers {
    /// Bytes of a process: an image of the maximum size, its file and its smaller copy.
    package static let memory = 1 << 30
    /// Seconds for an image or a font; the largest images take one, and 65,535 glyphs three.
    package static let seconds = 10.0
    /// Processes that are kept for further work; more may work at a time.
    package static let idle = 4
  }
}
