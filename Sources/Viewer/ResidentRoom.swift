extension Array {
  /// Removes all elements, and makes room for others.
  ///
  /// The room is resident, so that the memory of a process that is measured does not grow by the
  /// figures of its measurement.
  mutating func removeAll(keepingResidentRoomFor count: Int, filler: Element) {
    self = Array(repeating: filler, count: count)
    removeAll(keepingCapacity: true)
  }
}
