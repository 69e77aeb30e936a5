/// The class of an atom, which determines the space around it.
///
/// - SeeAlso: The TeXbook, chapter 17.
package enum AtomClass: UInt8, CaseIterable, Hashable, Sendable {
  case ordinary, largeOperator, binary, relation, opening, closing, punctuation, inner
}

/// A size of mathematics, from formulas of their own to scripts of scripts.
package enum MathSize: UInt8, CaseIterable, Hashable, Sendable {
  case display, text, script, scriptScript

  /// The size of superscripts and subscripts.
  package var script: MathSize { self < .script ? .script : .scriptScript }

  /// The size of numerators and denominators.
  package var fraction: MathSize {
    switch self {
    case .display: .text
    case .text: .script
    default: .scriptScript
    }
  }
}

extension MathSize: Comparable {
  /// Orders sizes from display to scripts of scripts.
  package static func < (left: MathSize, right: MathSize) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The position of limits.
package enum LimitPlacement: UInt8, Hashable, Sendable {
  /// Beside the operator.
  case beside
  /// Above and below the operator in display size, else beside it.
  case aboveInDisplay
  /// Above and below the operator.
  case above
}

/// A color in a formula.
package enum FormulaColor: Hashable, Sendable {
  /// The color of the text around the formula.
  case text
  /// The palette's color of secondary text, for unknown commands.
  case secondary
  /// A color as `0xAARRGGBB`, in sRGB with straight alpha.
  case fixed(UInt32)
}
