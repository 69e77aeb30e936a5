import GalleyGeometry
import GalleyMessageOutput
import GalleyMessages
import GalleyPixels
import GalleyTypesetting

/// A picture that contains many pictures, each with a caption above it.
///
/// A lower bound of the sheet's size is checked while pictures are added, so that no more are kept
/// than fit on it.
struct ContactSheet {
  /// The maximum width of a row, in points.
  private static let width = 1200.0
  /// The distance between pictures, in points.
  private static let gap = 12.0
  private static let color = Color(argb: 0xFFE4_E7EB)
  private static let captionColor = Color(argb: 0xFF5A_6472)

  private struct Cell {
    var caption: Bitmap
    var pictures: [Bitmap]
    /// The position of the top left corner, in pixels.
    var x = 0
    var y = 0

    var width: Int { max(caption.width, pictures.reduce(0) { $0 + $1.width }) }
    var height: Int { caption.height + (pictures.map(\.height).max() ?? 0) }
  }

  private let appearance: AppearanceArguments
  private let engine: TextEngine
  private let settings: LayoutSettings
  private var cells: [Cell] = []
  /// The width of the widest cell, the height of the highest, and the total height, each including
  /// gaps, in pixels.
  private var (widest, highest, total) = (1, 0, 0)

  /// Creates an empty sheet.
  init(appearance: AppearanceArguments, engine: TextEngine, settings: LayoutSettings) {
    self.appearance = appearance
    self.engine = engine
    self.settings = settings
  }

  /// Adds the pictures of a message, side by side.
  ///
  /// - Throws: `Failure` if the sheet would become too large.
  mutating func add(_ pictures: [Bitmap], caption: String) throws(Failure) {
    var message = Message(caption)
    message.size = 11
    var options = LayoutOptions()
    options.width = 200
    let layout = engine.layout(settings.attributedText(message), options: options)
    let picture = PictureSettings(
      scale: appearance.scale.scale, padding: 2, background: Self.color,
      palette: Palette(text: Self.captionColor))
    let bitmap: Bitmap
    do { bitmap = try picture.bitmap(of: layout) } catch { throw Failure(error) }
    let cell = Cell(caption: bitmap, pictures: pictures)
    cells.append(cell)
    widest = max(widest, cell.width)
    highest = max(highest, cell.height)
    total += cell.height + gap
    try checkSize()
  }

  /// The distance between pictures, in pixels.
  private var gap: Int { Int(Self.gap * appearance.scale.scale) }

  /// The number of columns.
  private var columnCount: Int {
    let count = (Int(Self.width * appearance.scale.scale) - gap) / (widest + gap)
    return max(1, min(count, cells.count))
  }

  /// Throws if the sheet is too large even with columns of equal height.
  private func checkSize() throws(Failure) {
    let columns = columnCount
    let width = gap + columns * (widest + gap)
    let height = gap + max(highest + gap, (total + columns - 1) / columns)
    guard
      width > Bitmap.sideLimit || height > Bitmap.sideLimit
        || width * height * 4 > Bitmap.byteLimit
    else { return }
    throw Self.failure(.tooLarge(width: width, height: height))
  }

  private static func failure(_ error: BitmapError) -> Failure {
    Failure("the contact sheet is too large: \(error); use fewer messages or a smaller --scale")
  }

  /// Draws the sheet in columns of equal width, adding each picture to the shortest column.
  mutating func draw() throws(Failure) -> Bitmap {
    let (gap, column) = (gap, widest)
    var ends = [Int](repeating: gap, count: columnCount)
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
    } catch { throw Self.failure(error) }
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
