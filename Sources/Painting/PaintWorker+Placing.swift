internal import GalleyGeometry
internal import GalleyPixels
internal import GalleyTypesetting

// Layouts that are painted again, with other colors or because their bitmaps were released, do not
// place their glyphs again.

extension PaintWorker {
  /// Looks up the placed text of the job's layout, or begins to record it.
  ///
  /// - Returns: The key of the text to record, or `nil` if none is recorded.
  mutating func beginPlacing(
    _ layout: TextLayout, _ pass: BehindPass, on canvas: borrowing PaintCanvas
  ) -> PlacedTextCache.Key? {
    // Other texts depend on more than their layout.
    guard pass.filter.isDefault, job.ledger == nil, canvas.cache.placedTexts.mayKeep(layout) else {
      return nil
    }
    let key = PlacedTextCache.Key(
      layout: ObjectIdentifier(layout), origin: canvas.origin, scale: canvas.grid.scale,
      isHinted: canvas.isHinted, parts: job.parts)
    guard pass.lines == 0..<layout.lineCount else {
      job.placed = canvas.cache.placedTexts.text(for: key, of: layout)
      return nil
    }
    switch canvas.cache.placedTexts.find(key, of: layout) {
    case .placed(let text): job.placed = text
    case .new where !canvas.isMeasuring: break
    // Whoever measures ink is about to paint.
    case .new, .repeated: job.recorder = PlacementRecorder(of: layout)
    }
    return job.recorder == nil ? nil : key
  }

  /// Keeps the recorded text of a layout if it is complete.
  mutating func endPlacing(
    _ layout: TextLayout, as key: PlacedTextCache.Key?, in cache: GlyphCache
  ) {
    job.placed = nil
    // A ledger means that some glyphs take much work, and may be omitted.
    guard let key, let recorder = job.recorder.take(), job.ledger == nil,
      let text = PlacedText(recorder, of: layout)
    else { return }
    cache.placedTexts.insert(text, for: key)
  }

  /// Paints lines of the job's layout, other than those on separate layers.
  mutating func paintLines(
    _ lines: Range<Int>, of layout: TextLayout, _ filter: RunFilter, on canvas: inout PaintCanvas,
    isStale: () -> Bool
  ) {
    let placed = job.placed
    for line in lines {
      if isStale() { return }
      if let placed {
        append(placed, line: line, on: canvas)
      } else {
        append(layout, line: line, filter, on: canvas)
        if job.recorder?.append(current, of: strikes, on: canvas) == false { job.recorder = nil }
      }
      flushLine(line, of: layout, filter, on: &canvas)
    }
  }

  /// Adds the runs of a line whose glyphs are placed.
  private mutating func append(_ text: PlacedText, line: Int, on canvas: borrowing PaintCanvas) {
    for index in text.runs(ofLine: line) {
      let (key, color) = text.style(ofRun: index)
      let strike = strikeIndex(for: key, in: canvas.cache) { text.strike(ofRun: index) }
      let first = current.placements.count
      text.appendGlyphs(ofRun: index, to: &current, on: canvas)
      current.append(
        PixelRun(
          strike: strike, placements: first..<current.placements.count, paintColor: color,
          color: job.palette.color(color)),
        Decoration())
    }
  }
}
