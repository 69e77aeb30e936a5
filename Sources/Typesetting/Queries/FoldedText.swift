import GalleyICU

/// A text as search sees it: folded, and with the places in the text that each part came from.
struct FoldedText {
  /// The code points.
  private(set) var scalars: [UInt32] = []
  /// The UTF-8 offset of what each of them came from; at the end, the end of the text.
  private(set) var offsets: [Int] = []
  private var classes: [UInt8] = []
  private let options: SearchOptions
  private let isTurkic: Bool

  /// Folds a text.
  ///
  /// - Parameters:
  ///   - string: The text.
  ///   - language: Its language as a BCP 47 tag: Turkish and Azerbaijani tell i from ı.
  ///   - options: What counts as the same.
  init(_ string: String, language: String?, options: SearchOptions) {
    self.init(options: options, language: language)
    var string = string
    string.makeContiguousUTF8()
    let bytes = string.utf8.span
    visitScalars(of: bytes, in: 0..<bytes.count) { append($0, from: $1) }
    offsets.append(bytes.count)
  }

  /// Folds a part of a text, with the texts of its attachments.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the part and of those texts.
  init(_ text: AttributedText, in range: Range<Int>, options: SearchOptions) {
    self.init(options: options, language: text.language)
    scalars.reserveCapacity(range.count)
    offsets.reserveCapacity(range.count + 1)
    visitScalars(of: text.string.utf8.span, in: range) { scalar, offset in
      guard scalar == 0xFFFC, let attachment = text.placedAttachment(at: offset) else {
        return append(scalar, from: offset)
      }
      for scalar in attachment.text.unicodeScalars { append(scalar.value, from: offset) }
    }
    offsets.append(range.upperBound)
  }

  private init(options: SearchOptions, language: String?) {
    self.options = options
    let tag = language?.utf8.prefix(3).map { $0 | 0x20 } ?? []
    isTurkic = ["tr", "tr-", "az", "az-"].contains(String(decoding: tag, as: UTF8.self))
  }

  private mutating func append(_ scalar: UInt32, from offset: Int) {
    if scalar < 0x80, !isTurkic {
      let isCapital = scalar >= 0x41 && scalar <= 0x5A
      append(scalar + (isCapital && options.ignoresCase ? 0x20 : 0), class: 0, from: offset)
      return
    }
    if scalar >= 0x80, ICU.Properties.isDefaultIgnorable(scalar) { return }
    ICU.fold(scalar, foldsCase: options.ignoresCase, isTurkic: isTurkic) { folded in
      if options.ignoresDiacritics, folded.isDiacritic { return }
      append(folded.scalar, class: folded.combiningClass, from: offset)
    }
  }

  /// Appends a code point; a mark goes before marks of higher classes, as canonical order has it.
  private mutating func append(_ scalar: UInt32, class newClass: UInt8, from offset: Int) {
    var place = scalars.count
    // Not further than a reader could tell: floods of marks would take forever.
    let limit = max(0, place - 32)
    while newClass > 0, place > limit, classes[place - 1] > newClass { place -= 1 }
    if place == scalars.count {
      scalars.append(scalar)
      classes.append(newClass)
      offsets.append(offset)
    } else {
      scalars.insert(scalar, at: place)
      classes.insert(newClass, at: place)
      offsets.insert(offset, at: place)
    }
  }
}

/// Visits the scalars of a part of valid UTF-8, with their offsets.
private func visitScalars(
  of text: Span<UInt8>, in range: Range<Int>, _ body: (UInt32, Int) -> Void
) {
  var offset = range.lowerBound
  while offset < range.upperBound {
    let scalar = text.scalarValue(at: offset)
    body(scalar, offset)
    offset += scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4
  }
}

extension ICU.FoldedScalar {
  /// Whether this is a mark without which a letter counts as the same letter.
  ///
  /// Of class 0 are signs for vowels, 8 marks the voicing of kana, 9 takes a consonant its vowel.
  fileprivate var isDiacritic: Bool {
    isNonspacing && combiningClass != 0 && combiningClass != 8 && combiningClass != 9
  }
}
