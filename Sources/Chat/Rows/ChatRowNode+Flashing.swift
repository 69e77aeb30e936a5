internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyImages
internal import GalleyLayers
internal import GalleyMessages
internal import GalleyTypesetting

extension ChatRowNode {
  /// The time that a highlight is fully visible, and the duration of its fade, in seconds.
  package static let (flashDuration, fadeDuration) = (0.8, 0.7)

  /// Highlights the message or a part of its text; the highlight fades by itself.
  ///
  /// - Parameters:
  ///   - range: UTF-8 offsets of the text; `nil` for the whole message.
  ///   - duration: The time that the highlight is fully visible, in seconds.
  @MainActor package func flash(
    _ range: Range<Int>? = nil, visibleFor duration: Double = flashDuration
  ) {
    for old in node.subnodes where old.name == Self.flashName { old.removeFromSupernode() }
    guard let flash = range.flatMap({ flashNode(of: $0) }) ?? flashNode() else { return }
    flash.name = Self.flashName
    flash.isUserInteractionEnabled = false
    flash.isOpaque = false
    node.addSubnode(flash)
    flash.opacity = 0
    var fade = LayerAnimation(.opacity(from: 1, to: 0), duration: Self.fadeDuration)
    fade.delay = duration
    flash.layer.add(fade, forKey: "flash") { [weak flash] _ in flash?.removeFromSupernode() }
  }

  private static let flashName = "flash"

  /// Returns a highlight of a part of the text.
  @MainActor private func flashNode(of range: Range<Int>) -> DisplayNode? {
    let text = text.map { SelectableText($0) } ?? rich.map { SelectableText($0) }
    guard let text, !range.isEmpty else { return nil }
    return SelectionPart(range, of: text).node
  }

  /// Returns a highlight of the message.
  @MainActor private func flashNode() -> DisplayNode? {
    let parts = row.parts
    guard
      let part = parts.first(where: { $0.kind == .bubble || $0.kind == .note })
        ?? parts.first(where: { $0.kind == .text })
    else { return nil }
    let flash = DisplayNode(environment: node.environment)
    flash.frame = part.frame
    flash.cornerRadii = CornerRadii(
      part.kind == .note ? part.frame.size.height / 2 : ChatMetrics.radius)
    flash.backgroundColor =
      (text?.palette ?? rich?.palette)?[.selection]
      ?? ChatStyle().theme(isOutgoing: false).palette[.selection]
    return flash
  }
}
