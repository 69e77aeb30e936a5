package import GalleyGeometry

/// The picture of a person without a photo: initials on a gradient.
package enum PersonPicture {
  /// The maximum length of a name that is searched for initials, in bytes.
  private static let nameLimit = 4_096

  /// Returns the gradient colors behind a person's initials, from the top.
  ///
  /// - Parameter person: The number of the person, from 0; numbers that are congruent modulo 7 have
  ///   equal colors.
  /// - Returns: Two colors.
  package static func colors(_ person: Int) -> [Color] {
    let pairs: [(UInt32, UInt32)] = [
      (0xFFFF_8A63, 0xFFE5_4C52), (0xFFFB_BB57, 0xFFEE_8A33), (0xFF9A_94F5, 0xFF6A_5BDA),
      (0xFF8D_D371, 0xFF45_A955), (0xFF52_CFCF, 0xFF1F_9DAE), (0xFF65_B9F6, 0xFF2A_83DB),
      (0xFFF3_93BE, 0xFFD6_5396),
    ]
    let pair = pairs[person % pairs.count]
    return [Color(argb: pair.0), Color(argb: pair.1)]
  }

  /// Returns the first letters of the first and the last word of a name.
  package static func initials(of name: String) -> String {
    let name = String(decoding: name.utf8.prefix(nameLimit), as: UTF8.self)
    let letters = name.split(separator: " ").compactMap { word in word.first { $0.isLetter } }
    guard let first = letters.first else { return String(name.prefix(1)) }
    guard letters.count > 1, let last = letters.last else { return first.uppercased() }
    // Zero-width non-joiner: joining scripts would connect the two letters.
    return first.uppercased() + "\u{200C}" + last.uppercased()
  }
}
