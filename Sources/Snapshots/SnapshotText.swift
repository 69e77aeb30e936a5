internal import GalleyCorpus
internal import GalleyRichTypesetting
internal import GalleySystem
internal import GalleyTypesetting

/// The textual snapshots of layouts.
enum SnapshotText {
  /// Describes a layout: the text of each line, then the boxes and glyph runs.
  ///
  /// Hidden spoilers are replaced by placeholders. Distances are in points, rounded to a 64th;
  /// offsets are in UTF-8.
  static func describing(_ layout: TextLayout) -> String {
    let texts = layout.lines.map { line in
      "\"\(TerminalText.line(layout.text.plainText(of: line.range).string))\"\n"
    }
    return texts.joined() + LayoutDump.text(of: layout) + "\n"
  }

  /// Describes the layout of a rich message: a line for each part, in painting order.
  static func describing(_ layout: RichLayout) -> String {
    RichLayoutDump.text(of: layout) + "\n"
  }
}
