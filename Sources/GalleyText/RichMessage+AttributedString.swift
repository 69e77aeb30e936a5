public import FoundationEssentials
internal import GalleyMessages
public import GalleyRichMessages
public import GalleyTypesetting

extension AttributedString {
  /// Creates an attributed string from a rich message.
  ///
  /// Headings, paragraphs, code, lists, tables, quotations, sections, rules and formulas keep their
  /// structure in `AttributeScopes.RichMessageAttributes`; links have Foundation's `link` too.
  /// Other blocks become paragraphs of their plain text. Anchors and captions of tables are left
  /// out.
  ///
  /// Hidden spoilers are replaced by placeholders. To store a message, reveal `.all`.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - revealed: The spoilers whose text is included.
  public init(_ message: RichMessage, revealed: RevealedSpoilers) {
    var writer = RichAttributedStringWriter()
    writer.write(message.blocks(revealed: revealed), [])
    self = writer.string
  }
}

/// A writer of blocks as an attributed string.
private struct RichAttributedStringWriter {
  private(set) var string = AttributedString()
  private var identity = 0

  private typealias Path = [RichMessage.Presentation]

  mutating func write(_ blocks: [RichBlock], _ path: [RichMessage.Presentation]) {
    for block in blocks { write(block, path) }
  }

  private mutating func inside(_ path: Path, _ kind: RichMessage.Presentation.Kind) -> Path {
    identity += 1
    return path + [RichMessage.Presentation(kind, identity: identity)]
  }

  private mutating func write(_ block: RichBlock, _ path: Path) {
    switch block {
    case .paragraph(let text): add(text, inside(path, .paragraph))
    case .heading(let text, let level): add(text, inside(path, .heading(level)))
    case .code(let text, let language): add(text, inside(path, .code(language)))
    case .footer(let text): add(text, inside(path, .footer))
    case .divider: add("———", inside(path, .divider))
    case .formula(let formula): add(.plain(formula), inside(path, .formula))
    case .anchor: break
    case .list(let list):
      let path = inside(path, .list)
      for item in list.items {
        write(item.blocks, inside(path, .item(item.marker, item.checkbox)))
      }
    case .quotation(let quotation):
      let path = inside(path, .quotation)
      write(quotation.blocks, path)
      if let credit = quotation.credit { add(credit, inside(path, .credit)) }
    case .expandableQuotation(let text): write(text, inside(path, .expandableQuotation))
    case .pullQuotation(let text): write(text, inside(path, .pullQuotation))
    case .table(let table):
      let path = inside(path, .table)
      for (index, cells) in table.rows.enumerated() {
        let path = inside(path, .row(index))
        for cell in cells {
          var empty = cell
          empty.text = cell.text == nil ? nil : .empty
          add(cell.text ?? .empty, inside(path, .cell(empty)))
        }
      }
    case .details(let details):
      let path = inside(path, .details(isOpen: details.isOpen))
      add(details.summary, inside(path, .summary))
      write(details.blocks, path)
    default:
      let text = RichMessage([block]).plainText(revealed: .all).string
      add(.plain(text), inside(path, .paragraph))
    }
  }

  private mutating func write(_ text: RichBlock.CreditedText, _ path: Path) {
    add(text.text, path)
    if let credit = text.credit { add(credit, inside(path, .credit)) }
  }

  private mutating func add(_ text: RichText, _ path: Path) {
    // A string has no attributes where it has no characters.
    if text.isEmpty { append(RichRun.emptyText, path, []) } else { add(text, path, []) }
  }

  private mutating func add(_ text: RichText, _ path: Path, _ around: [RichText]) {
    switch text {
    case .plain(let plain): append(plain, path, around)
    case .sequence(let parts): for part in parts { add(part, path, around) }
    case .styled(let style, let inner): add(inner, path, around + [.styled(style, .empty)])
    case .link(let link, let inner): add(inner, path, around + [.link(link, .empty)])
    case .dateTime(let unix, let format, let inner):
      add(inner, path, around + [.dateTime(unix: unix, format: format, .empty)])
    case .anchorLink(let name, let inner):
      add(inner, path, around + [.anchorLink(name: name, .empty)])
    case .reference(let name, let inner):
      add(inner, path, around + [.reference(name: name, .empty)])
    case .referenceLink(let name, let inner):
      add(inner, path, around + [.referenceLink(name: name, .empty)])
    case .customEmoji(_, let alternative): append(alternative, path, around + [text])
    case .formula(let formula): append(formula, path, around + [text])
    case .button(let button):
      append(RichMessage([.paragraph(button.text)]).plainText().string, path, around + [text])
    case .anchor: break
    }
  }

  private mutating func append(_ text: String, _ path: Path, _ around: [RichText]) {
    var attributes = AttributeContainer()
    attributes[AttributeScopes.RichMessageAttributes.BlocksAttribute.self] = path
    if !around.isEmpty {
      attributes[AttributeScopes.RichMessageAttributes.TextsAttribute.self] = around
    }
    for case .link(.url(let url), _) in around { attributes.link = URL(string: url) }
    string.append(AttributedString(text, attributes: attributes))
  }
}

extension RichMessage {
  /// Creates a rich message from an attributed string.
  ///
  /// A message converted by `AttributedString.init(_:revealed:)` is restored, except for neighbors
  /// with equal styles, which become one, and what that conversion leaves out.
  /// Text without blocks is a paragraph, and Foundation's links are links.
  public init(_ string: AttributedString) {
    var runs: [RichRun] = []
    for run in string.runs {
      let scalars = String.UnicodeScalarView(string.unicodeScalars[run.range])
      let blocks = run[AttributeScopes.RichMessageAttributes.BlocksAttribute.self]
      var texts = run[AttributeScopes.RichMessageAttributes.TextsAttribute.self] ?? []
      if texts.isEmpty, let link = run.link { texts = [.link(.url(link.absoluteString), .empty)] }
      runs.append(
        RichRun(
          text: String(scalars), path: blocks ?? [Presentation(.paragraph, identity: 0)],
          around: texts))
    }
    self.init(RichRun.blocks(of: runs[...], depth: 0))
  }
}

