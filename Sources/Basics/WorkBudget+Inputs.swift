extension WorkBudget {
  /// The budget of one glyph: its components, paint operations, pixels and decoded bytes.
  package static let glyph = WorkBudget(
    items: Limits.Glyphs.items, pixels: Limits.Glyphs.pixels, bytes: Limits.Glyphs.bytes,
    steps: Limits.Glyphs.steps)
  /// The budget of drawing one message in untrusted fonts: the steps to load its different glyphs,
  /// and the pixels of their images.
  ///
  /// Only unusually large glyphs are charged.
  package static let drawing = WorkBudget(
    pixels: Limits.Glyphs.messagePixels, steps: Limits.Glyphs.messageSteps)
  /// The budget of drawing a conversation, shared by its messages: that of four messages.
  package static let conversationDrawing = WorkBudget(
    pixels: 4 * Limits.Glyphs.messagePixels, steps: 4 * Limits.Glyphs.messageSteps)
  /// The budget of one message: its entities, the total bytes of its references, and the steps
  /// that parsing takes beyond one for each byte.
  package static let message = WorkBudget(
    items: Limits.Messages.entities, pixels: Limits.Glyphs.pixels,
    bytes: Limits.Messages.referenceBytes, steps: Limits.Messages.steps)
  /// The budget of one conversation: its files, the pixels of custom emoji that are decoded, the
  /// bytes of images that are kept at a time, and, as steps, the bytes read to look at images.
  package static let conversation = WorkBudget(
    items: Limits.Conversations.pictures, pixels: Limits.Conversations.pixels,
    bytes: Limits.Conversations.bytes, steps: Limits.Conversations.scannedBytes)
  /// The budget of opening one font: its lookups, and the characters of its character maps.
  package static let font = WorkBudget(
    items: Limits.Fonts.lookups, steps: Limits.Fonts.mappedCharacters)
}
