extension Array {
  /// A copy with exactly the required capacity.
  ///
  /// A plain copy would retain the whole capacity of a reused array.
  var exactCopy: [Element] {
    var copy: [Element] = []
    copy.reserveCapacity(count)
    copy.append(contentsOf: self)
    return copy
  }
}
