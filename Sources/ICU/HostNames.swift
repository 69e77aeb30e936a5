internal import GalleyCICU

extension ICU {
  /// A label of a host name, as DNS has it and as it may be shown.
  package struct HostLabel: Hashable, Sendable {
    /// The label in ASCII, with punycode for what is not.
    package var ascii: String
    /// The label in its own letters, if it is one that cannot be mistaken for another.
    package var shown: String?
  }

  private static let knowsHosts: Bool = cicu_hosts_open()
  private static let knowsLookalikes: Bool = cicu_spoof_load()

  /// The labels of a host name, mapped and checked as browsers do.
  ///
  /// Letters other than ASCII are shown only where UTS #39 finds nothing wrong with a label:
  /// characters recommended for identifiers, one script or a usual mixture of them, nothing
  /// invisible, and not as a whole like a word of ASCII. A word of one script that looks like ASCII
  /// is shown under a top-level domain of the same script. Where ICU's half for look-alikes is not
  /// installed, nothing but ASCII is shown.
  ///
  /// - Parameter host: The name, in any letters or in punycode.
  /// - Returns: The labels, in order; `nil` if the name is not valid.
  /// - SeeAlso: UTS #46, UTS #39, RFC 3492.
  package static func labels(ofHost host: String) -> [HostLabel]? {
    guard knowsHosts,
      let ascii = unsafe converted(
        host, capacity: 1024, { unsafe cicu_host_to_ascii($0, $1, $2, $3) })
    else { return nil }
    let labels = ascii.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let domain = labels.last { !$0.isEmpty }.flatMap(unicode(ofLabel:)) ?? ""
    return labels.map { label in
      guard label.hasPrefix("xn--") else { return HostLabel(ascii: label, shown: label) }
      guard let unicode = unicode(ofLabel: label), isDistinct(unicode, under: domain) else {
        return HostLabel(ascii: label, shown: nil)
      }
      return HostLabel(ascii: label, shown: unicode)
    }
  }

  /// A label in its own letters; `nil` if it is not valid.
  private static func unicode(ofLabel label: String) -> String? {
    unsafe converted(label, capacity: 512) { unsafe cicu_label_to_unicode($0, $1, $2, $3) }
  }

  /// Whether a label cannot be mistaken for another.
  private static func isDistinct(_ label: String, under domain: String) -> Bool {
    // Marks that strike through a letter make it look like another.
    let hasOverlay = label.unicodeScalars.contains { (0x334...0x338).contains($0.value) }
    guard knowsLookalikes, !hasOverlay else { return false }
    var bytes = Array(label.utf8)
    let isReadable = unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe cicu_is_readable(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
    }
    guard isReadable else { return false }
    // These two are confusable with two letters of ASCII, and in everybody's alphabet in the North.
    let compared = String(label.map { $0 == "æ" || $0 == "œ" ? "ä" : $0 })
    guard
      let skeleton = unsafe converted(
        compared, capacity: 1024, { unsafe cicu_skeleton($0, $1, $2, $3) })
    else { return false }
    return !skeleton.utf8.allSatisfy { $0 < 0x80 } || isOfOneScript(label, with: domain)
  }

  /// Whether two labels have letters of one script, which is not Latin.
  private static func isOfOneScript(_ label: String, with domain: String) -> Bool {
    let scripts = Set((label + domain).unicodeScalars.map { cicu_script($0.value) })
      .subtracting([tag("Zyyy"), tag("Zinh")])
    return !domain.utf8.allSatisfy { $0 < 0x80 } && scripts.count == 1
  }

  /// The name of a script as `cicu_script` has it.
  private static func tag(_ name: String) -> UInt32 {
    name.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Text that a function of ICU makes of another; `nil` if it fails.
  private static func converted(
    _ text: String, capacity: Int,
    _ convert: (UnsafePointer<CChar>?, Int32, UnsafeMutablePointer<CChar>?, Int32) -> Int32
  ) -> String? {
    guard text.utf8.count <= capacity else { return nil }
    let source = text.utf8.map { CChar(bitPattern: $0) }
    let result = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      unsafe buffer.withMemoryRebound(to: CChar.self) { target in
        let length = unsafe source.withUnsafeBufferPointer { source in
          unsafe convert(
            source.baseAddress, Int32(source.count), target.baseAddress, Int32(capacity))
        }
        count = max(0, Int(length))
      }
    }
    return result.isEmpty ? nil : String(decoding: result, as: UTF8.self)
  }
}
