import Galley

/// Shows the answer of a language model while it is written.
@MainActor func show(_ pieces: AsyncStream<String>, in answer: StreamingMessageNode) async {
  answer.onHeightChange = { height in
    answer.node.frame.size = Size(width: answer.width, height: height)
  }
  for await piece in pieces { answer.append(piece) }
  answer.finish()
}
