public import FoundationEssentials
public import GalleyMessages
public import GalleyTypesetting

extension AttributedString {
  /// Creates an attributed string from a message.
  ///
  /// Links with an address have Foundation's `link` attribute; all other attributes are in
  /// `AttributeScopes.MessageAttributes`. Entities are normalized.
  ///
  /// Hidden spoilers are replaced by placeholders. To store a message, reveal `.all`.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - revealed: The spoilers whose text is included.
  /// - Complexity: O(*n* + *e* log *e*), for *n* bytes of text and *e* entities.
  public init(_ message: Message, revealed: RevealedSpoilers) {
    self.init()
    let message = message.disclosed(revealed)
    let normal = NormalizedEntities(message.entities, in: message.text)
    let utf8 = message.text.utf8
    var index = utf8.startIndex
    for segment in normal.segments(length: utf8.count) {
      let end = utf8.index(index, offsetBy: segment.range.count)
      append(
        AttributedString(
          String(message.text[index..<end]), attributes: segment.attributes(in: message)))
      index = end
    }
  }
}

extension NormalizedEntities.Segment {
  fileprivate func attributes(in message: Message) -> AttributeContainer {
    var attributes = AttributeContainer()
    var traits: MessageTraits = []
    var blocks: [EntityReference] = []
    for (index, entity) in entities {
      let reference = EntityReference(entity.kind, identity: index)
      switch entity.kind {
      case .blockquote, .pre: blocks.append(reference)
      case .customEmoji: attributes.emoji = reference
      case .other: break
      default:
        if let trait = MessageTraits.kinds.first(where: { $0.kind == entity.kind })?.trait {
          traits.insert(trait)
        } else {
          attributes.reference = reference
          attributes.link = entity.address(in: message.text).flatMap { URL(string: $0) }
        }
      }
    }
    if !traits.isEmpty { attributes.traits = traits }
    if !blocks.isEmpty { attributes.blocks = blocks }
    return attributes
  }
}

extension Message {
  /// Creates a message from an attributed string.
  ///
  /// A message converted by `AttributedString.init(_:revealed:)` is restored in its normal form,
  /// without entities of unknown types. Foundation's links in other strings are converted as well:
  /// one whose text is its address becomes a `url`, `email` or `phone_number`. Other attributes are
  /// ignored.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the length of the string.
  public init(_ string: AttributedString) {
    var reader = AttributedStringReader()
    for run in string.runs {
      // By scalars: runs need not end at grapheme boundaries, but character slices do.
      let scalars = String.UnicodeScalarView(string.unicodeScalars[run.range])
      reader.read(run, String(scalars))
    }
    self.init(reader.text)
    entities = NormalizedEntities(reader.entities, in: reader.text).entities
  }
}

/// A builder of a message from the runs of a string.
private struct AttributedStringReader {
  private(set) var text = ""
  private(set) var entities: [MessageEntity] = []
  /// The index in `entities` of the last part of each entity that spans several runs.
  private var open: [Key: Int] = [:]

  private enum Key: Hashable {
    case reference(EntityReference)
    case link(URL)
  }

  mutating func read(_ run: AttributedString.Runs.Run, _ string: String) {
    let start = text.utf8.count
    text += string
    let range = start..<text.utf8.count
    let traits = run.traits ?? []
    for (trait, kind) in MessageTraits.kinds where traits.contains(trait) {
      entities.append(MessageEntity(kind, in: range))
    }
    for block in run.blocks ?? [] { extend(.reference(block), block.kind, range) }
    if let emoji = run.emoji { extend(.reference(emoji), emoji.kind, range) }
    if let reference = run.reference {
      extend(.reference(reference), reference.kind, range)
    } else if let link = run.link {
      let index = extend(.link(link), .textLink(url: link.absoluteString), range)
      entities[index].kind = .link(
        to: link.absoluteString, covering: text.utf8Slice(entities[index].range))
    }
  }

  /// Extends an entity that ends where the range begins, or adds one, and returns its index.
  @discardableResult
  private mutating func extend(
    _ key: Key, _ kind: MessageEntity.Kind, _ range: Range<Int>
  ) -> Int {
    if let index = open[key], entities[index].range.upperBound == range.lowerBound {
      entities[index].range = entities[index].range.lowerBound..<range.upperBound
      return index
    }
    open[key] = entities.count
    entities.append(MessageEntity(kind, in: range))
    return entities.count - 1
  }
}
