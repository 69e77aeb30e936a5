package import GalleyFuzzCore

/// The names of the targets of readers, which need no text engine.
///
/// Their program is small: after each input, libFuzzer looks at all edges of a program, which takes
/// longer than an image.
package enum ReaderName: String, CaseIterable, Sendable {
  case json, archives, highlighting, images

  /// A target of that name.
  @MainActor package var target: any FuzzTarget {
    switch self {
    case .json: JSONTarget()
    case .archives: ArchiveTarget()
    case .highlighting: HighlightingTarget()
    case .images: ImageTarget()
    }
  }
}
