internal import GalleyDisplay

extension RangeState {
  /// The mode while the list scrolls: ``RangeTuning.Mode/full`` or ``RangeTuning.Mode/inset``.
  package var activeMode: RangeTuning.Mode {
    get { modes.active }
    set { modes.active = newValue }
  }

  /// The mode after a memory warning while the list is not visible: ``RangeTuning.Mode/lowMemory``
  /// or ``RangeTuning.Mode/visibleOnly``.
  package var hiddenMode: RangeTuning.Mode {
    get { modes.hidden }
    set { modes.hidden = newValue }
  }

  /// Releases everything outside the viewport immediately.
  package mutating func receiveMemoryWarning(_ input: RangeInput) -> RangeUpdate {
    let isShown = input.isContainerVisible && !modes.isInBackground
    modes.ask(for: isShown ? .visibleOnly : modes.hidden)
    return update(input)
  }

  /// Enters the background, where nothing is visible, immediately, because there may be no further
  /// tick.
  package mutating func enterBackground(_ input: RangeInput) -> RangeUpdate {
    modes.enterBackground(isContainerVisible: input.isContainerVisible)
    return update(input)
  }

  /// Returns from the background.
  package mutating func enterForeground(_ input: RangeInput) -> RangeUpdate {
    modes.enterForeground(isContainerVisible: input.isContainerVisible)
    return update(input)
  }
}
