/// Parsing of font family names.
package enum FamilyList {
  /// Returns the comma-separated names in `list`, without surrounding spaces.
  package static func names(in list: String?) -> [String] {
    (list ?? "").split(separator: ",").compactMap { part in
      let words = part.split(separator: " ")
      return words.isEmpty ? nil : words.joined(separator: " ")
    }
  }
}
