import Galley

@MainActor final class Reader: ConversationDelegate {
  func conversation(
    _ view: ConversationView, received gesture: ConversationGesture, on target: ConversationTarget
  ) -> ConversationResponse {
    switch (gesture, target.kind) {
    case (.tap, .link(let link)) where link.kind == .hashtag: print("search", link.text)
    case (.doubleTap, .bubble), (.doubleTap, .text): like(target)
    default: return .performDefault
    }
    return .handled
  }

  private func like(_ target: ConversationTarget) {
    if let id = target.message { print("like", id) }
  }

  func conversation(
    _ view: ConversationView, awaitsDoubleTapOn target: ConversationTarget
  ) -> Bool { target.kind == .bubble || target.kind == .text }

  func conversation(
    _ view: ConversationView, menuFor target: ConversationTarget, default items: [MenuItem]
  ) -> [MenuItem] {
    guard let id = target.message else { return items }
    return items + [.separator, MenuItem("Delete", isDestructive: true) { print("delete", id) }]
  }
}
