/// Numbers with a fixed number of decimal places.
enum FixedNumber {
  /// Returns a number with up to three decimal places.
  static func text(_ number: Double, places: Int) -> String {
    guard number.isFinite, abs(number) < 1e12 else { return "\(number)" }
    let unit = [1, 10, 100, 1000][places]
    let scaled = Int((abs(number) * Double(unit)).rounded())
    let sign = number < 0 && scaled > 0 ? "−" : ""
    guard places > 0 else { return "\(sign)\(scaled)" }
    let digits = String(scaled % unit)
    let zeros = String(repeating: "0", count: places - digits.count)
    return "\(sign)\(scaled / unit).\(zeros)\(digits)"
  }
}
