package import GalleyMessages

/// The messages of a conversation with edits, as an immutable value.
///
/// Each message has a key, which stays the same when others are inserted or deleted, and when the
/// message itself changes, even its ID. The messages of the underlying source are still read on
/// demand: their keys are their indices in it. Others have keys above and below, and are stored.
/// Copies share what they have in common, so that every row can keep the version that it was laid
/// out with.
///
/// A message without an ID gets one from its key, so that every message can be addressed.
package struct MessageTable: MessageSource, ForwardingTraits {
  package let traits: any ConversationTraits
  private let base: (any MessageSource)?
  private var order: KeyOrder
  /// The messages that differ from the underlying source or are not in it, by key.
  private var written = PersistentMap<Int, ChatMessage>()
  /// The keys of the written messages.
  private var keys = PersistentMap<Message.ID, Int>()
  /// The keys used so far.
  private var used: Range<Int>

  /// Creates a table of the messages of a source.
  package init(_ source: any MessageSource) {
    if let table = source as? MessageTable {
      self = table
    } else {
      (traits, base) = (source, source)
      used = 0..<source.count
      order = KeyOrder(used)
    }
  }

  /// Creates a table without messages.
  package init(of traits: any ConversationTraits) {
    (self.traits, base) = (traits, nil)
    used = 0..<0
    order = KeyOrder()
  }

  // MARK: Keys

  /// Returns the key of the message at a valid index.
  package func key(at index: Int) -> Int { order.key(at: index) }

  /// Returns the index of the message with a key; `nil` if there is none.
  package func index(ofKey key: Int) -> Int? { order.row(of: key) }

  /// Returns the message with a key; `nil` if there is none.
  package func message(ofKey key: Int) -> ChatMessage? {
    order.row(of: key) == nil ? nil : stored(key)
  }

  /// Returns the message with a key, which exists.
  private func stored(_ key: Int) -> ChatMessage {
    if let message = written[key] { return message }
    var message =
      base.flatMap { (0..<$0.count).contains(key) ? $0.message(at: key) : nil }
      ?? ChatMessage(Message(""), from: "")
    if message.id == nil { message.id = Self.id(ofKey: key) }
    return message
  }

  /// Returns the ID of a message that has none of its own.
  static func id(ofKey key: Int) -> Message.ID { .string(localPrefix + String(key)) }

  private static let localPrefix = "galley/"

  /// Returns the key of the message with an ID.
  package func key(of id: Message.ID) -> Int? {
    if let key = keys[id] { return key }
    var key = base?.index(of: id)
    if key == nil, case .string(let text) = id, text.hasPrefix(Self.localPrefix) {
      key = Int(text.dropFirst(Self.localPrefix.count))
    }
    // The source's message may have been deleted, or have another ID by now.
    guard let key, message(ofKey: key)?.id == id else { return nil }
    return key
  }

  // MARK: Edits

  /// Inserts messages before an index.
  ///
  /// - Returns: Their keys, which are consecutive.
  mutating func insert(_ messages: [ChatMessage], at index: Int) -> Range<Int> {
    // Messages before all others get keys below, so that pages of older messages are one run.
    let isFirst = index == 0 && order.count > 0 && order.key(at: 0) == used.lowerBound
    let new =
      isFirst
      ? used.lowerBound - messages.count..<used.lowerBound
      : used.upperBound..<used.upperBound + messages.count
    used = min(used.lowerBound, new.lowerBound)..<max(used.upperBound, new.upperBound)
    for (key, message) in zip(new, messages) { write(message, for: key) }
    order.insert(new, at: index)
    return new
  }

  /// Replaces the message with a key.
  mutating func replace(_ message: ChatMessage, ofKey key: Int) {
    if let old = written[key]?.id, old != message.id { keys[old] = nil }
    write(message, for: key)
  }

  private mutating func write(_ message: ChatMessage, for key: Int) {
    var message = message
    let id = message.id ?? Self.id(ofKey: key)
    message.id = id
    written[key] = message
    keys[id] = key
  }

  /// Deletes the message with a key.
  mutating func delete(key: Int) {
    guard let index = order.row(of: key) else { return }
    if let id = written[key]?.id { keys[id] = nil }
    written[key] = nil
    order.remove(index..<index + 1)
  }

  /// Deletes all messages, without using their keys again.
  mutating func deleteAll() {
    order = KeyOrder()
    (written, keys) = (PersistentMap(), PersistentMap())
  }

  // MARK: MessageSource

  package var count: Int { order.count }

  package func message(at index: Int) -> ChatMessage { stored(order.key(at: index)) }

  package func date(at index: Int) -> Int? {
    let key = order.key(at: index)
    if let message = written[key] { return message.date }
    return base?.date(at: key)
  }

  package func index(of id: Message.ID) -> Int? { key(of: id).flatMap { order.row(of: $0) } }
}
