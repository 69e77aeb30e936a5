import Galley

@MainActor func showChat(_ json: [UInt8], in directory: String, with engine: TextEngine) throws {
  let history = ChatHistory(try Chat(json: json), directory: directory)
  let rows = ChatRows(history, style: ChatStyle(.light, width: 412), engine: engine)
  try ConversationWindow(rows).run()
}
