extension WorkBudget {
  /// The budget of one glyph: its components, paint operations, pixels and decoded bytes.
  ///
  /// The largest glyphs of emoji fonts take a twentieth of the steps, which are points of outlines.
  package static let glyph = WorkBudget(
    items: 4096, pixels: 1 << 26, bytes: 1 << 26, steps: 1 << 17)
  /// The budget of drawing one message in untrusted fonts: the steps to load its different glyphs,
  /// and the pixels of their images.
  ///
  /// Only unusually large glyphs are charged; two hundred color emoji take a sixth of the steps.
  package static let drawing = WorkBudget(pixels: 1 << 28, steps: 1 << 23)
  /// The budget of drawing a conversation, shared by its messages: that of four messages.
  package static let conversationDrawing = WorkBudget(pixels: 1 << 30, steps: 1 << 25)
  /// The budget of one message: its entities, the total bytes of its references, and the steps
  /// that parsing takes beyond one for each byte.
  package static let message = WorkBudget(
    items: 1 << 16, pixels: 1 << 26, bytes: 1 << 22, steps: 1 << 23)
  /// The budget of one conversation: its files, the pixels of custom emoji that are decoded, the
  /// bytes of images that are kept at a time, and, as steps, the bytes read to look at images.
  package static let conversation = WorkBudget(
    items: 1 << 20, pixels: 1 << 29, bytes: 1 << 29, steps: 1 << 33)
  /// The budget of opening one font: its lookups, and the characters of its character maps.
  package static let font = WorkBudget(items: 1 << 13, steps: 1 << 23)
}
