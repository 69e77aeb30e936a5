internal import GalleyDisplay

extension RangeState {
  /// The mode while the list scrolls: ``RangeMode/full`` or ``RangeMode/inset``.
  public var activeMode: RangeMode {
    get { modes.active }
    set { modes.active = newValue }
  }

  /// The mode after a memory warning while the list is not visible: ``RangeMode/lowMemory`` or
  /// ``RangeMode/visibleOnly``.
  public var hiddenMode: RangeMode {
    get { modes.hidden }
    set { modes.hidden = newValue }
  }

  /// Releases everything outside the viewport immediately.
  public mutating func receiveMemoryWarning(_ input: RangeInput) -> RangeUpdate {
    let isShown = input.isContainerVisible && !modes.isInBackground
    modes.ask(for: isShown ? .visibleOnly : modes.hidden)
    return update(input)
  }

  /// Enters the background, where nothing is visible, immediately, because there may be no further
  /// tick.
  public mutating func enterBackground(_ input: RangeInput) -> RangeUpdate {
    modes.enterBackground(isContainerVisible: input.isContainerVisible)
    return update(input)
  }

  /// Returns from the background.
  public mutating func enterForeground(_ input: RangeInput) -> RangeUpdate {
    modes.enterForeground(isContainerVisible: input.isContainerVisible)
    return update(input)
  }
}
