package import ArgumentParser
import GalleyFonts
import GalleyGeometry
import GalleyJSON
import GalleyMath
import GalleyMessageOutput
import GalleyPainting
import GalleyPixels
import GalleySystem
import GalleyTypesetting

/// `galley formula`: sets a formula in LaTeX.
package struct FormulaCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "formula",
    abstract: "Set a formula in LaTeX: its size, its boxes, or a picture.",
    discussion: """
      For people:   galley formula '\\frac{a}{b}' -o formula.png
      For programs: galley formula --json '\\frac{a}{b}'
      Many:         galley formula --jsonl formulas.txt
      Measured:     galley formula --bench formulas.txt

      JSON has "source", "width", "ascent", "descent", "problems", "spoken", "mathml", "breaks" and \
      "boxes" with the source range of each part, inner parts first. Distances are in ems, with y \
      downward from the baseline. With --jsonl, the file has a formula on each line. The exit \
      status is 1 if a formula has a syntax error.
      """)

  @Argument(help: ArgumentHelp("The formula, without dollar signs.", valueName: "formula"))
  var source: String?

  @Option(
    help: ArgumentHelp("A file with a formula on each line, written as JSON.", valueName: "file"),
    completion: .file())
  var jsonl: String?

  @Option(
    help: ArgumentHelp(
      "A file with a formula on each line, whose layout is measured.",
      discussion: """
        Writes times in milliseconds for all formulas: "first_ms" in a process that has set none, \
        "again_ms" with open fonts and without cached layouts, and "cached_ms".
        """,
      valueName: "file"),
    completion: .file())
  var bench: String?

  @Flag(help: "Write JSON.")
  var json = false

  @Flag(help: "Set the formula as part of a line of text.")
  var inline = false

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The picture to write: a PNG, WebP, SVG or PDF file.", valueName: "file"),
    completion: .file(extensions: ["png", "webp", "svg", "pdf"]))
  var output: String?

  @OptionGroup var size: SizeArgument
  @OptionGroup var scale: ScaleArgument
  @OptionGroup var fonts: FontArguments
  @OptionGroup var family: FamilyArgument

  package init() {}

  package func validate() throws {
    guard [source, jsonl, bench].compactMap(\.self).count == 1 else {
      throw ValidationError("state one of a formula, --jsonl FILE and --bench FILE")
    }
    if let output, PictureFormat(path: output) == nil {
      throw ValidationError("\(output): the name ends in .png, .webp, .svg or .pdf")
    }
  }

  package func run() throws {
    guard let engine = FormulaEngine(fonts: try fonts.collection()) else {
      throw Failure("there is no font for formulas; install Debian's fonts-lmodern")
    }
    var isValid = true
    if let bench {
      try measure(lines(of: bench), engine)
    } else if let jsonl {
      for line in try lines(of: jsonl) { try isValid = writeJSON(line, engine) && isValid }
    } else if let source {
      let layout = layout(of: Formula(source), engine)
      if let output { try write(layout, to: output) }
      if json {
        isValid = try writeJSON(source, engine)
      } else {
        isValid = layout.isValid
        try report(layout)
      }
    }
    if !isValid { throw ExitCode(1) }
  }

  private func layout(of formula: Formula, _ engine: FormulaEngine) -> FormulaLayout {
    engine.layout(of: formula, isDisplay: !inline, families: family.names)
  }

  private func lines(of path: String) throws -> [String] {
    do {
      let bytes = try FileSystem.bytes(of: path, limit: 1 << 26)
      let text = String(decoding: bytes, as: UTF8.self)
      return text.split(separator: "\n").map(String.init)
    } catch {
      throw Failure(error)
    }
  }

  private func report(_ layout: FormulaLayout) throws {
    for problem in layout.problems { StandardStreams.warn("\(problem)") }
    guard output == nil else { return }
    let points = [layout.width, layout.ascent, layout.descent].map {
      ($0 * size.size * 1000).rounded() / 1000
    }
    try StandardStreams.write(
      lines: "width \(points[0])  ascent \(points[1])  descent \(points[2])")
  }

  private func writeJSON(_ source: String, _ engine: FormulaEngine) throws -> Bool {
    let formula = Formula(source)
    var writer = JSONWriter()
    writer.formula(formula, layout(of: formula, engine), isDisplay: !inline)
    writer.endLine()
    try StandardStreams.write(json: writer.bytes)
    return formula.isValid
  }

  /// Measures the layout of formulas.
  private func measure(_ formulas: [String], _ engine: FormulaEngine) throws {
    let clock = ContinuousClock()
    func milliseconds(_ body: (String) -> Void) -> Double {
      clock.measure { for formula in formulas { body(formula) } } / .milliseconds(1)
    }
    func median(_ body: (String) -> Void) -> Double {
      (0..<15).map { _ in milliseconds(body) }.sorted()[7]
    }
    let first = milliseconds { _ = engine.layout(of: $0, isDisplay: !inline) }
    let again = median { _ = layout(of: Formula($0), engine) }
    let cached = median { _ = engine.layout(of: $0, isDisplay: !inline) }
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("formulas", formulas.count)
      writer.member("first_ms", rounded: first)
      writer.member("again_ms", rounded: again)
      writer.member("cached_ms", rounded: cached)
    }
    writer.endLine()
    try StandardStreams.write(json: writer.bytes)
  }

  // MARK: Pictures

  private func write(_ layout: FormulaLayout, to path: String) throws {
    let bytes: [UInt8]
    do {
      let format = PictureFormat(path: path) ?? .png
      switch format {
      case .svg: bytes = try layout.svgData(size: size.size, padding: 2)
      case .pdf: bytes = try layout.pdfData(size: size.size, padding: 2)
      case .png, .webp: bytes = try PictureSettings.data(bitmap(of: layout), as: format)
      }
      try FileSystem.write(bytes, to: path, isDurable: false)
    } catch let error as RenderingError {
      throw Failure(error)
    } catch let error as FileError {
      throw Failure(error)
    }
  }

  private func bitmap(of layout: FormulaLayout) throws -> Bitmap {
    let padding = 2.0
    let grid = PixelGrid(scale: scale.scale)
    let points = Size(
      width: layout.width * size.size + 2 * padding,
      height: (layout.ascent + layout.descent) * size.size + 2 * padding)
    let (width, height) = grid.size(holding: points)
    guard width <= 16_384, height <= 16_384, var bitmap = try? Bitmap(width: width, height: height)
    else { throw Failure("the picture of \(width) × \(height) pixels is too large") }
    bitmap.fill(bitmap.bounds, with: .white)
    let baseline = Point(x: padding, y: padding + layout.ascent * size.size)
    TextPainter().paint(
      layout, at: baseline, size: size.size, into: &bitmap, scale: scale.scale)
    return bitmap
  }
}

