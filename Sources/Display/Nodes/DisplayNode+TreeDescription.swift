internal import GalleyGeometry
internal import GalleyLayers

extension DisplayNode {
  /// A debug description of the subtree, one line per node.
  ///
  /// Any thread may read it.
  public var treeDescription: String {
    var text = ""
    appendTree(to: &text, depth: 0)
    return text
  }

  private func appendTree(to text: inout String, depth: Int) {
    text += String(repeating: "  ", count: depth) + line + "\n"
    for node in subnodes { node.appendTree(to: &text, depth: depth + 1) }
  }

  /// The node's name, or else its kind.
  package var debugName: String {
    let (name, content) = withDescription { ($0.name, $0.content) }
    return name ?? Self.kind(of: content)
  }

  private static func kind(of content: ContentBox?) -> String {
    content.map { "\(type(of: $0.content))" } ?? "node"
  }

  /// The node's name or kind, its frame, and the properties that are not at their defaults.
  private var line: String {
    let (name, content, properties, flags, isLoaded) = withDescription {
      ($0.name, $0.content, $0.properties, $0.flags, $0.isLoaded)
    }
    let kind = Self.kind(of: content)
    let frame = properties.frame
    var words = [
      name.map { "\($0): \(kind)" } ?? kind,
      "(\(frame.minX), \(frame.minY), \(frame.size.width), \(frame.size.height))",
    ]
    if properties.isHidden { words.append("hidden") }
    if properties.opacity < 1 { words.append("opacity \(properties.opacity)") }
    if flags.contains(.isRasterized) { words.append("rasterized") }
    if flags.contains(.rasterizesSubtree) { words.append("rasterizes") }
    if !isLoaded { words.append("not loaded") }
    return words.joined(separator: " ")
  }
}
