internal import GalleyHarfBuzz
internal import GalleyUnicode

/// The characters that a font must support to show a grapheme cluster.
///
/// Only visible characters count: joiners, selectors and tags need no glyph. A font may support a
/// character in another canonical form, composed or decomposed, because shaping converts between
/// them.
struct ClusterNeeds {
  /// The degree to which a font supports the cluster.
  enum Match: Hashable {
    case none
    /// The font has the base but lacks a mark.
    case base
    case full
  }

  /// The visible characters in up to three canonical forms: original, composed and decomposed.
  private let forms: [[UInt32]]

  /// The forms of which a font must support one for a full match.
  ///
  /// A form with a separate stroke is excluded if there is a precomposed sign: few fonts position
  /// strokes, and many without ≠ have its parts.
  private let goodForms: [[UInt32]]

  /// Creates the needs of `cluster`.
  init(_ cluster: Span<UInt32>) {
    if cluster.count == 1, Self.isIdeograph(cluster[0]) {
      forms = [[cluster[0]]]
      goodForms = forms
      return
    }
    var visible: [UInt32] = []
    for index in cluster.indices {
      let scalar = cluster[index]
      let isInvisible = scalar < 0x20 || (0x7F...0x9F).contains(scalar)
      if !isInvisible, !ICU.Properties.flags(of: scalar).has(.defaultIgnorable) {
        visible.append(scalar)
      }
    }
    guard !visible.isEmpty else {
      (forms, goodForms) = ([], [])
      return
    }
    let pieces = visible.flatMap(Self.pieces)
    let all = [visible, Self.composed(pieces), pieces].reduce(into: [[UInt32]]()) { forms, form in
      if !forms.contains(form) { forms.append(form) }
    }
    let withoutStroke = all.filter { !$0.contains(where: Self.isStroke) }
    forms = all
    goodForms = withoutStroke.isEmpty ? all : withoutStroke
  }

  /// Whether the cluster needs no glyph at all.
  var isEmpty: Bool { forms.isEmpty }

  /// The characters of which any font for the cluster supports at least one.
  var bases: [UInt32] {
    var bases: [UInt32] = []
    for form in forms {
      guard let first = form.first else { continue }
      bases.append(first)
      bases += Self.substitute(for: first) ?? []
    }
    return bases
  }

  /// Returns a letter of `script` if the cluster is shared by a few scripts that include it.
  ///
  /// A danda looks different among Bengali and Devanagari letters, so a font with letters of the
  /// script is preferred for it. Characters common to all scripts belong to none.
  ///
  /// - SeeAlso: [UAX #24](https://www.unicode.org/reports/tr24/), `Script_Extensions`.
  func letter(ofSharingScript script: FontTag) -> UInt32? {
    guard let base = forms.first?.first,
      [FontTag.common, .inherited].contains(FontTag(rawValue: ICU.Properties.script(of: base))),
      script != .common, script != .inherited,
      ICU.Properties.scriptExtensions(of: base).contains(script.rawValue)
    else { return nil }
    return ICU.Properties.letter(ofScript: script.rawValue)
  }

  /// Returns the degree to which a font that supports the characters given by `has` supports the
  /// cluster.
  func match(_ has: (UInt32) -> Bool) -> Match {
    func shows(_ scalar: UInt32) -> Bool {
      has(scalar) || (Self.substitute(for: scalar)?.contains(where: has) ?? false)
    }
    if goodForms.contains(where: { $0.allSatisfy(shows) }) { return .full }
    return forms.contains { $0.first.map(shows) ?? false } ? .base : .none
  }

  /// Returns whether a character is certainly a unified ideograph, which has one form.
  private static func isIdeograph(_ scalar: UInt32) -> Bool {
    (0x3400...0x4DBF).contains(scalar) || (0x4E00...0x9FFF).contains(scalar)
  }

  private static func isStroke(_ scalar: UInt32) -> Bool {
    scalar == 0x0338 || scalar == 0x20D2
  }

  /// Returns the characters that HarfBuzz substitutes if a font lacks `scalar`.
  private static func substitute(for scalar: UInt32) -> [UInt32]? {
    switch scalar {
    case 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: [0x20]
    case 0x2011: [0x2010]
    default: nil
    }
  }

  /// Returns the canonical decomposition.
  private static func pieces(of scalar: UInt32) -> [UInt32] {
    guard let (first, second) = CanonicalForms.decomposition(of: scalar) else { return [scalar] }
    return pieces(of: first) + (second == 0 ? [] : [second])
  }

  /// Returns the pieces composed as far as possible, in order.
  private static func composed(_ pieces: [UInt32]) -> [UInt32] {
    var composed = Array(pieces.prefix(1))
    for piece in pieces.dropFirst() {
      if let last = composed.last, let whole = CanonicalForms.composition(of: last, piece) {
        composed[composed.count - 1] = whole
      } else if composed.count > 1,
        let whole = CanonicalForms.composition(of: composed[0], piece)
      {
        composed[0] = whole
      } else {
        composed.append(piece)
      }
    }
    return composed
  }
}
