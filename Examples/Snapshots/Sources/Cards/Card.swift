public import Galley

/// A card with a title and a message.
public struct Card: Sendable {
  /// The title and the message as one text.
  public let message: Message

  /// Creates a card from a message in Markdown.
  ///
  /// - Throws: `MessageError` if the text is not valid Markdown.
  public init(title: String, text: String) throws {
    message = try Message(markdown: "**\(title)**\n\n\(text)")
  }

  /// Returns the layout of the card's text at a width, in points.
  public func layout(width: Double, engine: TextEngine) -> TextLayout {
    engine.layout(message.attributedText(), options: LayoutOptions(width: width))
  }

  /// Returns a node that shows the card on a rounded background.
  public func node(
    engine: TextEngine, theme: ChatTheme, environment: DisplayEnvironment
  ) -> DisplayNode {
    let text = TextNode(message.attributedText(), engine: engine, environment: environment)
    text.palette = theme.palette
    let card = DisplayNode(environment: environment)
    card.backgroundColor = theme.background
    card.cornerRadii = CornerRadii(12)
    card.managesSubnodes = true
    card.layoutSpec = { _, _ in
      InsetSpec(Insets(top: 10, left: 12, bottom: 10, right: 12), text.node)
    }
    return card
  }
}
