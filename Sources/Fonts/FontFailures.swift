internal import Synchronization

/// The failures of fonts while text was laid out, since the process began.
///
/// Layout never fails: it shows text in other fonts, or as boxes. Programs report the failures when
/// they end.
package enum FontFailures {
  private struct State {
    var errors: [FaceFileError] = []
    var lacksFonts = false
  }

  private static let state = Mutex(State())

  /// The listed fonts that could not be opened when text needed them, each once.
  package static var errors: [FaceFileError] { state.withLock { $0.errors } }

  /// Whether a text was shown as boxes because there was no font at all.
  package static var lacksFonts: Bool { state.withLock { $0.lacksFonts } }

  /// Notes that a font could not be opened.
  static func note(_ error: FaceFileError) {
    state.withLock { if !$0.errors.contains(error) { $0.errors.append(error) } }
  }

  /// Notes that there is no font for a text.
  static func noteLackOfFonts() { state.withLock { $0.lacksFonts = true } }
}
