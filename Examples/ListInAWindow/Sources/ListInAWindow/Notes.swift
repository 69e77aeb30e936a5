import Galley

@MainActor final class Notes: ListDataSource {
  let (texts, engine): ([String], TextEngine)

  init(_ texts: [String], _ engine: TextEngine) {
    (self.texts, self.engine) = (texts, engine)
  }

  func sectionCount() -> Int { 1 }
  func itemCount(inSection section: Int) -> Int { texts.count }
  func item(at path: ItemPath) -> ListItem { ListItem(key: path.item) }

  func nodeMaker(for item: ListItem) -> (@Sendable (DisplayEnvironment) -> DisplayNode)? {
    let (text, engine) = (AttributedText(texts[item.key]), engine)
    return { TextNode(text, engine: engine, environment: $0).node }
  }
}

@MainActor func show(_ texts: [String], with engine: TextEngine) throws {
  let window = try NodeWindow(title: "Notes", size: Size(width: 360, height: 640))
  let notes = Notes(texts, engine)
  let list = ListView(notes, environment: window.environment)
  window.rootNode = list.node
  window.onResize = { list.resize(to: $0) }
  try list.load()
  window.run()
}
