import Foundation

/// A quotation of a chat message: who wrote what, and when.
struct Card: Decodable {
  /// The name of the writer.
  var name: String
  /// The message, in Markdown.
  var text: String
  /// The time, as it is shown.
  var time: String?

  /// Creates a card.
  ///
  /// - Throws: `CardProblem` if the name or the text is empty.
  init(name: String, text: String, time: String?) throws {
    (self.name, self.text, self.time) = (name, text, time)
    try check()
  }

  /// Creates the card of a line of JSON, such as
  /// `{"name": "Ada", "text": "**Hi**", "time": "9:41"}`.
  ///
  /// - Throws: `CardProblem` if the line is no such object.
  init(json line: String) throws {
    do {
      self = try JSONDecoder().decode(Card.self, from: Data(line.utf8))
    } catch DecodingError.keyNotFound(let key, _) {
      throw CardProblem("\"\(key.stringValue)\" is missing")
    } catch DecodingError.typeMismatch(_, let context) {
      let key = context.codingPath.last.map { "\"\($0.stringValue)\"" } ?? "the line"
      throw CardProblem("\(key) has the wrong type; expected an object with strings")
    } catch DecodingError.valueNotFound(_, let context) {
      throw CardProblem("\"\(context.codingPath.last?.stringValue ?? "")\" is null")
    } catch {
      throw CardProblem("not a JSON object")
    }
    try check()
  }

  /// The initials of the first two words of the name, in capital letters.
  var initials: String {
    name.split(whereSeparator: \.isWhitespace).prefix(2).compactMap(\.first)
      .map { $0.uppercased() }.joined()
  }

  private func check() throws {
    for (key, value) in [("name", name), ("text", text)] where value.allSatisfy(\.isWhitespace) {
      throw CardProblem("the \(key) is empty")
    }
  }
}

/// A reason for which there is no card.
struct CardProblem: Error, CustomStringConvertible {
  /// The reason in words.
  let description: String

  /// Creates a problem.
  init(_ description: String) { self.description = description }
}
