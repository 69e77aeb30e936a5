internal import GalleyLayers
public import GalleyTypesetting

extension TextNode {
  /// Replaces the text, with a transition between its glyphs.
  ///
  /// Glyphs that are in both texts move to their new places, others fade. The new text is laid out
  /// and drawn once, off the main actor, as without a transition; the old pixels stay until then.
  /// Joined letters move as words. Texts with blocks, long texts, and texts that have nothing in
  /// common cross-fade. A change during a transition continues from what is on screen.
  ///
  /// The owner measures the text, and gives it its frame, as after setting ``text``.
  ///
  /// - Parameters:
  ///   - text: The new text; an equal one has no effect.
  ///   - transition: The duration and the curve.
  ///   - completion: Called once at the end, with whether the transition was shown to its end;
  ///     immediately if the node is not on a host.
  @MainActor public func setText(
    _ text: AttributedText, _ transition: LayoutTransition,
    completion: @escaping @MainActor (_ isFinished: Bool) -> Void = { _ in }
  ) {
    guard text != self.text else { return completion(true) }
    prepareMorph(transition, completion: completion)
    self.text = text
  }

  /// Captures the shown text for a transition to the next one.
  @MainActor package func prepareMorph(
    _ transition: LayoutTransition,
    completion: @escaping @MainActor (_ isFinished: Bool) -> Void = { _ in }
  ) {
    state.morphRequest?.completion(false)
    state.morphRequest = nil
    guard transition.duration > 0, node.loadedLayer?.host != nil, !node.rasterizesBelow,
      !node.isDisplaySuspended, let layout = state.shownLayout,
      let image = TextSnapshot(of: node)
    else { return completion(true) }
    state.morphRequest = MorphRequest(
      transition: transition, layout: layout, image: image, completion: completion)
  }
}
