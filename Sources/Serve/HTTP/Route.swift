import Hummingbird

/// The kind of a request, by its method and the end of its path.
enum Route: Hashable, Sendable {
  /// A quote, in the format of the extension.
  case generate(QuoteFormat?)
  case render
  case health
  case metrics
  case unknown

  init(_ request: Request) {
    let last = request.uri.path.split(separator: "/").last.map(String.init) ?? ""
    switch (request.method, last) {
    case (.post, "generate"): self = .generate(nil)
    case (.post, "generate.png"): self = .generate(.png)
    case (.post, "generate.webp"): self = .generate(.webp)
    case (.post, "generate.json"): self = .generate(.json)
    case (.post, "render"): self = .render
    case (.get, "health"), (.head, "health"): self = .health
    case (.get, "metrics"), (.head, "metrics"): self = .metrics
    default: self = .unknown
    }
  }

  /// The name in logs and metrics.
  var name: String {
    switch self {
    case .generate: "generate"
    case .render: "render"
    case .health: "health"
    case .metrics: "metrics"
    case .unknown: "unknown"
    }
  }
}

/// The format of a quote without a wrapper: a picture, or its layout.
enum QuoteFormat: String, Hashable, Sendable {
  case png, webp, json
}
