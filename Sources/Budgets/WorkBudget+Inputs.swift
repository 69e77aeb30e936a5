extension WorkBudget {
  /// The budget of one glyph: its components, paint operations, pixels and decoded bytes.
  package static let glyph = WorkBudget(
    items: 4096, pixels: 1 << 24, bytes: 1 << 26, steps: 1 << 20)
  /// The budget of one message: its entities, the bytes that its references come to, and the steps that
  /// parsing takes beyond one for each byte.
  package static let message = WorkBudget(
    items: 1 << 16, pixels: 1 << 26, bytes: 1 << 22, steps: 1 << 23)
  /// The budget of one conversation: its pictures and files.
  package static let conversation = WorkBudget(
    items: 1 << 20, pixels: 1 << 29, bytes: 1 << 31, steps: .max)
}
