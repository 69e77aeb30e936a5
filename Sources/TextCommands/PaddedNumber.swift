extension Int {
  /// Returns the decimal digits, with zeros before them if there are fewer than `count`.
  package func padded(to count: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, count - digits.count)) + digits
  }
}
