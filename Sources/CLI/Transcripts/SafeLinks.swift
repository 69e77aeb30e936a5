import GalleyTypesetting

/// Addresses in HTML that may be opened.
enum SafeLinks {
  /// Returns HTML in which `href` and `src` have only addresses that may be opened.
  ///
  /// Pictures of rich messages have no address that a page could show.
  static func filtered(_ html: String) -> String {
    var result: [UInt8] = []
    let bytes = Array(html.utf8)
    var index = 0
    while index < bytes.count {
      guard
        let name = ["href=\"", "src=\""].first(where: { bytes[index...].starts(with: $0.utf8) }),
        let end = bytes[(index + name.utf8.count)...].firstIndex(of: UInt8(ascii: "\""))
      else {
        result.append(bytes[index])
        index += 1
        continue
      }
      let value = String(decoding: bytes[index + name.utf8.count..<end], as: UTF8.self)
      let isSafe =
        name.hasPrefix("href")
        && (value.hasPrefix("#") || LinkAddress(value.replacing("&amp;", with: "&")) != nil)
      result += Array((name + (isSafe ? value : "#") + "\"").utf8)
      index = end + 1
    }
    return String(decoding: result, as: UTF8.self)
  }
}
