internal import GalleyBasics

extension WorkBudget {
  /// The budget of one conversation: its files, the pixels of custom emoji that are decoded, the
  /// bytes of images that are kept at a time, and, as steps, the bytes read to look at images.
  static let conversation = WorkBudget(
    items: Limits.Conversations.pictures, pixels: Limits.Conversations.pixels,
    bytes: Limits.Conversations.bytes, steps: Limits.Conversations.scannedBytes)
}
