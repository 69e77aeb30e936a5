import GalleyFonts
import GalleyHarfBuzz

extension ShapedText {
  /// The shaped text without its input, as bytes; `nil` if a font is not one of the collection's.
  ///
  /// The numbers that follow from the others, such as widths in points, are computed on reading.
  func storedBody(_ collection: FontCollection) -> [UInt8]? {
    var body = StoredBytes()
    body.append(fonts.count)
    for (index, font) in fonts.enumerated() {
      guard let face = collection.faceNumber(of: font),
        let run = runs.first(where: { Int($0.font) == index })
      else { return nil }
      body.append(face)
      body.append(run.style)
    }
    guard let face = collection.faceNumber(of: baseFont) else { return nil }
    body.append(face)
    body.append(Int(firstLevel))
    body.append(paragraphs.count)
    for paragraph in paragraphs {
      body.append(Int(paragraph.end))
      body.append(Int(paragraph.level))
    }
    for distance in [inkExtent.above, inkExtent.below, inkExtent.left, inkExtent.right] {
      body.append(distance)
    }
    let (runs, words) = unpackedGlyphs
    body.append(runs.count)
    for run in runs { body.append(run) }
    body.append(words.count)
    for word in words { body.append(word) }
    body.append(breaks.count)
    for entry in breaks { body.append(entry.bits) }
    return body.bytes
  }
}

extension StoredBytes {
  fileprivate mutating func append(_ run: ShapedRun) {
    append(Int(run.end))
    append(Int(run.contentIndex))
    append(Int(run.glyphCount))
    append(run.script.rawValue)
    append(Int(run.inkAbove))
    append(Int(run.inkBelow))
    append(Int(run.font))
    append(run.style)
    append(
      UInt32(run.level) | UInt32(run.format.rawValue) << 8 | UInt32(run.kind.rawValue) << 16
        | (run.borrowsSpaces ? 1 << 24 : 0))
  }
}
