internal import GalleyDisplay

extension RangeState {
  /// The mode while there is scrolling: ``RangeMode/full``, or ``RangeMode/inset``.
  public var activeMode: RangeMode {
    get { modes.active }
    set { modes.active = newValue }
  }

  /// The mode after a memory warning while the list is not seen: ``RangeMode/lowMemory``, or
  /// ``RangeMode/visibleOnly``.
  public var hiddenMode: RangeMode {
    get { modes.hidden }
    set { modes.hidden = newValue }
  }

  /// Lets go of all that is not seen, at once.
  public mutating func receiveMemoryWarning(_ input: RangeInput) -> RangeUpdate {
    let isShown = input.isContainerVisible && !modes.isInBackground
    modes.ask(for: isShown ? .visibleOnly : modes.hidden)
    return update(input)
  }

  /// Goes to the background, where nothing is seen: at once, since there may be no later turn.
  public mutating func enterBackground(_ input: RangeInput) -> RangeUpdate {
    modes.enterBackground(isContainerVisible: input.isContainerVisible)
    return update(input)
  }

  /// Comes back from the background.
  public mutating func enterForeground(_ input: RangeInput) -> RangeUpdate {
    modes.enterForeground(isContainerVisible: input.isContainerVisible)
    return update(input)
  }
}
