import GalleyFonts
import GalleyHarfBuzz

extension ShapingInput {
  /// The input as bytes, which differ if any part of it does.
  ///
  /// `nil` if the glyphs depend on more: hyphenated text on the installed patterns.
  var storedKey: [UInt8]? {
    guard details?.hyphenates != true else { return nil }
    var key = StoredBytes()
    key.append(text.string)
    key.append(base)
    key.append(Int(direction.rawValue))
    key.append(language)
    key.append(spans.count)
    for span in spans {
      key.append(Int(span.end))
      key.append(span.style)
    }
    key.append(details == nil ? 0 : 1)
    if let details { key.append(details) }
    return key.bytes
  }
}

extension StoredBytes {
  fileprivate mutating func append(_ style: ShapingStyle) {
    append(style.font)
    append(style.features.count)
    for feature in style.features {
      append(feature.tag.rawValue)
      append(feature.value)
    }
    append(style.language)
    append(style.letterSpacing)
    append(style.baselineShift)
  }

  private mutating func append(_ font: FontDescription) {
    append(font.families.count)
    for family in font.families { append(family) }
    append(font.size)
    append(font.weight)
    append(font.width)
    switch font.slant {
    case .upright: append(0)
    case .italic: append(1)
    case .oblique(let degrees):
      append(2)
      append(degrees)
    }
    append(font.variations.count)
    for variation in font.variations {
      append(variation.axis.rawValue)
      append(variation.value)
    }
  }

  fileprivate mutating func append(_ details: ShapingDetails) {
    append(details.segments.count)
    for segment in details.segments {
      append(Int(segment.end))
      append(Int(segment.direction.rawValue))
      append(segment.allowsHyphenation ? 1 : 0)
    }
    append(details.objects.count)
    for object in details.objects {
      append(Int(object.offset))
      append(object.width)
      append(object.height)
      append(object.descent == nil ? 0 : 1)
      append(object.descent ?? 0)
    }
    append(Int(details.wordBreak.rawValue))
    append(Int(details.convention.rawValue))
  }
}
