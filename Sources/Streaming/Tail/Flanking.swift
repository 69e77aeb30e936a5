/// The rules by which a run of delimiters may open or close emphasis.
///
/// - SeeAlso: CommonMark 0.29, section 6.4. Marks beside Chinese, Japanese and Korean characters
///   also count as flanking where punctuation would forbid it, because these languages put no
///   spaces around quotation marks.
struct Flanking: Hashable {
  /// Whether the run may open emphasis.
  let canOpen: Bool
  /// Whether the run may close emphasis.
  let canClose: Bool

  /// Examines a run of equal bytes.
  init(of run: Range<Int>, in text: [UInt8]) {
    let before = Neighbor(Self.scalar(before: run.lowerBound, in: text))
    let after = Neighbor(Self.scalar(at: run.upperBound, in: text))
    let isLeft =
      !after.isSpace
      && (!after.isPunctuation || after.isIdeographic || before.isSpace || before.isPunctuation
        || before.isIdeographic)
    let isRight =
      !before.isSpace
      && (!before.isPunctuation || before.isIdeographic || after.isSpace || after.isPunctuation
        || after.isIdeographic)
    if text[run.lowerBound] == UInt8(ascii: "_") {
      canOpen = isLeft && (!isRight || before.isPunctuation)
      canClose = isRight && (!isLeft || after.isPunctuation)
    } else {
      (canOpen, canClose) = (isLeft, isRight)
    }
  }

  /// The class of a character beside a run; the edges of the text are white space.
  private struct Neighbor {
    var isSpace = true
    var isPunctuation = false
    var isIdeographic = false

    init(_ scalar: Unicode.Scalar?) {
      guard let scalar else { return }
      if scalar.isASCII {
        let byte = UInt8(scalar.value)
        isSpace = HTMLTag.isSpace(byte)
        isPunctuation = LinkParts.isPunctuation(byte)
        return
      }
      isSpace = scalar.properties.generalCategory == .spaceSeparator
      switch scalar.properties.generalCategory {
      case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
        .initialPunctuation, .finalPunctuation, .otherPunctuation:
        isPunctuation = true
      default: break
      }
      switch scalar.value {
      case 0x1100...0x11FF, 0x2E80...0xA4CF, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFE30...0xFE4F,
        0xFF00...0xFFEF, 0x20000...0x3FFFF:
        isIdeographic = !isSpace
      default: break
      }
    }
  }

  /// Returns the character that ends before an offset.
  private static func scalar(before end: Int, in text: [UInt8]) -> Unicode.Scalar? {
    guard end > 0 else { return nil }
    var start = end - 1
    while start > 0, end - start < 4, text[start] & 0xC0 == 0x80 { start -= 1 }
    return scalar(at: start, in: text)
  }

  /// Returns the character at an offset, or U+FFFD for invalid UTF-8.
  private static func scalar(at start: Int, in text: [UInt8]) -> Unicode.Scalar? {
    guard start < text.count else { return nil }
    if text[start] < 0x80 { return Unicode.Scalar(text[start]) }
    var decoder = UTF8()
    var bytes = text[start..<min(text.count, start + 4)].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return "\u{FFFD}" }
    return scalar
  }
}
