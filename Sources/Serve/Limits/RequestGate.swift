/// The check that a request does not come from a browser on a page of another origin.
///
/// Pages of other sites can send requests to servers on the reader's machine. Their requests carry
/// an origin, or a mark that they cross sites; and a name that was made to point to this machine
/// stands in the header `Host`.
package struct RequestGate: Sendable {
  private let origins: Set<String>
  private let hosts: Set<String>

  /// Creates a gate.
  ///
  /// - Parameters:
  ///   - origins: The origins that are allowed besides the server's own.
  ///   - hosts: The names that are allowed besides addresses and `localhost`, in lower case.
  package init(origins: Set<String>, hosts: Set<String>) {
    self.origins = origins
    self.hosts = hosts
  }

  /// Returns whether an origin is allowed by the settings.
  package func isListed(_ origin: String) -> Bool { origins.contains(origin) }

  /// Returns the reason for which a request is refused; `nil` if it is admitted.
  ///
  /// - Parameters:
  ///   - host: The header `Host`.
  ///   - origin: The header `Origin`.
  ///   - site: The header `Sec-Fetch-Site`.
  /// - Returns: The reason.
  package func refusal(host: String?, origin: String?, site: String?) -> String? {
    guard let host = host?.lowercased(), isOwnName(Self.name(of: host)) else {
      return "the host is no address of this server; see --allow-host"
    }
    if let origin {
      let isOwn = ["http://" + host, "https://" + host].contains(origin.lowercased())
      return isOwn || isListed(origin) ? nil : "the origin is not allowed; see --allow-origin"
    }
    return site == "cross-site" ? "requests of other sites are not allowed" : nil
  }

  /// Throws an error if a request is refused.
  func check(host: String?, origin: String?, site: String?) throws(ServeError) {
    if let reason = refusal(host: host, origin: origin, site: site) { throw .refused(reason) }
  }

  /// Whether a name cannot be that of another site: `localhost`, an address, or one of the list.
  private func isOwnName(_ name: Substring) -> Bool {
    if name == "localhost" || hosts.contains(String(name)) { return true }
    if name.hasPrefix("["), name.hasSuffix("]") {
      return name.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }

  /// Returns a host without its port.
  private static func name(of host: String) -> Substring {
    guard let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") else { return host[...] }
    return host[..<colon]
  }
}
