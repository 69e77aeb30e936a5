extension ScannedText {
  /// The maximum length of a host, in bytes: twice that of RFC 1035, section 2.3.4, to allow for
  /// non-ASCII hosts.
  private static let longestHost = 512

  /// Returns the end of an address that begins with its scheme.
  func schemedURLEnd(_ start: Int) -> Int? {
    var end = start
    while end - start < 8, Self.isASCIILetter(self[end]) { end += 1 }
    guard self[end] == UInt8(ascii: ":"), self[end + 1] == UInt8(ascii: "/"),
      self[end + 2] == UInt8(ascii: "/")
    else { return nil }
    let scheme = (start..<end).map { self[$0] | 0x20 }
    guard Self.schemes.contains(where: { $0.utf8.elementsEqual(scheme) }) else { return nil }
    let userEnd = userInfoEnd(end + 3)
    let host = host(userEnd)
    return host.end > userEnd ? addressEnd(behindHost: host.end) : nil
  }

  private static let schemes = ["http", "https", "ftp", "tg", "ton", "tonsite"]

  /// Returns the start of the host, after an optional user name and password.
  private func userInfoEnd(_ start: Int) -> Int {
    var offset = start
    while offset - start < 128, self[offset] > 0x20, self[offset] < 0x7F {
      switch self[offset] {
      case UInt8(ascii: "@"): return offset + 1
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "<"),
        UInt8(ascii: ">"), UInt8(ascii: "\""):
        return start
      default: offset += 1
      }
    }
    return start
  }

  /// Returns the end of a host, which is `start` if there is none, and whether the host is a domain
  /// that needs no scheme: it has at least two labels, the last of which is a known top-level
  /// domain.
  func host(_ start: Int) -> (end: Int, isDomain: Bool) {
    var (offset, end, last) = (start, start, start)
    var labels = 0
    while offset - start < Self.longestHost {
      let labelEnd = self.labelEnd(offset)
      guard labelEnd > offset else { break }
      (last, end) = (offset, labelEnd)
      labels += 1
      guard self[labelEnd] == UInt8(ascii: ".") else { break }
      offset = labelEnd + 1
    }
    let isDomain = labels > 1 && isTopLevel(last..<end)
    return (end, isDomain)
  }

  /// Returns the end of a label: letters, digits and inner hyphens.
  private func labelEnd(_ start: Int) -> Int {
    var offset = start
    var end = start
    var isASCII = false
    while offset - start < Self.longestHost {
      let byte = self[offset]
      if byte < 0x80 {
        if Self.isASCIIWord(byte) {
          end = offset + 1
        } else if byte != UInt8(ascii: "-") || offset == start {
          break
        }
        isASCII = true
        offset += 1
      } else {
        let scalar = scalar(offset)
        // Chinese text after an ASCII label continues the sentence.
        guard Self.isWord(scalar), !isASCII || !Self.isUnspaced(scalar) else { break }
        offset = next(offset)
        end = offset
      }
    }
    return end
  }

  private func isTopLevel(_ range: Range<Int>) -> Bool {
    guard range.count <= 64 else { return false }
    let name = String(decoding: range.map { self[$0] }, as: UTF8.self).lowercased()
    return TopLevelDomains.all.contains(name) || name.hasPrefix("xn--") && name.utf8.count > 4
  }

  /// Returns whether the byte before an offset makes a host there a part of something else: a path,
  /// a host, an address.
  func isHostBefore(_ offset: Int) -> Bool {
    switch self[offset - 1] {
    case UInt8(ascii: "@"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "/"),
      UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "\\"):
      true
    default: false
    }
  }

  /// Returns the end of an address, given the end of its host.
  func addressEnd(behindHost start: Int) -> Int {
    var end = start
    if self[end] == UInt8(ascii: ":") {
      var digits = end + 1
      while digits - end <= 5, Self.isDigit(self[digits]) { digits += 1 }
      if digits > end + 1, !Self.isDigit(self[digits]) { end = digits }
    }
    switch self[end] {
    case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return pathEnd(end)
    default: return end
    }
  }

  /// Returns the end of a path, a query and a fragment.
  private func pathEnd(_ start: Int) -> Int {
    var offset = start
    var end = start
    var open: [UInt8] = []
    scan: while offset < count {
      let byte = self[offset]
      switch byte {
      case 0...0x20, 0x7F, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
        UInt8(ascii: "`"):
        break scan
      case UInt8(ascii: "("): open.append(UInt8(ascii: ")"))
      case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
      case UInt8(ascii: "{"): open.append(UInt8(ascii: "}"))
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        guard open.popLast() == byte else { break scan }
        end = offset + 1
      case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"),
        UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "'"), UInt8(ascii: "*"),
        UInt8(ascii: "~"), UInt8(ascii: "|"):
        break  // Part of the address only if more follows.
      case 0x80...:
        guard Self.isInPath(scalar(offset)) else { break scan }
        if scalar(offset) != "…", scalar(offset) != "’" { end = next(offset) }
      default: end = offset + 1
      }
      offset = next(offset)
    }
    return end
  }

  /// Returns whether a non-ASCII character may be in an address.
  private static func isInPath(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "…", "’": return true
    case "\u{200C}", "\u{200D}": return true
    default: break
    }
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format,
      .initialPunctuation, .finalPunctuation, .openPunctuation, .closePunctuation:
      return false
    case .otherPunctuation:
      return !(0x3000...0x303F).contains(scalar.value) && scalar.value < 0xFE10
    default: return true
    }
  }

  /// Returns the email address around an `@`, if there is one; text before `limit` belongs to
  /// another entity.
  func email(around sign: Int, after limit: Int) -> Range<Int>? {
    var start = sign
    while start > limit, sign - start <= 64, Self.isInLocalPart(self[start - 1]) { start -= 1 }
    while start < sign, !Self.isASCIIWord(self[start]) { start += 1 }
    guard start < sign, sign - start <= 64, !isWordBefore(start),
      Self.isASCIIWord(self[sign - 1]) || self[sign - 1] == UInt8(ascii: "-")
    else { return nil }
    let host = host(sign + 1)
    let last = (sign + 1..<max(host.end, sign + 1)).last { self[$0] == UInt8(ascii: ".") }
    guard let last, host.end - last > 2, !Self.isDigit(self[last + 1]),
      self[host.end] != UInt8(ascii: "@")
    else { return nil }
    return start..<host.end
  }

  /// Returns whether a byte may be in the local part.
  private static func isInLocalPart(_ byte: UInt8) -> Bool {
    isASCIIWord(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "%")
      || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
  }
}
