internal import GalleyCICU

extension ICU.Properties {
  /// The properties of a code point used by Unicode algorithms.
  package struct Classes: Hashable, Sendable {
    /// `Line_Break`, for UAX #14.
    package var lineBreak: LineBreak
    /// `Bidi_Class`, for UAX #9.
    package var bidi: BidiClass
    /// `Grapheme_Cluster_Break`, for UAX #29.
    package var grapheme: GraphemeBreak
    /// ICU's code of the `Script`, which ``ICU/Properties/scriptName(_:)`` names.
    package var script: UInt8
    /// The binary properties.
    package var flags: Flags
  }

  /// `Line_Break`, with the standard's names and ICU's values.
  package enum LineBreak: UInt8, Hashable, Sendable, CaseIterable {
    case xx, ai, al, b2, ba, bb, bk, cb, cl, cm, cr, ex, gl, hy, id, `in`, `is`, lf, ns, nu, op, po
    case pr, qu, sa, sg, sp, sy, zw, nl, wj, h2, h3, jl, jt, jv, cp, cj, hl, ri, eb, em, zwj
  }

  /// `Bidi_Class`, with the standard's names and ICU's values.
  package enum BidiClass: UInt8, Hashable, Sendable, CaseIterable {
    case l, r, en, es, et, an, cs, b, s, ws, on, lre, lro, al, rle, rlo, pdf, nsm, bn, fsi, lri, rli
    case pdi
  }

  /// `Grapheme_Cluster_Break`, with the standard's names and ICU's values.
  package enum GraphemeBreak: UInt8, Hashable, Sendable, CaseIterable {
    case other, control, cr, extend, l, lf, lv, lvt, t, v, spacingMark, prepend, regionalIndicator
    case eBase, eBaseGAZ, eModifier, glueAfterZWJ, zwj
  }

  /// Returns the classes of the code points of `scalars`, in order.
  ///
  /// A property value newer than this code counts as the property's default. The classes are
  /// constants; ICU is not loaded for them unless `asksICU` is set.
  package static func classes(of scalars: Range<UInt32>, asksICU: Bool = false) -> [Classes] {
    let raw = unsafe [cicu_classes](unsafeUninitializedCapacity: scalars.count) { buffer, count in
      let (first, length) = (scalars.lowerBound, Int32(scalars.count))
      if asksICU {
        unsafe cicu_get_loaded_classes(first, length, buffer.baseAddress)
      } else {
        unsafe cicu_get_classes(first, length, buffer.baseAddress)
      }
      count = scalars.count
    }
    return raw.map(Classes.init)
  }

  /// Returns the classes of a code point.
  ///
  /// - Returns: The classes, and the end of a range that begins with `scalar`, in which all code
  ///   points have the same ones. The range need not be the longest.
  package static func run(at scalar: UInt32) -> (classes: Classes, end: UInt32) {
    var raw = cicu_classes()
    let end = unsafe cicu_get_class_run(scalar, &raw)
    return (Classes(raw), end)
  }

  /// Returns the name of the script with ICU's code, packed as in ``script(of:)``, or `nil` if
  /// there is none.
  ///
  /// The names are constants; ICU is not loaded for them unless `asksICU` is set.
  package static func scriptName(_ code: UInt8, asksICU: Bool = false) -> UInt32? {
    let name = asksICU ? cicu_loaded_script_name(Int32(code)) : cicu_script_name(Int32(code))
    return name == 0 ? nil : name
  }

  /// Returns whether `scalar` is used in the script with ICU's code, according to its script
  /// extensions.
  package static func isUsed(_ scalar: UInt32, inScript code: UInt8) -> Bool {
    cicu_has_script(scalar, Int32(code))
  }

  /// Returns whether `scalar` is an opening bracket as defined by UAX #9.
  package static func isOpeningBracket(_ scalar: UInt32) -> Bool {
    cicu_is_opening_bracket(scalar)
  }

  /// Returns the bracket that pairs with `scalar` in UAX #9, or `scalar` itself if it is not a
  /// bracket.
  ///
  /// The angle brackets U+2329 and U+232A count as their canonical equivalents.
  package static func pairedBracket(_ scalar: UInt32) -> UInt32 {
    cicu_paired_bracket(scalar)
  }
}

extension ICU.Properties.Classes {
  fileprivate init(_ raw: cicu_classes) {
    self.init(
      lineBreak: ICU.Properties.LineBreak(rawValue: raw.line_break) ?? .xx,
      bidi: ICU.Properties.BidiClass(rawValue: raw.bidi) ?? .on,
      grapheme: ICU.Properties.GraphemeBreak(rawValue: raw.grapheme) ?? .other, script: raw.script,
      flags: ICU.Properties.Flags(rawValue: raw.flags))
  }
}

extension ICU.Properties.Flags {
  /// `East_Asian_Width` is fullwidth, wide or halfwidth.
  package static let wide = Self(rawValue: UInt32(CICU_WIDE))
  /// `Bidi_Paired_Bracket_Type` is open or close.
  package static let bracket = Self(
    rawValue: UInt32(CICU_OPENING_BRACKET) | UInt32(CICU_CLOSING_BRACKET))
  /// `Bidi_Paired_Bracket_Type` is open.
  package static let openingBracket = Self(rawValue: UInt32(CICU_OPENING_BRACKET))
  /// `Bidi_Paired_Bracket_Type` is close.
  package static let closingBracket = Self(rawValue: UInt32(CICU_CLOSING_BRACKET))
  /// `Script_Extensions` differs from `Script`.
  package static let scriptExtensions = Self(rawValue: UInt32(CICU_SCRIPT_EXTENSIONS))
  /// A consonant of a script whose viramas join clusters, according to CLDR.
  package static let linkingConsonant = Self(rawValue: UInt32(CICU_LINKING_CONSONANT))
  /// A virama of such a script.
  package static let linkingVirama = Self(rawValue: UInt32(CICU_LINKING_VIRAMA))
  /// `Canonical_Combining_Class` is not 0.
  package static let reorders = Self(rawValue: UInt32(CICU_REORDERS))
  /// General category Mn or Mc.
  package static let nonspacingOrSpacingMark = Self(rawValue: UInt32(CICU_NONSPACING_OR_SPACING))
}
