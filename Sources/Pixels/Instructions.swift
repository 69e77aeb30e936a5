internal import GalleyCPixels

/// The instructions that the loops over pixels use; all give the same bytes.
package enum Instructions: CaseIterable, Sendable {
  /// The vector instructions of all processors of the architecture: SSE2, or NEON.
  case baseline
  /// AVX2, which processes twice as many pixels at a time.
  case avx2

  /// The fastest instructions of this processor.
  package static let best = Self.supported.last ?? .baseline

  /// The instructions of this processor, the fastest last.
  package static var supported: [Instructions] {
    allCases.filter { $0 == .baseline || galley_has_avx2() }
  }
}
