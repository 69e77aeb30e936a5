import GalleyGeometry
import GalleyMath
import GalleyMessages
import GalleyRichMessages
import GalleyRichStreaming
import GalleyRichTypesetting
import GalleyTypesetting
import TestSupport

/// Messages in a font whose glyphs are as wide as the font size.
enum Sample {
  static let width = 200.0
  static let theme = RichTheme(message: MessageTheme(text: TestFonts.style(size: 10)))

  /// The options of all messages, without limits that tests could reach.
  static var options: RichMessage.ReadingOptions {
    RichMessage.ReadingOptions(limits: .clipped, isDraft: true)
  }

  static func stream(engine: TextEngine = TestFonts.engine()) -> StreamingText {
    StreamingText(width: width, theme: theme, options: options, engine: engine)
  }

  /// Lays a message out at once.
  static func layout(_ message: RichMessage, engine: TextEngine) -> RichLayout {
    RichDocument(message, theme: theme, engine: engine).layout(width: width, fillsWidth: true)
  }
}

/// The contents of a box with absolute positions: lines of text and shapes.
struct Picture: Equatable, CustomStringConvertible {
  /// A line of text with its glyphs, or a description of anything else.
  struct Mark: Hashable, Comparable, CustomStringConvertible {
    var y: Double
    var x: Double
    var text: String

    var description: String { "(\(x), \(y)) \(text)" }

    static func < (left: Mark, right: Mark) -> Bool {
      (left.y, left.x, left.text) < (right.y, right.x, right.text)
    }
  }

  var marks: [Mark] = []

  var description: String { marks.map(\.description).joined(separator: "\n") }

  init(_ box: BlockBox) {
    visit(box, .zero)
    marks.sort()
  }

  /// Returns the marks that only one of two pictures has.
  func difference(from other: Picture) -> String {
    let (own, others) = (Set(marks), Set(other.marks))
    return own.symmetricDifference(others).sorted().map { mark in
      "\(own.contains(mark) ? "+" : "-")\(mark)"
    }.joined(separator: "\n")
  }

  /// The lines of text.
  var lines: [Mark] { marks.filter { $0.text.hasPrefix("“") } }

  private mutating func visit(_ box: BlockBox, _ origin: Point) {
    for item in box.items {
      switch item {
      case .box(let inner, let place): visit(inner, origin + place)
      case .scroll(let inner, let viewport, _):
        add("scroll \(viewport.size)", origin + viewport.origin)
        visit(inner, origin + viewport.origin)
      case .text(let layout, let text, _, let place):
        add(layout, origin + place, isPart: text.isPart)
      case .label(let layout, let place): add(layout, origin + place)
      case .block: break
      case .fill(let rect, let radius, let color):
        add("fill \(rect.size) \(radius) \(color)", origin + rect.origin)
      case .outline(let rect, let radius, let width, let color):
        add("outline \(rect.size) \(radius) \(width) \(color)", origin + rect.origin)
      case .shape(let path, let color): add("shape \(path.bounds) \(color)", origin)
      case .quotation(let rect, _, let isRightToLeft):
        add(ground: rect, isRightToLeft: isRightToLeft, origin)
      case .picture(let media, let rect, _):
        add("picture \(rect.size) \(media.address ?? "")", origin + rect.origin)
      case .control(let control, let rect): add("control \(control)", origin + rect.origin)
      case .anchor(let name, let place): add("anchor \(name)", origin + place)
      }
    }
  }

  private mutating func add(_ text: String, _ place: Point) {
    marks.append(Mark(y: place.y.rounded6, x: place.x.rounded6, text: text))
  }

  private mutating func add(ground rect: Rect, isRightToLeft: Bool, _ origin: Point) {
    let size = Size(width: rect.size.width.rounded6, height: rect.size.height.rounded6)
    add("ground \(size) \(isRightToLeft)", origin + rect.origin)
  }

  private mutating func add(_ layout: TextLayout, _ origin: Point, isPart: Bool = false) {
    for block in layout.blocks {
      if !isPart { add(ground: block.frame, isRightToLeft: block.isRightToLeft, origin) }
      if let frame = block.titleFrame { add("title \(frame.size)", origin + frame.origin) }
      if let frame = block.iconFrame { add("icon \(frame.size)", origin + frame.origin) }
    }
    if !isPart {
      for token in layout.placedTokens { add(token.layout, origin + token.origin) }
    }
    for line in layout.lines {
      let words = layout.text.plainText(of: line.range, revealed: .all).string
      let text = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      guard !text.isEmpty else { continue }
      let edge = Point(x: line.x, y: line.baseline)
      add("“\(text)” \(line.width.rounded6)", origin + edge)
    }
  }
}

extension Double {
  /// The number rounded to a millionth.
  fileprivate var rounded6: Double { (self * 1e6).rounded() / 1e6 }
}

extension Point {
  static func + (left: Point, right: Point) -> Point {
    Point(x: left.x + right.x, y: left.y + right.y)
  }
}
