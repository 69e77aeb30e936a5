public import GalleyDisplay
public import GalleyGeometry
public import GalleyMessages
public import GalleyPainting
public import GalleyPixels
public import GalleyRichTypesetting
public import GalleyTypesetting
public import Testing

/// Expects a layout to be as in its snapshot, a text file with its lines, boxes and glyph runs.
///
/// The file is `__Snapshots__/<test file>/<test>.<name>.txt` beside the test's file.
///
/// - Parameters:
///   - layout: The layout.
///   - name: The name of the snapshot in its test; the test's own name if it is empty. Characters
///     that are unsafe in the name of a file are replaced. Snapshots of one name in one test get
///     numbers.
///   - record: The snapshots to write, unless the environment decides.
///   - sourceLocation: The location at which issues are recorded.
public func expectSnapshot(
  of layout: TextLayout, named name: String = "", record: SnapshotRecording? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  SnapshotRun.current.expect(
    .text(SnapshotText.describing(layout)), named: name, record: record, at: sourceLocation)
}

/// Expects the layout of a rich message to be as in its snapshot, a text file with its parts.
///
/// - Parameters:
///   - layout: The layout.
///   - name: The name of the snapshot in its test.
///   - record: The snapshots to write, unless the environment decides.
///   - sourceLocation: The location at which issues are recorded.
public func expectSnapshot(
  of layout: RichLayout, named name: String = "", record: SnapshotRecording? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  SnapshotRun.current.expect(
    .text(SnapshotText.describing(layout)), named: name, record: record, at: sourceLocation)
}

/// Expects a picture to have the pixels of its snapshot, a PNG file.
///
/// The file is `__Snapshots__/<test file>/<test>.<name>.png` beside the test's file.
///
/// - Parameters:
///   - bitmap: The picture.
///   - name: The name of the snapshot in its test.
///   - record: The snapshots to write, unless the environment decides.
///   - tolerance: The accepted differences.
///   - sourceLocation: The location at which issues are recorded.
public func expectSnapshot(
  of bitmap: Bitmap, named name: String = "", record: SnapshotRecording? = nil,
  tolerance: SnapshotTolerance = .exact, sourceLocation: SourceLocation = #_sourceLocation
) {
  SnapshotRun.current.expect(
    .picture(bitmap), named: name, record: record, tolerance: tolerance, at: sourceLocation)
}

/// Expects a rendered layout to have the pixels of its snapshot, a PNG file.
///
/// - Parameters:
///   - image: The rendered layout.
///   - name: The name of the snapshot in its test.
///   - record: The snapshots to write, unless the environment decides.
///   - tolerance: The accepted differences.
///   - sourceLocation: The location at which issues are recorded.
public func expectSnapshot(
  of image: RenderedImage, named name: String = "", record: SnapshotRecording? = nil,
  tolerance: SnapshotTolerance = .exact, sourceLocation: SourceLocation = #_sourceLocation
) {
  expectSnapshot(
    of: image.bitmap, named: name, record: record, tolerance: tolerance,
    sourceLocation: sourceLocation)
}

/// Expects a node and its subnodes to have the pixels of their snapshot, a PNG file.
///
/// The node is displayed as in a window, without one: it is laid out and drawn, and animations that
/// end have ended. It must be the topmost one of its tree, and on no surface. Its environment must
/// not be in a tick; nodes with animations that never end give equal pictures only with a
/// `ManualClock`.
///
/// - Parameters:
///   - node: The node.
///   - width: The width at which the node is measured, in points. Without it, the node keeps its
///     size, or is measured without limits if that is empty.
///   - scale: The number of pixels per point.
///   - background: The color behind the node; `nil` leaves the picture transparent.
///   - name: The name of the snapshot in its test.
///   - record: The snapshots to write, unless the environment decides.
///   - tolerance: The accepted differences.
///   - sourceLocation: The location at which issues are recorded.
@MainActor public func expectSnapshot(
  of node: DisplayNode, width: Double? = nil, scale: Double = 2, background: Color? = .white,
  named name: String = "", record: SnapshotRecording? = nil,
  tolerance: SnapshotTolerance = .exact, sourceLocation: SourceLocation = #_sourceLocation
) {
  do {
    let picture = NodePicture(width: width, scale: scale, background: background)
    expectSnapshot(
      of: try picture.bitmap(of: node), named: name, record: record, tolerance: tolerance,
      sourceLocation: sourceLocation)
  } catch {
    Issue.record(error, "The node cannot be drawn", sourceLocation: sourceLocation)
  }
}

/// Expects a text, laid out and drawn, to have the pixels of its snapshot, a PNG file.
///
/// - Parameters:
///   - text: The text.
///   - engine: The engine that lays it out. An engine over fonts of the repository gives the same
///     picture on every machine.
///   - options: The options of the layout, such as its width.
///   - theme: The colors.
///   - scale: The number of pixels per point.
///   - name: The name of the snapshot in its test.
///   - record: The snapshots to write, unless the environment decides.
///   - tolerance: The accepted differences.
///   - sourceLocation: The location at which issues are recorded.
public func expectSnapshot(
  of text: AttributedText, engine: TextEngine, options: LayoutOptions, theme: ChatTheme = .light,
  scale: Double = 2, named name: String = "", record: SnapshotRecording? = nil,
  tolerance: SnapshotTolerance = .exact, sourceLocation: SourceLocation = #_sourceLocation
) {
  var painter = TextPainter()
  painter.palette = theme.palette
  do {
    let image = try RenderedImage(
      engine.layout(text, options: options), scale: scale, padding: 8,
      background: theme.background, painter: painter)
    expectSnapshot(
      of: image, named: name, record: record, tolerance: tolerance, sourceLocation: sourceLocation)
  } catch {
    Issue.record(error, "The text cannot be drawn", sourceLocation: sourceLocation)
  }
}

/// Expects a message, laid out and drawn, to have the pixels of its snapshot, a PNG file.
///
/// Spoilers are hidden, dates are in UTC, and the styles are those of `MessageTheme()`. For others,
/// use the message's `attributedText(theme:dates:highlighter:)`.
///
/// - Parameters:
///   - message: The message.
///   - engine: The engine that lays it out.
///   - options: The options of the layout, such as its width.
///   - theme: The colors.
///   - scale: The number of pixels per point.
///   - name: The name of the snapshot in its test.
///   - record: The snapshots to write, unless the environment decides.
///   - tolerance: The accepted differences.
///   - sourceLocation: The location at which issues are recorded.
public func expectSnapshot(
  of message: Message, engine: TextEngine, options: LayoutOptions, theme: ChatTheme = .light,
  scale: Double = 2, named name: String = "", record: SnapshotRecording? = nil,
  tolerance: SnapshotTolerance = .exact, sourceLocation: SourceLocation = #_sourceLocation
) {
  expectSnapshot(
    of: message.attributedText(), engine: engine, options: options, theme: theme, scale: scale,
    named: name, record: record, tolerance: tolerance, sourceLocation: sourceLocation)
}
