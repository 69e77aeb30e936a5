import Galley

@MainActor func surface(
  showing messages: [Message], with engine: TextEngine, on sink: any FrameSink
) -> NodeSurface {
  let texts = messages.map { TextNode($0.attributedText(), engine: engine) }
  for text in texts { text.palette = ChatTheme.light.palette }
  let column = DisplayNode()
  column.managesSubnodes = true
  column.layoutSpec = { _, _ in
    StackSpec.column(spacing: 8, alignItems: .start) { texts.map(\.node) }
  }
  let host = LayerHost(size: Size(width: 360, height: 640), scale: 2, backgroundColor: .white)
  let surface = NodeSurface(host, environment: .current, sinks: [sink])
  surface.rootNode = column
  return surface
}
