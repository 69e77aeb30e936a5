internal import GalleyBasics

extension WorkBudget {
  /// The budget of drawing one message in untrusted fonts: the steps to load its different glyphs,
  /// and the pixels of their images.
  ///
  /// Only unusually large glyphs are charged.
  static let drawing = WorkBudget(
    pixels: Limits.Glyphs.messagePixels, steps: Limits.Glyphs.messageSteps)
  /// The budget of drawing a conversation, shared by its messages: that of four messages.
  static let conversationDrawing = WorkBudget(
    pixels: 4 * Limits.Glyphs.messagePixels, steps: 4 * Limits.Glyphs.messageSteps)
  /// The budget of a document that shows one message: the parts of its waves, and the pixels of its
  /// images.
  static let document = WorkBudget(
    items: Limits.Messages.entities, pixels: Limits.Glyphs.pixels)
}
