internal import GalleyAccessibility
internal import GalleyDBus
internal import GalleyGeometry

extension ObjectInterface {
  /// The interface of objects with text.
  static let text = ObjectInterface(
    name: Names.interface("Text"),
    properties: [
      Property("CharacterCount", "i") { .int($0.text?.count ?? 0) },
      Property("CaretOffset", "i") { .int($0.text?.caretIndex ?? -1) },
    ],
    methods: reading + attributes + places + selecting,
    isPresent: { $0.object.text != nil })

  /// A method of an object with text.
  private static func textMethod(
    _ name: String, _ arguments: String, _ results: String,
    _ body:
      @escaping @MainActor @Sendable (ObjectTarget, Accessible.Text, [DBus.Value]) ->
      [DBus.Value]
  ) -> Method {
    Method(name, arguments, results) { (target, arguments) throws(DBus.Fault) in
      guard let text = target.text else {
        throw .unknownInterface(Names.interface("Text"))
      }
      return body(target, text, arguments)
    }
  }

  private static let reading = [
    textMethod("GetText", "ii", "s") { _, text, arguments in
      [.string(text.string(in: text.range(arguments)))]
    },
    textMethod("GetCharacterAtOffset", "i", "i") { _, text, arguments in
      [.int(Int(text.scalar(at: arguments[0].integer ?? -1)?.value ?? 0))]
    },
    textMethod("GetStringAtOffset", "iu", "sii") { _, text, arguments in
      guard let unit = Accessible.Text.Unit(rawValue: arguments[1].integer ?? -1) else {
        return text.answer(0..<0)
      }
      return text.answer(text.range(of: unit, at: arguments[0].integer ?? 0))
    },
    textMethod("GetTextAtOffset", "iu", "sii") { _, text, arguments in
      text.answer(text.unit(arguments, 0))
    },
    textMethod("GetTextBeforeOffset", "iu", "sii") { _, text, arguments in
      text.answer(text.unit(arguments, -1))
    },
    textMethod("GetTextAfterOffset", "iu", "sii") { _, text, arguments in
      text.answer(text.unit(arguments, 1))
    },
  ]

  private static let attributes = [
    textMethod("GetAttributes", "i", "a{ss}ii") { _, text, arguments in
      text.answer(attributesAt: arguments[0], includesDefaults: false)
    },
    textMethod("GetAttributeRun", "ib", "a{ss}ii") { _, text, arguments in
      text.answer(attributesAt: arguments[0], includesDefaults: arguments[1] == .boolean(true))
    },
    textMethod("GetAttributeValue", "is", "siib") { _, text, arguments in
      let (attributes, range) = text.attributes(at: arguments[0].integer ?? -1)
      let value = arguments[1].string.flatMap { attributes[$0] }
      return [
        .string(value ?? ""), .int(range.lowerBound), .int(range.upperBound),
        .boolean(value != nil),
      ]
    },
    textMethod("GetDefaultAttributes", "", "a{ss}") { _, text, _ in
      [.dictionary(text.defaultAttributes)]
    },
    textMethod("GetDefaultAttributeSet", "", "a{ss}") { _, text, _ in
      [.dictionary(text.defaultAttributes)]
    },
  ]

  private static let places = [
    textMethod("GetCharacterExtents", "iu", "iiii") { target, text, arguments in
      let index = arguments[0].integer ?? -1
      let isInside = (0..<text.count).contains(index)
      return target.extents(of: isInside ? index..<index + 1 : 0..<0, in: text, arguments[1])
    },
    textMethod("GetRangeExtents", "iiu", "iiii") { target, text, arguments in
      target.extents(of: text.range(arguments), in: text, arguments[2])
    },
    textMethod("GetOffsetAtPoint", "iiu", "i") { target, text, arguments in
      [.int(target.point(arguments).flatMap { text.index(at: $0) } ?? -1)]
    },
    textMethod("GetBoundedRanges", "iiiiuuu", "a(iisv)") { target, text, arguments in
      [.array(of: "(iisv)", target.lines(of: text, in: arguments))]
    },
    textMethod("ScrollSubstringTo", "iiu", "b") { target, _, _ in [.boolean(target.scroll())] },
    textMethod("ScrollSubstringToPoint", "iiuii", "b") { target, _, _ in
      [.boolean(target.scroll())]
    },
  ]

