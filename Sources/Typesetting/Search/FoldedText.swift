import GalleyShaping
import GalleyUnicode

/// A text folded for search, with the offset that each code point came from.
struct FoldedText {
  /// The folded code points.
  private(set) var scalars: [UInt32] = []
  /// The UTF-8 offset of each code point's source, followed by the end of the text.
  private(set) var offsets: [Int] = []
  private var classes: [UInt8] = []
  private let options: AttributedText.SearchOptions
  private let isTurkic: Bool

  /// Folds a text in a language, given as a BCP 47 tag; Turkish and Azerbaijani distinguish i from
  /// ı.
  init(_ string: String, language: String?, options: AttributedText.SearchOptions) {
    self.init(options: options, language: language)
    var string = string
    string.makeContiguousUTF8()
    let bytes = string.utf8.span
    visitScalars(of: bytes, in: 0..<bytes.count) { append($0, from: $1) }
    offsets.append(bytes.count)
  }

  /// Folds a part of a text, with attachments replaced by their texts.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the part and of the texts of its attachments.
  init(_ text: AttributedText, in range: Range<Int>, options: AttributedText.SearchOptions) {
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

  private init(options: AttributedText.SearchOptions, language: String?) {
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
    if scalar >= 0x80, ICU.Properties.flags(of: scalar).contains(.defaultIgnorable) { return }
    ICU.fold(scalar, foldsCase: options.ignoresCase, isTurkic: isTurkic) { folded in
      if options.ignoresDiacritics, folded.isDiacritic { return }
      append(folded.scalar, class: folded.combiningClass, from: offset)
    }
  }

  /// Appends a code point; inserts a mark before marks of higher classes, for canonical order.
  private mutating func append(_ scalar: UInt32, class newClass: UInt8, from offset: Int) {
    var place = scalars.count
    // Bounds the work for floods of marks, whose order no reader can see.
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
    let (scalar, length) = text.scalar(at: offset)
    body(scalar, offset)
    offset += length
  }
}

extension ICU.FoldedScalar {
  /// Whether the scalar is a mark that diacritic-insensitive search ignores.
  ///
  /// Vowel signs (class 0), kana voicing marks (class 8) and viramas (class 9) are significant.
  fileprivate var isDiacritic: Bool {
    isNonspacing && combiningClass != 0 && combiningClass != 8 && combiningClass != 9
  }
}
