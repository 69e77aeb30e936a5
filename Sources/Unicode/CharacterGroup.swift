internal import GalleyCICU

extension ICU {
  /// A script or a block of Unicode.
  ///
  /// - SeeAlso: [UAX #24](https://www.unicode.org/reports/tr24/), `Script`;
  ///   [UAX #44](https://www.unicode.org/reports/tr44/), `Block`.
  package struct CharacterGroup: Hashable, Sendable {
    /// The property that groups characters.
    package enum Property: Hashable, Sendable {
      case script, block

      fileprivate var raw: cicu_group_property {
        switch self {
        case .script: CICU_SCRIPT_PROPERTY
        case .block: CICU_BLOCK_PROPERTY
        }
      }
    }

    /// The property.
    package let property: Property
    /// The number of the group in ICU.
    package let code: Int32

    private init(_ property: Property, code: Int32) {
      self.property = property
      self.code = code
    }

    /// Finds a group by its name, such as `Devanagari` or `Deva`; `nil` if there is none.
    ///
    /// Case, spaces, hyphens and underscores do not matter.
    package init?(_ property: Property, named name: String) {
      let code = unsafe name.withCString { unsafe cicu_named_group(property.raw, $0) }
      guard code >= 0 else { return nil }
      self.init(property, code: code)
    }

    /// Returns the group of a scalar.
    package init(_ property: Property, of scalar: UInt32) {
      self.init(property, code: cicu_group(property.raw, scalar))
    }

    /// The name, such as `Greek And Coptic`.
    package var name: String {
      guard let name = unsafe cicu_group_name(property.raw, code) else { return "\(code)" }
      return unsafe String(cString: name).replacing("_", with: " ")
    }
  }
}
