internal import GalleyHarfBuzz

extension FormulaSetter {
  /// The measures of an array's cells.
  private struct Grid {
    var cells: [[Fragment]] = []
    var widths: [Double] = []
    var ascents: [Double] = []
    var descents: [Double] = []
    /// The baselines of the rows, below that of the first one.
    var baselines: [Double] = []
    /// The left edges of the columns.
    var columns: [Double] = []
    var width = 0.0
  }

  /// The thickness of lines between cells, in ems: that of LaTeX's arrays at 10 points.
  private static let lineThickness = 0.04

  /// Sets a matrix, aligned equations or cases.
  mutating func setArray(_ array: MathArray, _ style: MathStyle) -> Fragment {
    let start = list.mark
    let inner = cellStyle(of: array.layout, style)
    var grid = Grid()
    setCells(of: array, inner, &grid)
    placeRows(of: array, inner, &grid)
    placeColumns(of: array, inner, &grid)
    let content = moveCells(of: array, &grid, inner, since: start)
    guard array.left != nil || array.right != nil else { return content }
    return fenced(content, left: array.left, right: array.right, style)
  }

  private func cellStyle(of layout: MathArray.Layout, _ style: MathStyle) -> MathStyle {
    switch layout {
    case .matrix, .cases: MathStyle(size: max(style.size, .text))
    case .smallMatrix: MathStyle(size: max(style.size, .script))
    case .substack: style
    case .displayCases, .aligned, .alignedAt, .gathered, .multline:
      MathStyle(size: style.size < .script ? .display : style.size)
    }
  }

  private mutating func setCells(of array: MathArray, _ style: MathStyle, _ grid: inout Grid) {
    for row in array.rows {
      var cells: [Fragment] = []
      for (column, nodes) in row.enumerated() {
        // The right sides of aligned equations begin with an empty atom, as `&=` requires.
        let isRightSide = array.layout.hasPairs && column % 2 == 1
        let surroundings = Surroundings(before: isRightSide ? .ordinary : nil)
        let cell = setList(nodes, style, in: surroundings)
        cells.append(cell)
        if column < grid.widths.count {
          grid.widths[column] = max(grid.widths[column], cell.width)
        } else {
          grid.widths.append(cell.width)
        }
      }
      grid.cells.append(cells)
    }
    // Columns that the environment states but no row has are empty.
    if let last = array.columns.last, array.columns.count > 1, last.linesAfter > 0 {
      while grid.widths.count < array.columns.count { grid.widths.append(0) }
    }
  }

  private func placeRows(of array: MathArray, _ style: MathStyle, _ grid: inout Grid) {
    // The baseline skip of 1.2 ems is divided 7 to 3.
    let em = array.layout == .substack ? 0 : scale(style)
    let stretch = array.layout == .smallMatrix ? 0.5 : 1
    let strut = (ascent: 0.84 * em * stretch, descent: 0.36 * em * stretch)
    let jot = array.layout.hasJot ? 0.3 * em : 0
    var baseline = 0.0
    for (row, cells) in grid.cells.enumerated() {
      let ascent = cells.reduce(strut.ascent) { max($0, $1.ascent) }
      var descent = cells.reduce(strut.descent) { max($0, $1.descent) }
      if let gap = array.gaps[safe: row] ?? nil {
        // As in LaTeX, the gap extends the strut, not a deep row.
        descent = max(descent, strut.descent + length(gap, style))
      }
      if array.layout == .substack {
        descent += row + 1 < grid.cells.count ? 0.2 * scale(style) : 0
      }
      if row > 0 { baseline += grid.descents[row - 1] + jot + ascent }
      grid.ascents.append(ascent)
      grid.descents.append(max(descent, -ascent))
      grid.baselines.append(baseline)
    }
  }

  /// Returns the space before a column.
  private func gap(
    before column: Int, of array: MathArray, _ style: MathStyle
  ) -> Double {
    guard column > 0 else { return 0 }
    let em = scale(style)
    switch array.layout {
    case .matrix, .cases, .displayCases: return em
    case .smallMatrix: return em * 5 / 18
    case .aligned: return column % 2 == 0 ? em : 0
    case .alignedAt, .multline, .substack: return 0
    case .gathered: return em
    }
  }

