extension RichMessage {
  /// Resolves links to `#name` within the message.
  ///
  /// The name is compared as it is written, then percent-decoded, then without case. A name of an
  /// anchor makes an anchor link, one of a reference a reference link, and `#` alone leads to the
  /// top; other names remain addresses. The first of equal names counts.
  package mutating func resolveLocalLinks() {
    var names = TargetNames()
    _ = names.blocks(blocks)
    guard names.hasLinks else { return }
    var resolution = LinkResolution(names: names)
    blocks = resolution.blocks(blocks)
  }
}

/// The names that local links can lead to.
private struct TargetNames: RichTextTransform {
  private enum Kind { case anchor, reference }

  private var exact: [String: Kind] = [:]
  private var folded: [String: (kind: Kind, name: String)] = [:]
  /// Whether there are links to `#name`.
  private(set) var hasLinks = false

  mutating func text(_ text: RichText) -> RichText {
    collect(text)
    return text
  }

  mutating func block(_ block: RichBlock) -> RichBlock {
    if case .anchor(let name) = block { add(name, .anchor) }
    return block
  }

  private mutating func collect(_ text: RichText) {
    switch text {
    case .anchor(let name): add(name, .anchor)
    case .reference(let name, _): add(name, .reference)
    case .link(.url(let url), _): if url.hasPrefix("#") { hasLinks = true }
    default: break
    }
    for part in text.parts { collect(part) }
  }

  private mutating func add(_ name: String, _ kind: Kind) {
    if exact[name] == nil { exact[name] = kind }
    let key = name.lowercased()
    if folded[key] == nil { folded[key] = (kind, name) }
  }

  /// Returns the link to a target, or `nil` if there is no target.
  func link(to target: String, _ text: RichText) -> RichText? {
    guard !target.isEmpty else { return .anchorLink(name: "", text) }
    for name in [target, target.percentDecoded] {
      if let kind = exact[name] { return link(kind, name, text) }
    }
    for name in [target, target.percentDecoded] {
      if let found = folded[name.lowercased()] { return link(found.kind, found.name, text) }
    }
    return nil
  }

  private func link(_ kind: Kind, _ name: String, _ text: RichText) -> RichText {
    kind == .anchor ? .anchorLink(name: name, text) : .referenceLink(name: name, text)
  }
}

/// The replacement of links to `#name`.
private struct LinkResolution: RichTextTransform {
  let names: TargetNames

  mutating func text(_ text: RichText) -> RichText { resolved(text) }

  private func resolved(_ text: RichText) -> RichText {
    let text = text.mapParts { resolved($0) }
    guard case .link(.url(let url), let part) = text, url.hasPrefix("#") else { return text }
    return names.link(to: String(url.dropFirst()), part) ?? text
  }
}

extension String {
  /// The string with `%41` and the like decoded as UTF-8.
  var percentDecoded: String {
    guard utf8.contains(UInt8(ascii: "%")) else { return self }
    let bytes = Array(utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = Character(Unicode.Scalar(bytes[index + 1])).hexDigitValue,
        let low = Character(Unicode.Scalar(bytes[index + 2])).hexDigitValue
      {
        result.append(UInt8(high << 4 | low))
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
