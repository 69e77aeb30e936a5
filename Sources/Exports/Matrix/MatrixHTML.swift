/// The HTML of Matrix's messages.
enum MatrixHTML {
  /// The tags without a meaning for the layout, whose contents stay.
  private static let ignored: Set<String> = ["font", "span", "div"]

  /// Returns HTML without quoted originals of replies, and without tags that only color.
  static func reduced(_ html: String) -> String {
    var rest = Array(html.utf8)[...]
    if rest.starts(with: "<mx-reply>".utf8), let end = html.range(of: "</mx-reply>") {
      rest = Array(html[end.upperBound...].utf8)[...]
    }
    var result: [UInt8] = []
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      result += rest[..<start]
      guard let end = rest[start...].firstIndex(of: UInt8(ascii: ">")) else {
        rest = rest[start...]
        break
      }
      let name = rest[(start + 1)..<end].drop { $0 == UInt8(ascii: "/") }.prefix { $0 > 0x20 }
      if !ignored.contains(String(decoding: name, as: UTF8.self)) { result += rest[start...end] }
      rest = rest[(end + 1)...]
    }
    return String(decoding: result + rest, as: UTF8.self)
  }
}