  private static let selecting = [
    textMethod("GetNSelections", "", "i") { _, text, _ in
      [.int(text.selectedRange == nil ? 0 : 1)]
    },
    textMethod("GetSelection", "i", "ii") { _, text, arguments in
      let range = arguments[0].integer == 0 ? text.selectedRange : nil
      return [.int(range?.lowerBound ?? 0), .int(range?.upperBound ?? 0)]
    },
    textMethod("AddSelection", "ii", "b") { target, text, arguments in
      // There is one selection.
      let isFree = text.selectedRange == nil
      return [.boolean(isFree && target.select(text.range(arguments), in: text))]
    },
    textMethod("SetSelection", "iii", "b") { target, text, arguments in
      let isFirst = arguments[0].integer == 0
      let range = text.range(Array(arguments.dropFirst()))
      return [.boolean(isFirst && target.select(range, in: text))]
    },
    textMethod("RemoveSelection", "i", "b") { target, text, arguments in
      guard arguments[0].integer == 0, let range = text.selectedRange else {
        return [.boolean(false)]
      }
      return [.boolean(target.select(range.upperBound..<range.upperBound, in: text))]
    },
    textMethod("SetCaretOffset", "i", "b") { target, text, arguments in
      let index = arguments[0].integer ?? -1
      guard (0...text.count).contains(index) else { return [.boolean(false)] }
      return [.boolean(target.select(index..<index, in: text))]
    },
  ]
}

extension ObjectTarget {
  var text: Accessible.Text? { node.object.text }

  /// Selects a range of code points.
  fileprivate func select(_ range: Range<Int>, in text: Accessible.Text) -> Bool {
    guard let select = text.onSelect else { return false }
    defer { bridge.noteChange() }
    return select(text.sourceRange(of: range))
  }

  /// Returns the bounding rectangle of a range; empty if the range is.
  fileprivate func extents(
    of range: Range<Int>, in text: Accessible.Text, _ type: DBus.Value
  ) -> [DBus.Value] {
    let frames = range.isEmpty ? [] : text.frames(of: range)
    guard let first = frames.first else { return [.int(0), .int(0), .int(0), .int(0)] }
    return extents(of: frames.dropFirst().reduce(first) { $0.union($1) }, type)
  }

  /// Returns the parts of lines within a rectangle, as start, end, text and nothing.
  fileprivate func lines(of text: Accessible.Text, in arguments: [DBus.Value]) -> [DBus.Value] {
    let type = arguments[4]
    guard let start = point([arguments[0], arguments[1], type]),
      let width = arguments[2].integer, let height = arguments[3].integer
    else { return [] }
    let unit = tree.window.unitsPerPoint
    let area = Rect(
      x: start.x, y: start.y, width: Double(width) / unit, height: Double(height) / unit)
    var lines: [DBus.Value] = []
    var index = 0
    while index < text.count {
      let line = text.range(of: .line, at: index)
      if text.frames(of: line).contains(where: { !$0.intersection(area).isEmpty }) {
        lines.append(
          .structure([
            .int(line.lowerBound), .int(line.upperBound), .string(text.string(in: line)),
            .variant(.string("")),
          ]))
      }
      index = max(line.upperBound, index + 1)
    }
    return lines
  }
}

extension Accessible.Text {
  /// Returns the range that two arguments state; a negative end stands for the end of the text.
  fileprivate func range(_ arguments: [DBus.Value]) -> Range<Int> {
    let first = arguments.first?.integer ?? 0
    let last = arguments.dropFirst().first?.integer ?? -1
    let start = min(max(first, 0), count)
    let end = last < 0 ? count : min(last, count)
    // AT-SPI does not define the order of the ends.
    return min(start, end)..<max(start, end)
  }

  /// Returns a unit at, before or after an offset; its type is a boundary type of AT-SPI: the
  /// character, and the start and end of words, sentences and lines.
  fileprivate func unit(_ arguments: [DBus.Value], _ distance: Int) -> Range<Int> {
    let units: [Unit] = [.character, .word, .word, .sentence, .sentence, .line, .line]
    let type = arguments[1].integer ?? -1
    guard units.indices.contains(type) else { return 0..<0 }
    let range = range(of: units[type], at: arguments[0].integer ?? 0)
    switch distance {
    case 0: return range
    case 1: return self.range(of: units[type], at: range.upperBound)
    default:
      return range.lowerBound > 0 ? self.range(of: units[type], at: range.lowerBound - 1) : 0..<0
    }
  }

  /// Returns a range as text, start and end.
  fileprivate func answer(_ range: Range<Int>) -> [DBus.Value] {
    [.string(string(in: range)), .int(range.lowerBound), .int(range.upperBound)]
  }

  fileprivate func answer(
    attributesAt offset: DBus.Value, includesDefaults: Bool
  ) -> [DBus.Value] {
    var (attributes, range) = attributes(at: offset.integer ?? -1)
    if includesDefaults { attributes.merge(defaultAttributes) { own, _ in own } }
    return [.dictionary(attributes), .int(range.lowerBound), .int(range.upperBound)]
  }
}
