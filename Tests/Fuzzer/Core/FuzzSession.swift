package import GalleyBasics

/// A target that runs inputs, with the mutator of its format.
///
/// An input begins with eight bytes, the seed of the generator of options, widths and the like; the
/// target reads the others. So an input does the same whenever it runs.
@MainActor package final class FuzzSession {
  /// The number of bytes before those of the target.
  nonisolated package static let prefixLength = 8

  private let target: any FuzzTarget
  private let mutator: FuzzMutator

  /// Creates a session of a target.
  package init(_ target: any FuzzTarget) {
    self.target = target
    mutator = FuzzMutator(pieces: target.pieces, brackets: target.brackets)
  }

  /// The valid inputs of the target.
  package var seeds: [[UInt8]] {
    target.seeds.enumerated().map { number, seed in
      [0, 0, 0, 0, 0, 0, 0, UInt8(truncatingIfNeeded: number)] + seed
    }
  }

  /// Runs an input; one without a complete prefix does nothing.
  ///
  /// - Throws: `FuzzFailure` for a wrong result.
  package func run(_ input: [UInt8]) throws(FuzzFailure) {
    guard input.count >= Self.prefixLength else { return }
    let seed = input.prefix(Self.prefixLength).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    var random = SplitMix64(seed: seed)
    try target.run(Array(input.dropFirst(Self.prefixLength)), using: &random)
  }

  /// Changes the bytes of the target, without the prefix.
  package func mutate(_ bytes: inout [UInt8], limit: Int, using random: inout SplitMix64) {
    if random.chance(70), target.mutate(&bytes, using: &random) {
      if bytes.count > limit { bytes.removeSubrange(limit...) }
      return
    }
    mutator.mutate(&bytes, limit: limit, using: &random)
  }

  /// The pieces of inputs, in the format of libFuzzer's dictionaries.
  package var dictionary: String {
    Set(target.pieces).filter { !$0.isEmpty }.sorted().map { piece in
      let bytes = piece.utf8.map { byte in
        let digits = String(byte, radix: 16, uppercase: true)
        return "\\x" + (digits.count == 1 ? "0" : "") + digits
      }
      return "\"\(bytes.joined())\"\n"
    }.joined()
  }
}
