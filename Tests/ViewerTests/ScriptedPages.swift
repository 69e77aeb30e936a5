import Galley
import GalleyChat
import GalleyImages
import GalleyMessages
import Synchronization

/// A paged conversation that answers when a test says so.
final class ScriptedPages: MessagePages {
  struct Failure: Error, Equatable {}

  private struct State {
    var requests: [MessagePage.Request] = []
    var waiting: [Int: CheckedContinuation<MessagePage, any Error>] = [:]
    var canceled: Set<Int> = []
    var hasEnded = false
  }

  let isGroup = true
  let language: String? = "en-GB"
  let timeZone: String? = "UTC"
  /// All messages of the conversation.
  let messages: [ChatMessage]
  /// The answer to every search.
  let answers: [Message.ID]?
  private let state = Mutex(State())

  init(_ messages: [ChatMessage], answers: [Message.ID]? = nil) {
    (self.messages, self.answers) = (messages, answers)
  }

  /// The requests so far.
  var requests: [MessagePage.Request] { state.withLock { $0.requests } }
  /// The numbers of the requests that were canceled.
  var canceled: Set<Int> { state.withLock { $0.canceled } }
  /// The number of requests that wait for an answer.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  func page(_ request: MessagePage.Request) async throws -> MessagePage {
    let number = state.withLock { state in
      state.requests.append(request)
      return state.requests.count - 1
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let hasEnded = state.withLock { state in
          if !state.hasEnded { state.waiting[number] = continuation }
          return state.hasEnded
        }
        if hasEnded { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      state.withLock { _ = $0.canceled.insert(number) }
    }
  }

  func messages(matching query: String) async throws -> [Message.ID]? { answers }

  /// Answers a request with its messages, or with others.
  func answer(_ number: Int, with page: MessagePage? = nil) {
    take(number)?.resume(returning: page ?? self.page(for: requests[number]))
  }

  /// Fails a request.
  func fail(_ number: Int) { take(number)?.resume(throwing: Failure()) }

  /// Fails the requests without an answer, which would keep themselves alive after a test.
  func end() {
    state.withLock { $0.hasEnded = true }
    for number in requests.indices { take(number)?.resume(throwing: CancellationError()) }
  }

  private func take(_ number: Int) -> CheckedContinuation<MessagePage, any Error>? {
    state.withLock { $0.waiting.removeValue(forKey: number) }
  }

  /// Returns the right answer to a request.
  func page(for request: MessagePage.Request) -> MessagePage {
    func index(_ id: Message.ID) -> Int? { messages.firstIndex { $0.id == id } }
    var range = 0..<0
    switch request.place {
    case .newest: range = max(0, messages.count - request.limit)..<messages.count
    case .before(let id):
      if let end = index(id) { range = max(0, end - request.limit)..<end }
    case .after(let id):
      if let start = index(id) {
        range = start + 1..<min(messages.count, start + 1 + request.limit)
      }
    case .around(let id):
      if let middle = index(id) {
        let start = max(0, middle - request.limit / 2)
        range = start..<min(messages.count, start + request.limit)
      }
    }
    return MessagePage(
      Array(messages[range]), hasOlder: range.lowerBound > 0,
      hasNewer: range.upperBound < messages.count)
  }
}
