import Galley

@MainActor func surface(
  of notes: [Message], engine: TextEngine, sink: any FrameSink, environment: DisplayEnvironment
) -> NodeSurface {
  let texts = notes.map { TextNode($0.attributedText(), engine: engine, environment: environment) }
  for text in texts { text.palette = ChatTheme.light.palette }
  let column = DisplayNode(environment: environment)
  column.managesSubnodes = true
  column.layoutSpec = { _, _ in
    StackSpec.column(spacing: 8, alignItems: .start) { texts.map(\.node) }
  }
  let host = LayerHost(size: Size(width: 360, height: 640), scale: 2, backgroundColor: .white)
  let surface = NodeSurface(host, environment: environment, sinks: [sink])
  surface.rootNode = column
  return surface
}
