internal import GalleyFonts
internal import GalleyJSON
package import GalleyMessages
package import GalleyTypesetting

/// A text that several engines lay out, with the settings that all of them have.
package struct ComparedText: Sendable {
  /// A style of a range.
  package enum Style: String, CaseIterable, Hashable, Sendable {
    case bold, italic, underline, strikethrough, code
  }

  /// The name, unique in a comparison.
  package var name: String
  /// A description, or the file of the text.
  package var note: String
  /// The text.
  package var string: String
  /// The styles, as ranges of UTF-8 offsets.
  package var styles: [(range: Range<Int>, style: Style)] = []
  /// The language, as a BCP 47 tag.
  package var language: String?
  /// The base direction.
  package var direction = TextDirection.auto
  /// The font families; empty for the first one of the manifest.
  package var families: [String] = []
  /// The size, in points.
  package var size = 16.0
  /// The available width, in points.
  package var width = 360.0

  /// Creates a text in plain style.
  package init(name: String, note: String = "", _ string: String, width: Double = 360) {
    self.name = name
    self.note = note
    self.string = string
    self.width = width
  }

  /// Creates the text of a message; entities that are not styles are ignored.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - name: The name.
  ///   - note: The description.
  package init(_ message: Message, name: String, note: String) {
    self.init(name: name, note: note, message.text)
    width = message.width ?? width
    size = message.size ?? size
    language = message.language
    direction = message.direction ?? .auto
    styles = message.entities.compactMap { entity in
      let style: Style? =
        switch entity.kind {
        case .bold: .bold
        case .italic: .italic
        case .underline: .underline
        case .strikethrough: .strikethrough
        case .code, .pre: .code
        default: nil
        }
      return style.map { (entity.range, $0) }
    }
  }

  /// Creates the text of a case, or returns `nil` if it has settings that not all engines have.
  package init?(_ subject: CorpusCase) {
    let (text, options) = (subject.text, subject.options)
    let font = text.baseStyle.font
    let plain = AttributedText(
      text.string,
      style: TextStyle(font: FontDescription(families: font.families, size: font.size)),
      direction: text.direction, language: text.language)
    guard subject.rich == nil, subject.skip == nil, !subject.usesTestingFonts, text == plain,
      options == LayoutOptions(width: options.width), options.width.isFinite, options.width > 0,
      !text.string.isEmpty
    else { return nil }
    self.init(name: subject.name, note: subject.note, text.string, width: options.width)
    (size, families) = (font.size, font.families)
    (language, direction) = (text.language, text.direction)
  }

  /// Writes the input line of an engine, without ending it.
  ///
  /// - Parameters:
  ///   - fallback: The family for a text without families.
  ///   - scale: The number of pixels per point in the picture.
  ///   - picture: The path of the picture to write, if one is needed.
  ///   - writer: The writer of the line.
  func write(fallback: String, scale: Double, picture: String?, to writer: inout JSONWriter) {
    let offsets = UTF16Offsets(string)
    writer.object { writer in
      writer.member("id", name)
      writer.member("text", string)
      writer.name("entities")
      writer.array(styles) { writer, styled in
        writer.object { writer in
          let start = offsets.utf16(ofUTF8: styled.range.lowerBound)
          writer.member("type", styled.style.rawValue)
          writer.member("offset", start)
          writer.member("length", offsets.utf16(ofUTF8: styled.range.upperBound) - start)
        }
      }
      if let language { writer.member("lang", language) }
      writer.member("dir", name(of: direction))
      writer.member("width", width)
      writer.member("size", size)
      writer.name("families")
      writer.array(families.isEmpty ? [fallback] : families) { $0.value($1) }
      writer.member("scale", scale)
      if let picture { writer.member("picture", picture) }
    }
  }

  private func name(of direction: TextDirection) -> String {
    switch direction {
    case .auto: "auto"
    case .leftToRight: "ltr"
    case .rightToLeft: "rtl"
    }
  }
}