/// A run of an attributed string.
private struct RichRun {
  var text: String
  var path: [RichMessage.Presentation]
  var around: [RichText]

  /// The character that stands for an empty text.
  static let emptyText = "\u{200B}"

  /// The maximum depth of blocks and texts that are restored.
  private static let deepest = RichMessageLimits.deepest

  /// Returns runs in groups with equal keys side by side.
  private static func groups<Key: Equatable>(
    _ runs: ArraySlice<RichRun>, by key: (RichRun) -> Key
  ) -> [(Key, ArraySlice<RichRun>)] {
    var groups: [(Key, ArraySlice<RichRun>)] = []
    for index in runs.indices {
      let own = key(runs[index])
      if let last = groups.last, last.0 == own {
        groups[groups.count - 1].1 = runs[last.1.startIndex...index]
      } else {
        groups.append((own, runs[index...index]))
      }
    }
    return groups
  }

  private static func parts(
    _ runs: ArraySlice<RichRun>, _ depth: Int
  ) -> [(RichMessage.Presentation?, ArraySlice<RichRun>)] {
    groups(runs) { $0.path.count > depth && depth < deepest ? $0.path[depth] : nil }
  }

  /// Returns the blocks of runs, whose paths are equal up to a depth.
  static func blocks(of runs: ArraySlice<RichRun>, depth: Int) -> [RichBlock] {
    parts(runs, depth).flatMap { presentation, runs -> [RichBlock] in
      guard let presentation else { return [.paragraph(text(of: runs))] }
      return block(presentation.kind, runs, depth + 1).map { [$0] } ?? []
    }
  }

  private static func block(
    _ kind: RichMessage.Presentation.Kind, _ runs: ArraySlice<RichRun>, _ depth: Int
  ) -> RichBlock? {
    let rest = runs.filter { $0.kind(at: depth) != .credit && $0.kind(at: depth) != .summary }[...]
    switch kind {
    case .paragraph, .summary, .credit: return .paragraph(text(of: runs))
    case .heading(let level): return .heading(text(of: runs), level: level)
    case .code(let language): return .code(text(of: runs), language: language)
    case .footer: return .footer(text(of: runs))
    case .divider: return .divider
    case .formula: return .formula(runs.map(\.text).joined())
    case .quotation:
      return .quotation(
        RichBlock.Quotation(blocks(of: rest, depth: depth), credit: part(.credit, runs, depth)))
    case .expandableQuotation:
      return .expandableQuotation(
        RichBlock.CreditedText(text(of: rest), credit: part(.credit, runs, depth)))
    case .pullQuotation:
      return .pullQuotation(
        RichBlock.CreditedText(text(of: rest), credit: part(.credit, runs, depth)))
    case .details(let isOpen):
      return .details(
        RichBlock.Details(
          part(.summary, runs, depth) ?? .empty, blocks: blocks(of: rest, depth: depth),
          isOpen: isOpen))
    case .list:
      let items = parts(runs, depth).map { presentation, runs in
        var item = RichBlock.List.Item(blocks(of: runs, depth: depth + 1))
        if case .item(let marker, let checkbox)? = presentation?.kind {
          (item.marker, item.checkbox) = (marker, checkbox)
        }
        return item
      }
      return .list(RichBlock.List(items))
    case .table:
      return .table(
        RichBlock.Table(
          parts(runs, depth).map { _, runs in
            parts(runs, depth + 1).map { presentation, runs in
              guard case .cell(var cell)? = presentation?.kind else {
                return RichBlock.Table.Cell(text(of: runs))
              }
              cell.text = cell.text == nil ? nil : text(of: runs)
              return cell
            }
          }))
    case .item, .row, .cell: return .paragraph(text(of: runs))
    }
  }

  private func kind(at depth: Int) -> RichMessage.Presentation.Kind? {
    path.count > depth ? path[depth].kind : nil
  }

  private static func part(
    _ kind: RichMessage.Presentation.Kind, _ runs: ArraySlice<RichRun>, _ depth: Int
  ) -> RichText? {
    let part = runs.filter { $0.kind(at: depth) == kind }
    return part.isEmpty ? nil : text(of: part[...])
  }

  /// Returns the text of runs, in which styles side by side are one.
  private static func text(of runs: ArraySlice<RichRun>, depth: Int = 0) -> RichText {
    let groups = groups(runs) {
      $0.around.count > depth && depth < deepest ? $0.around[depth] : nil
    }
    return RichText(
      groups.map { element, runs in
        guard let element else {
          let text = runs.map(\.text).joined()
          return text == emptyText ? .empty : .plain(text)
        }
        let inner = text(of: runs, depth: depth + 1)
        switch element {
        case .styled(let style, _): return .styled(style, inner)
        case .link(let link, _): return .link(link, inner)
        case .dateTime(let unix, let format, _):
          return .dateTime(unix: unix, format: format, inner)
        case .anchorLink(let name, _): return .anchorLink(name: name, inner)
        case .reference(let name, _): return .reference(name: name, inner)
        case .referenceLink(let name, _): return .referenceLink(name: name, inner)
        case .plain, .sequence, .customEmoji, .formula, .anchor, .button: return element
        }
      })
  }
}
