internal import GalleyAccessibility
internal import GalleyDBus

extension ObjectInterface {
  /// The interface of texts with links.
  static let hypertext = ObjectInterface(
    name: Names.interface("Hypertext"),
    methods: [
      Method("GetNLinks", "", "i") { target, _ in [.int(target.links.count)] },
      Method("GetLink", "i", "(so)") { (target, arguments) throws(DBus.Fault) in
        let (links, index) = (target.links, arguments[0].integer ?? -1)
        guard links.indices.contains(index) else {
          throw .invalidArguments("the text has \(links.count) links")
        }
        return [target.reference(to: links[index])]
      },
      Method("GetLinkIndex", "i", "i") { target, arguments in
        let offset = arguments[0].integer ?? -1
        return [
          .int(
            target.links.firstIndex { target.other($0).linkRange.contains(offset) } ?? -1)
        ]
      },
    ],
    isPresent: { $0.object.text != nil })

  /// The interface of links.
  static let hyperlink = ObjectInterface(
    name: Names.interface("Hyperlink"),
    properties: [
      Property("NAnchors", "n") { _ in .int16(1) },
      Property("StartIndex", "i") { .int($0.linkRange.lowerBound) },
      Property("EndIndex", "i") { .int($0.linkRange.upperBound) },
    ],
    methods: [
      Method("GetObject", "i", "(so)") { target, _ in [target.reference(to: target.index)] },
      Method("GetURI", "i", "s") { target, _ in
        [.string(target.node.object.link?.address ?? "")]
      },
      Method("IsValid", "", "b") { _, _ in [.boolean(true)] },
    ],
    isPresent: { $0.object.link != nil })
}

extension ObjectTarget {
  /// The links of the text, which are children.
  fileprivate var links: [Int] {
    node.children.filter { tree.nodes[$0].object.link != nil }
  }

  /// The range of a link in the text of its parent, in code points; empty if there is none.
  fileprivate var linkRange: Range<Int> {
    guard let link = node.object.link, let parent = node.parent,
      let text = tree.nodes[parent].object.text
    else { return 0..<0 }
    return text.range(ofSource: link.range)
  }
}