  private func placeColumns(of array: MathArray, _ style: MathStyle, _ grid: inout Grid) {
    var x = 0.0
    // Lines at the edges keep a distance from the cells.
    if array.columns.first?.linesBefore ?? 0 > 0 { x += 0.5 * scale(style) }
    for (column, width) in grid.widths.enumerated() {
      x += gap(before: column, of: array, style)
      grid.columns.append(x)
      x += width
    }
    if array.columns[safe: grid.widths.count - 1]?.linesAfter ?? 0 > 0 { x += 0.5 * scale(style) }
    grid.width = x
  }

  /// Moves the cells into place, and adds lines and labels.
  private mutating func moveCells(
    of array: MathArray, _ grid: inout Grid, _ style: MathStyle, since start: DisplayMark
  ) -> Fragment {
    let top = grid.ascents.first ?? 0
    let bottom = (grid.baselines.last ?? 0) + (grid.descents.last ?? 0)
    let height = top + bottom
    let axis = constant(.axisHeight, style)
    // The middle of the array is on the axis.
    let ascent = height / 2 + axis
    let first = top - ascent
    for (row, cells) in grid.cells.enumerated() {
      for (column, cell) in cells.enumerated() {
        let spare = grid.widths[column] - cell.width
        let x = grid.columns[column] + spare * array.share(row: row, column: column)
        list.move(cell, x: x, y: first + grid.baselines[row])
      }
    }
    var whole = Fragment(
      width: grid.width, ascent: ascent, descent: height - ascent, start: start, end: list.mark)
    addLines(of: array, grid, style, first: first, whole)
    addTags(of: array, grid, first: first, &whole)
    whole.end = list.mark
    return whole
  }

  private mutating func addLines(
    of array: MathArray, _ grid: Grid, _ style: MathStyle, first: Double, _ whole: Fragment
  ) {
    let thickness = Self.lineThickness
    for row in array.lines {
      let y: Double
      if row == 0 {
        y = -whole.ascent
      } else if row >= grid.baselines.count {
        y = whole.descent
      } else {
        y = first + grid.baselines[row] - grid.ascents[row]
      }
      appendRule(x: 0, y: y - thickness / 2, width: grid.width, height: thickness)
    }
    guard array.columns.contains(where: { $0.linesBefore + $0.linesAfter > 0 }) else { return }
    for (column, x) in grid.columns.enumerated() {
      guard let lines = array.columns[safe: column] else { break }
      let half = 0.5 * scale(style)
      for line in 0..<min(lines.linesBefore, 2) {
        addVerticalLine(x: x - half + Double(line) * 0.2, whole)
      }
      for line in 0..<min(lines.linesAfter, 2) {
        addVerticalLine(x: x + grid.widths[column] + half + Double(line) * 0.2, whole)
      }
    }
  }

  private mutating func addVerticalLine(x: Double, _ whole: Fragment) {
    let thickness = Self.lineThickness
    appendRule(
      x: x - thickness / 2, y: -whole.ascent, width: thickness, height: whole.height)
  }

  private mutating func addTags(
    of array: MathArray, _ grid: Grid, first: Double, _ whole: inout Fragment
  ) {
    let left = whole.width + 2
    for (row, label) in array.tags where row < grid.baselines.count {
      let tag = setList(label, MathStyle(size: .text))
      list.move(tag, x: left, y: first + grid.baselines[row])
      whole.width = max(whole.width, left + tag.width)
    }
  }
}

extension MathArray {
  /// Returns the share of the spare width of a column that is before a cell.
  fileprivate func share(row: Int, column: Int) -> Double {
    if layout == .multline {
      return row == 0 ? 0 : row == rows.count - 1 ? 1 : 0.5
    }
    if layout.hasPairs { return column % 2 == 0 ? 1 : 0 }
    switch (columns[safe: column] ?? columns.last)?.alignment {
    case .left: return 0
    case .right: return 1
    case .center, nil: return 0.5
    }
  }
}

extension MathArray.Layout {
  /// Whether columns are pairs of right-aligned and left-aligned ones.
  fileprivate var hasPairs: Bool { self == .aligned || self == .alignedAt }

  /// Whether there is additional space between rows.
  fileprivate var hasJot: Bool {
    switch self {
    case .aligned, .alignedAt, .gathered, .multline, .displayCases: true
    case .matrix, .smallMatrix, .cases, .substack: false
    }
  }
}
