/// The check that a request comes from the page whose address the user was told.
///
/// Other users of the machine do not know the token. Pages of other sites cannot read it, and
/// their requests have another origin, or another host if their name was made to point here.
package struct ReviewGate: Sendable {
  /// The secret of the address.
  package let token: String
  /// The port of the server.
  package let port: UInt16

  /// Creates a gate with a random token of 128 bits.
  package init(port: UInt16) {
    self.port = port
    var random = SystemRandomNumberGenerator()
    token = (0..<32).map { _ in
      String(UInt8.random(in: 0..<16, using: &random), radix: 16)
    }.joined()
  }

  /// The address of the page.
  package var address: String { "http://127.0.0.1:\(port)/?token=\(token)" }

  /// Whether a request is admitted.
  ///
  /// - Parameters:
  ///   - host: The header `Host`.
  ///   - origin: The header `Origin`, which browsers send with requests that change something.
  ///   - token: The token of the request.
  ///   - isChange: Whether the request changes something; it needs an origin.
  /// - Returns: Whether the request is admitted.
  package func admits(host: String?, origin: String?, token: String?, isChange: Bool) -> Bool {
    let hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    guard let host, hosts.contains(host), isSecret(token ?? "") else { return false }
    guard let origin else { return !isChange }
    return origin == "http://\(host)"
  }

  /// Compares a token in a time that does not depend on the place of the first difference.
  private func isSecret(_ other: String) -> Bool {
    guard other.utf8.count == token.utf8.count else { return false }
    return zip(other.utf8, token.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
