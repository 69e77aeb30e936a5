import Galley

func dot(in color: Color) -> DrawnContent {
  DrawnContent { context, request in
    guard !request.ticket.isStale else { return }
    context.fillEllipse(in: Rect(origin: .zero, size: context.size), with: color)
  }
}
