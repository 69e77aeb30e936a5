internal import ArgumentParser
package import GalleyGeometry

/// Parsers for command-line values, whose errors state the allowed values.
package enum Bounded {
  /// Returns a parser of numbers within `bounds`.
  package static func number(_ bounds: ClosedRange<Double>) -> @Sendable (String) throws -> Double {
    { argument in
      guard let value = Double(argument), bounds.contains(value) else {
        throw ValidationError(
          "Expected a number from \(short(bounds.lowerBound)) to \(short(bounds.upperBound)).")
      }
      return value
    }
  }

  /// Returns a parser of integers within `bounds`.
  package static func integer(_ bounds: ClosedRange<Int>) -> @Sendable (String) throws -> Int {
    { argument in
      guard let value = Int(argument), bounds.contains(value) else {
        throw ValidationError(
          "Expected an integer from \(bounds.lowerBound) to \(bounds.upperBound).")
      }
      return value
    }
  }

  /// Parses a width and a height in points, such as 48x14.
  @Sendable package static func size(_ argument: String) throws -> Size {
    let sides = argument.split(separator: "x", omittingEmptySubsequences: false).map {
      Double($0).flatMap { (0...10_000).contains($0) ? $0 : nil }
    }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else {
      throw ValidationError("Expected a width and a height in points, such as 48x14.")
    }
    return Size(width: width, height: height)
  }

  /// Parses the name of a case.
  @Sendable package static func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ argument: String
  ) throws -> Value {
    if let value = Value(rawValue: argument) { return value }
    let names = Value.allCases.map(\.rawValue)
    throw ValidationError(
      "Expected \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "").")
  }

  package static func short(_ number: Double) -> String {
    number == number.rounded() ? String(Int(number)) : String(number)
  }
}

/// The allowed numbers of threads.
package let threadCounts = 1...64
