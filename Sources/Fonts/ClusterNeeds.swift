internal import GalleyHarfBuzz
internal import GalleyICU

/// What a font must have to show a grapheme cluster.
///
/// Only what is to be seen counts: joiners, selectors and tags stay with their base without a glyph.
/// A character may also be there in another canonical form, in pieces or put together, since shaping
/// turns one into the other.
struct ClusterNeeds {
  /// How well a font does.
  enum Match: Hashable {
    case none
    /// It has the base, and some mark is missing.
    case base
    case full
  }

  /// The characters that are to be seen, in up to three canonical forms: as they are, put together,
  /// and in pieces.
  private let forms: [[UInt32]]

  /// The forms that a font must have one of to do well.
  ///
  /// A stroke through a sign is not among them if there is the sign with the stroke: few fonts say
  /// where a stroke goes, and many without ≠ have the pieces.
  private let goodForms: [[UInt32]]

  /// Works out what `cluster` needs.
  init(_ cluster: Span<UInt32>) {
    var visible: [UInt32] = []
    for index in cluster.indices {
      let scalar = cluster[index]
      let isInvisible = scalar < 0x20 || (0x7F...0x9F).contains(scalar)
      if !isInvisible, !ICU.Properties.isDefaultIgnorable(scalar) { visible.append(scalar) }
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

  /// Whether no glyph is needed at all.
  var areNone: Bool {
    forms.isEmpty
  }

  /// What a font for the cluster certainly has one of.
  var bases: [UInt32] {
    forms.compactMap(\.first).flatMap { scalar in [scalar] + (Self.substitute(for: scalar) ?? []) }
  }

  /// A letter of `script`, if the cluster is something that a few scripts share, this among them.
  ///
  /// A danda looks another way among Bengali letters than among those of Devanagari, so a font with
  /// such letters is the right one for it. What all scripts use belongs to none of them.
  ///
  /// - SeeAlso: [UAX #24](https://www.unicode.org/reports/tr24/), `Script_Extensions`.
  func letter(ofSharingScript script: Tag) -> UInt32? {
    guard let base = forms.first?.first,
      [Tag.common, .inherited].contains(Tag(rawValue: ICU.Properties.script(of: base))),
      script != .common, script != .inherited,
      ICU.Properties.scriptExtensions(of: base).contains(script.rawValue)
    else { return nil }
    return ICU.Properties.letter(ofScript: script.rawValue)
  }

  /// How well a font does that has the characters for which `has` is true.
  func match(_ has: (UInt32) -> Bool) -> Match {
    func shows(_ scalar: UInt32) -> Bool {
      has(scalar) || (Self.substitute(for: scalar)?.contains(where: has) ?? false)
    }
    if goodForms.contains(where: { $0.allSatisfy(shows) }) { return .full }
    return forms.contains { $0.first.map(shows) ?? false } ? .base : .none
  }

  private static func isStroke(_ scalar: UInt32) -> Bool {
    scalar == 0x0338 || scalar == 0x20D2
  }

  /// What HarfBuzz takes where a font lacks `scalar`.
  private static func substitute(for scalar: UInt32) -> [UInt32]? {
    switch scalar {
    case 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: [0x20]
    case 0x2011: [0x2010]
    default: nil
    }
  }

  /// The canonical decomposition.
  private static func pieces(of scalar: UInt32) -> [UInt32] {
    guard let (first, second) = CanonicalForms.decomposition(of: scalar) else { return [scalar] }
    return pieces(of: first) + (second == 0 ? [] : [second])
  }

  /// The pieces with as many as possible put together, in the order in which they stand.
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
