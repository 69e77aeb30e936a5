import GalleyGeometry
import GalleyMessages
import GalleyPixels
import GalleyTypesetting

/// Many pictures on one, each with its name above it.
struct ContactSheet {
  /// The widest a sheet gets before another row is begun, in points.
  private static let width = 1200.0
  /// The distance between pictures, in points.
  private static let gap = 12.0
  private static let color = Color(argb: 0xFFE4_E7EB)
  private static let captionColor = Color(argb: 0xFF5A_6472)

  private struct Cell {
    var caption: Bitmap
    var pictures: [Bitmap]
    /// The corner, in pixels.
    var x = 0
    var y = 0

    var width: Int { max(caption.width, pictures.reduce(0) { $0 + $1.width }) }
    var height: Int { caption.height + (pictures.map(\.height).max() ?? 0) }
  }

  private let looks: LooksArguments
  private let engine: TextEngine
  private let arguments: LayoutArguments
  private var cells: [Cell] = []

  /// Makes an empty sheet.
  init(looks: LooksArguments, engine: TextEngine, arguments: LayoutArguments) {
    self.looks = looks
    self.engine = engine
    self.arguments = arguments
  }

  /// Adds the pictures of a message, which stand side by side.
  mutating func add(_ pictures: [Bitmap], caption: String) throws {
    var message = Message(caption)
    message.size = 11
    var options = LayoutOptions()
    options.width = 200
    let layout = engine.layout(arguments.attributedText(message), options: options)
    let bitmap = try Picture(
      scale: looks.scale, padding: 2, background: Self.color,
      palette: Palette(text: Self.captionColor)
    ).bitmap(of: layout)
    cells.append(Cell(caption: bitmap, pictures: pictures))
  }

  /// Draws the sheet: columns of equal width, each picture in the column that is shortest so far.
  mutating func draw() throws -> Bitmap {
    let gap = Int(Self.gap * looks.scale)
    let column = cells.map(\.width).max() ?? 1
    let count = max(1, (Int(Self.width * looks.scale) - gap) / (column + gap))
    var ends = [Int](repeating: gap, count: min(count, max(1, cells.count)))
    for index in cells.indices {
      let shortest = ends.indices.min { ends[$0] < ends[$1] } ?? 0
      cells[index].x = gap + shortest * (column + gap)
      cells[index].y = ends[shortest]
      ends[shortest] += cells[index].height + gap
    }
    var sheet: Bitmap
    do {
      sheet = try Bitmap(
        width: gap + ends.count * (column + gap), height: ends.max() ?? gap, color: Self.color)
    } catch {
      throw Failure(
        "the contact sheet is too large: \(error); use fewer messages or a smaller --scale")
    }
    for cell in cells {
      sheet.draw(cell.caption, x: cell.x, y: cell.y)
      var x = cell.x
      for picture in cell.pictures {
        sheet.draw(picture, x: x, y: cell.y + cell.caption.height)
        x += picture.width
      }
    }
    return sheet
  }
}
