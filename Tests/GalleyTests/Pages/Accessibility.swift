import Galley

/// Names a button that is drawn and a picture.
@MainActor func name(
  _ button: DisplayNode, of photo: DisplayNode, send: @escaping @MainActor @Sendable () -> Bool
) {
  button.accessibleContents = { _ in [Accessible(.button, "Send", press: send)] }
  photo.accessibleContents = { _ in
    var picture = Accessible(.image, "A harbor at dawn")
    picture.details = "Fishing boats at a pier; the sun is behind the lighthouse."
    return [picture]
  }
}
