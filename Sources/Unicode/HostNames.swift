internal import GalleyCICU

extension ICU {
  /// A label of a host name, in ASCII and for display.
  package struct HostLabel: Hashable, Sendable {
    /// The label in ASCII, encoded as Punycode if necessary.
    package var ascii: String
    /// The label in its own script, or `nil` if it could be mistaken for another.
    package var shown: String?
  }

  private static let knowsHosts: Bool = cicu_hosts_open()
  private static let knowsLookalikes: Bool = cicu_spoof_load()

  /// Returns the labels of a host name, mapped and validated as in browsers.
  ///
  /// Labels that are not ASCII are displayed only if UTS #39 permits them: characters recommended
  /// for identifiers, a single script or a common mixture, nothing invisible, and not confusable
  /// with an ASCII word as a whole. A single-script word that resembles ASCII is displayed under a
  /// top-level domain of the same script. Without ICU's spoof checker, only ASCII is displayed.
  ///
  /// - Parameter host: The name, in Unicode or Punycode.
  /// - Returns: The labels in order, or `nil` if the name is not valid.
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

  /// Returns a label decoded to Unicode, or `nil` if it is not valid.
  private static func unicode(ofLabel label: String) -> String? {
    unsafe converted(label, capacity: 512) { unsafe cicu_label_to_unicode($0, $1, $2, $3) }
  }

  /// Returns whether a label cannot be mistaken for another.
  private static func isDistinct(_ label: String, under domain: String) -> Bool {
    // Overlay marks make a letter look like another.
    let hasOverlay = label.unicodeScalars.contains { (0x334...0x338).contains($0.value) }
    guard knowsLookalikes, !hasOverlay else { return false }
    var bytes = Array(label.utf8)
    let isReadable = unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe cicu_is_readable(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
    }
    guard isReadable else { return false }
    // Both are confusable with two ASCII letters, but are ordinary letters in Nordic languages and
    // French.
    let compared = String(label.map { $0 == "æ" || $0 == "œ" ? "ä" : $0 })
    guard
      let skeleton = unsafe converted(
        compared, capacity: 1024, { unsafe cicu_skeleton($0, $1, $2, $3) })
    else { return false }
    return !skeleton.utf8.allSatisfy { $0 < 0x80 } || isOfOneScript(label, with: domain)
  }

  /// Returns whether the letters of two labels are of one script other than Latin.
  private static func isOfOneScript(_ label: String, with domain: String) -> Bool {
    let scripts = Set((label + domain).unicodeScalars.map { cicu_script($0.value) })
      .subtracting([tag("Zyyy"), tag("Zinh")])
    return !domain.utf8.allSatisfy { $0 < 0x80 } && scripts.count == 1
  }

  /// Returns the name of a script in the form of `cicu_script`.
  private static func tag(_ name: String) -> UInt32 {
    name.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Returns the text that an ICU function converts another text to, or `nil` if it fails.
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
