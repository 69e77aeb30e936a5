import Galley

@MainActor final class Notes: ListDataSource {
  let (texts, engine, environment): ([String], TextEngine, DisplayEnvironment)

  init(_ texts: [String], _ engine: TextEngine, in environment: DisplayEnvironment) {
    (self.texts, self.engine, self.environment) = (texts, engine, environment)
  }

  func sectionCount() -> Int { 1 }
  func itemCount(inSection section: Int) -> Int { texts.count }
  func item(at path: ItemPath) -> ListItem { ListItem(key: path.item) }

  func nodeMaker(for item: ListItem) -> (@Sendable () -> DisplayNode)? {
    let (text, engine, environment) = (AttributedText(texts[item.key]), engine, environment)
    return {
      DisplayEnvironment.$current.withValue(environment) { TextNode(text, engine: engine).node }
    }
  }
}

@MainActor func show(_ texts: [String], with engine: TextEngine) throws {
  let window = try NodeWindow(title: "Notes", size: Size(width: 360, height: 640))
  let notes = Notes(texts, engine, in: window.environment)
  let list = ListView(notes, environment: window.environment)
  window.rootNode = list.node
  window.onResize = { list.resize(to: $0) }
  window.onEvent = { event in
    guard case .scrolled(let wheel) = event else { return }
    list.scrollWheel(by: wheel.distance, isPrecise: wheel.isPrecise)
  }
  try list.load()
  window.run()
}