extension JSONWriter {
  /// Writes a formula with its boxes, without ending the line.
  fileprivate mutating func formula(
    _ formula: Formula, _ layout: FormulaLayout, isDisplay: Bool
  ) {
    object { writer in
      writer.member("source", formula.source)
      writer.member("width", rounded: layout.width)
      writer.member("ascent", rounded: layout.ascent)
      writer.member("descent", rounded: layout.descent)
      writer.name("problems")
      writer.array(layout.problems) { writer, problem in
        writer.object { writer in
          writer.member("offset", problem.offset)
          writer.member("reason", "\(problem.reason)")
          writer.member("fatal", problem.isFatal)
        }
      }
      writer.member("spoken", SpokenFormula.text(of: formula))
      writer.member(
        "mathml", MathMLWriter.markup(of: formula, isDisplay: isDisplay, marksSource: true))
      writer.name("breaks")
      writer.array(layout.breaks) { writer, item in
        writer.object { writer in
          writer.member("offset", Int(item.offset))
          writer.member("end", rounded: item.end)
          writer.member("next", rounded: item.next)
        }
      }
      writer.name("boxes")
      writer.array(layout.boxes) { $0.box($1) }
    }
  }

  private mutating func box(_ box: FormulaLayout.Box) {
    object { writer in
      writer.member("start", Int(box.source.lowerBound))
      writer.member("end", Int(box.source.upperBound))
      writer.member("x", rounded: box.x)
      writer.member("y", rounded: box.y)
      writer.member("width", rounded: box.width)
      writer.member("ascent", rounded: box.ascent)
      writer.member("descent", rounded: box.descent)
      writer.member("italics", rounded: box.italics)
    }
  }
}
