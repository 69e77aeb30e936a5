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
    var picture: Bitmap
    /// The corner, in pixels.
    var x = 0
    var y = 0

    var width: Int { max(caption.width, picture.width) }
    var height: Int { caption.height + picture.height }
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

  /// Adds a picture.
  mutating func add(_ picture: Bitmap, caption: String) throws {
    var message = Message(caption)
    message.size = 11
    message.width = 200
    let layout = arguments.layout(message, color: Self.captionColor, with: engine)
    let bitmap = try Picture(scale: looks.scale, padding: 2, background: Self.color)
      .bitmap(of: layout)
    cells.append(Cell(caption: bitmap, picture: picture))
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
      sheet.draw(cell.picture, x: cell.x, y: cell.y + cell.caption.height)
    }
    return sheet
  }
}
