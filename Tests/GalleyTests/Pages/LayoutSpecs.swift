import Galley

func row(of avatar: DisplayNode, beside text: TextNode) -> StackSpec {
  avatar.style.width = .points(36)
  avatar.style.height = .points(36)
  text.node.style.flexShrink = 1
  return .row(spacing: 8, alignItems: .end) {
    avatar
    text.node
  }
}
