import GalleyText

func link(at point: Point, in words: String, engine: TextEngine) -> AttributedText.Annotation? {
  var text = AttributedText(words)
  text.updateStyle(in: 0..<5) { $0.font.weight = 700 }
  var options = LayoutOptions(width: 240)
  options.maximumLines = 3
  let layout = engine.layout(text, options: options)
  for line in layout.lines { print(line.range, line.width) }
  options.width = 180
  return layout.relayout(options).link(at: point)
}
