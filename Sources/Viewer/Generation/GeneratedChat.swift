import GalleyBasics
import GalleyChat
import GalleyImages
import GalleyMessages

/// A generated conversation of any length, for tests and measurements.
///
/// It stores no messages: each is generated on demand from the seed and its index, and is the same
/// every time and on every machine. Two conversations with the same seed agree up to the shorter
/// length.
///
/// It contains text in nine scripts, some mixed in one message, links, spoilers, quotations, code,
/// emoji, replies, reactions, images, several people, several days, and service messages.
struct GeneratedChat: MessageSource, Hashable {
  /// The number of messages.
  var count: Int
  /// The seed of the messages.
  let seed: UInt64

  /// Creates a conversation.
  ///
  /// - Parameters:
  ///   - count: The number of messages; a negative count is treated as 0.
  ///   - seed: The seed of the messages.
  init(count: Int, seed: UInt64 = 1) {
    self.count = max(0, count)
    self.seed = seed
    // Draws the pictures up front, rather than on first use.
    _ = GeneratedImages.source(0)
  }

  /// Always true: the conversation has several people.
  var isGroup: Bool { true }

  /// Returns the message at an index, which may be beyond the end.
  ///
  /// - Complexity: O(*n*), for *n* bytes of text.
  func message(at index: Int) -> ChatMessage {
    var random = random(index, .text)
    let recipe = MessageRecipe.any(using: &random)
    var text = MessageText(seed: random.next())
    recipe.write(to: &text)
    var message = Message(text.string, entities: text.entities)
    message.id = .number(index + 1)
    if recipe == .service {
      var event = ChatMessage(message, from: "")
      event.isService = true
      event.date = date(at: index)
      return event
    }
    let person = person(at: index)
    var result = ChatMessage(message, from: Self.people[person])
    result.isOutgoing = person == 0
    result.date = date(at: index)
    addImages(to: &result, recipe)
    decorate(&result, index)
    return result
  }

  /// Returns the date of a message: batches of forty with a pause after each.
  func date(at index: Int) -> Int? {
    var random = random(index, .date)
    return 1_690_000_000 + index * 70 + index / 40 * 5_400 + Int.random(in: 0..<60, using: &random)
  }

  /// Returns the index of the message with an ID; the IDs are message numbers from 1.
  func index(of id: Message.ID) -> Int? {
    guard case .number(let number) = id, number >= 1, number <= count else { return nil }
    return number - 1
  }

  /// Returns the number of a sender; 0 is the reader.
  func person(named sender: String) -> Int { Self.people.firstIndex(of: sender) ?? 0 }

  /// Returns the number of a message's sender.
  private func person(at index: Int) -> Int {
    // Groups of one to three messages of one person.
    var random = random(index / 3, .people)
    let first = Int.random(in: 0..<8, using: &random)
    let second = Int.random(in: 0..<8, using: &random)
    let change = Int.random(in: 1...3, using: &random)
    let choice = index % 3 < change ? first : second
    // The reader sends three of eight.
    return max(0, choice - 2)
  }

  /// Returns one of a few pictures generated in memory.
  func imageSource(of image: ChatImage) -> ImageSource? {
    guard image.path.hasPrefix(Self.imagePrefix),
      let number = Int(image.path.dropFirst(Self.imagePrefix.count))
    else { return nil }
    return GeneratedImages.source(number)
  }

  // MARK: Message details

  static let imagePrefix = "generated/"

  static let people = [
    "Me", "Ada Lovelace", "Борис Пастернак", "ليلى حسن", "王小明", "आरती शर्मा",
  ]

  private func addImages(to message: inout ChatMessage, _ recipe: MessageRecipe) {
    guard recipe == .images || recipe == .captioned else { return }
    var random = random(message.date ?? 0, .images)
    for _ in 0..<(recipe == .images ? Int.random(in: 1...3, using: &random) : 1) {
      let number = Int.random(in: 0..<GeneratedImages.sizes.count, using: &random)
      message.images.append(
        ChatImage(
          path: Self.imagePrefix + String(number), size: GeneratedImages.sizes[number]))
    }
  }

  /// Adds a reply, reactions and a delivery status.
  private func decorate(_ message: inout ChatMessage, _ index: Int) {
    var random = random(index, .details)
    func isOne(of many: Int) -> Bool { Int.random(in: 0..<many, using: &random) == 0 }
    if index > 0, isOne(of: 7) {
      message.replyTo = .number(index + 1 - Int.random(in: 1...min(index, 12), using: &random))
    }
    if isOne(of: 30) { message.forwardedFrom = "News of the day" }
    if isOne(of: 25) { message.isEdited = true }
    if message.isOutgoing { message.status = isOne(of: 9) ? .sent : .read }
    guard isOne(of: 6) else { return }
    let first = Int.random(in: 0..<PhraseBook.reactions.count, using: &random)
    for offset in 0..<Int.random(in: 1...4, using: &random) {
      let emoji = PhraseBook.reactions[(first + offset) % PhraseBook.reactions.count]
      message.reactions.append(
        Reaction(emoji, count: Int.random(in: 1...40, using: &random), isChosen: isOne(of: 4)))
    }
  }

  // MARK: Random numbers

  /// The properties with a random sequence of their own, so that changing one does not change
  /// another.
  private enum Matter: UInt64 {
    case text = 1, people, date, images, details
  }

  private func random(_ index: Int, _ matter: Matter) -> SplitMix64 {
    SplitMix64(mixing: seed, UInt64(truncatingIfNeeded: index), matter.rawValue)
  }
}
