import Galley

@MainActor func addField(
  to window: NodeWindow, send: @escaping @MainActor (String) -> Void
) -> TextField {
  let field = TextField(engine: TextEngine(fonts: .system), environment: window.environment)
  field.placeholder = "Message"
  field.clipboard = window.window
  field.onSubmit = { [weak field] in
    guard let field else { return }
    send(field.string)
    field.string = ""
  }
  field.frame = Rect(x: 0, y: 0, width: 400, height: field.height(forWidth: 400))
  window.rootNode?.addSubnode(field.node)
  window.textInput = field
  return field
}
