internal import GalleyBasics
import GalleyFonts
public import GalleyGeometry
import GalleyShaping

extension TextLayout {
  /// An attachment placed in a layout.
  public struct Attachment: Hashable, Sendable {
    /// The attachment.
    public var attachment: TextAttachment
    /// The index of the attachment in the text.
    public var index: Int
    /// The bytes of its placeholder, one U+FFFC.
    public var range: Range<Int>
    /// The index of its line.
    public var line: Int
    /// The frame of the attachment, in the layout's coordinates.
    public var frame: Rect
  }

  /// Returns the visible attachments, by line and from left to right.
  ///
  /// - Parameter revealed: The spoilers that may be seen; attachments in others are omitted.
  /// - Returns: The attachments.
  /// - Complexity: O(*n* + *k* log *k*), where *n* is the number of glyphs on the lines that have
  ///   attachments, and *k* the number of annotations.
  public func placedAttachments(revealed: RevealedSpoilers = .none) -> [Attachment] {
    let hidden = text.hiddenRanges(revealed: revealed)
    var placed: [Attachment] = []
    var scratch = PlacementScratch()
    var last = -1
    for object in shaped.input.details?.objects ?? [] {
      let line = lineIndex(at: Int(object.offset))
      guard line > last, line < lineCount else { continue }
      last = line
      visitAttachments(ofLine: line, scratch: &scratch) { attachment in
        if hidden.overlapping(attachment.range).isEmpty { placed.append(attachment) }
      }
    }
    return placed
  }

  /// Visits the attachments of a line from left to right.
  package func visitAttachments(
    ofLine index: Int, scratch: inout PlacementScratch, _ body: (Attachment) -> Void
  ) {
    guard shaped.input.details?.objects.isEmpty == false else { return }
    placePieces(ofLine: index, in: &scratch)
    let line = line(at: index)
    for piece in scratch.pieces {
      let run = shaped.runs[piece.run]
      guard let object = run.object else { continue }
      let box = shaped.box(ofObject: run)
      let baseline = line.baseline - shaped.style(of: run).baselineShift
      body(
        Attachment(
          attachment: text.structure.read { $0.attachments[object].attachment }, index: object,
          range: piece.range, line: index,
          frame: Rect(
            x: line.x + piece.x, y: baseline - box.ascent, width: piece.width, height: box.height)))
    }
  }
}

extension ShapedText {
  private func object(of run: ShapedRun) -> ShapingObject? {
    run.object.flatMap { input.details?.objects[$0] }
  }

  /// Returns the ascent and descent of the box of a run, in points.
  func box(ofObject run: ShapedRun) -> LineMetrics {
    guard let object = object(of: run) else { return .zero }
    if let descent = object.descent {
      return LineMetrics(ascent: object.height - descent, descent: descent, leading: 0)
    }
    let metrics = LineMetrics(font(of: run).metrics, size: style(of: run).size)
    let middle = (metrics.ascent - metrics.descent) / 2
    return LineMetrics(
      ascent: object.height / 2 + middle, descent: object.height / 2 - middle, leading: 0)
  }

  /// Returns the metrics that a line needs for the box of a run, in points: at least those of its
  /// font.
  ///
  /// Boxes up to the size of custom emoji do not change the line height, so that lines with and
  /// without emoji are equally spaced. They extend slightly into the space between the lines.
  func lineMetrics(ofObject run: ShapedRun) -> LineMetrics {
    let size = style(of: run).size
    let metrics = LineMetrics(font(of: run).metrics, size: size)
    guard let object = object(of: run) else { return metrics }
    let isEmoji = object.descent == nil && object.height <= size * 1.5
    return isEmoji ? metrics : metrics.union(box(ofObject: run))
  }
}
