package import GalleyBasics

/// A part of the project that is fed with inputs.
@MainActor package protocol FuzzTarget {
  /// Valid inputs.
  var seeds: [[UInt8]] { get }
  /// Pieces that mean something in inputs.
  var pieces: [String] { get }
  /// Pieces with their opposites, for nesting.
  var brackets: [(String, String)] { get }

  /// Runs an input; equal inputs and generators do the same.
  ///
  /// - Throws: `FuzzFailure` for a wrong result. Traps are wrong, too.
  func run(_ bytes: [UInt8], using random: inout SplitMix64) throws(FuzzFailure)

  /// Changes an input by the structure of its format; returns `false` if it has none.
  func mutate(_ bytes: inout [UInt8], using random: inout SplitMix64) -> Bool
}

extension FuzzTarget {
  package var pieces: [String] { FuzzPieces.text }
  package var brackets: [(String, String)] { FuzzPieces.brackets }

  package func mutate(_ bytes: inout [UInt8], using random: inout SplitMix64) -> Bool { false }
}

/// A wrong result of an input.
package struct FuzzFailure: Error, CustomStringConvertible {
  /// The wrong result, in words.
  package let description: String

  /// Creates a failure.
  package init(description: String) { self.description = description }
}

/// Throws a failure unless a condition holds.
package func expect(_ condition: Bool, _ reason: @autoclosure () -> String) throws(FuzzFailure) {
  if !condition { throw FuzzFailure(description: reason()) }
}
