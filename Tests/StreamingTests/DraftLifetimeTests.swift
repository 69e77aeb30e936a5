import GalleyStreaming
import Testing

@Suite struct DraftLifetimeTests {
  @Test func `a draft disappears thirty seconds after its last update`() {
    var draft = DraftLifetime()
    #expect(draft.update(id: 1, text: "a", sent: 0, at: 0) == .show)
    #expect(draft.update(id: 1, text: "ab", sent: 10, at: 10) == .animate)
    #expect(draft.deadline == 40)
    #expect(draft.advance(to: 39.9) == .none)
    #expect(draft.advance(to: 40) == .remove)
    #expect(!draft.isShown && draft.advance(to: 41) == .none)
  }

  @Test func `an update after the deadline shows the draft again`() {
    var draft = DraftLifetime()
    #expect(draft.update(id: 1, text: "a", sent: 0, at: 0) == .show)
    #expect(draft.update(id: 1, text: "b", sent: 31, at: 31) == .replace)
    #expect(draft.isShown)
  }

  @Test func `an update that was sent too long ago is ignored`() {
    var draft = DraftLifetime()
    #expect(draft.update(id: 1, text: "a", sent: 0, at: 30) == .none)
    #expect(!draft.isShown)
  }

  @Test func `another draft replaces the old one without an animation`() {
    var draft = DraftLifetime()
    _ = draft.update(id: 1, text: "a", sent: 0, at: 0)
    #expect(draft.update(id: 2, text: "a", sent: 1, at: 1) == .replace)
    #expect(draft.update(id: 2, text: "a", sent: 2, at: 2) == .none)
  }

  @Test(arguments: [
    ("text\n", DraftLifetime.Action.handOver), (" text", .handOver), ("Text", .removeForMessage),
    ("", .removeForMessage),
  ])
  func `the final message takes over the bubble of an equal draft`(
    text: String, action: DraftLifetime.Action
  ) {
    var draft = DraftLifetime()
    _ = draft.update(id: 1, text: "text ", sent: 0, at: 0)
    #expect(draft.finish(text: text, at: 5) == action)
    #expect(!draft.isShown && draft.deadline == nil)
  }

  @Test func `a final message without a draft changes nothing`() {
    var draft = DraftLifetime()
    #expect(draft.finish(text: "a", at: 0) == .none)
    _ = draft.update(id: 1, text: "a", sent: 0, at: 0)
    #expect(draft.finish(text: "a", at: 30) == .remove)
  }
}

@Suite struct SentenceAnnouncementsTests {
  @Test func `only complete sentences are announced`() {
    var announcements = SentenceAnnouncements()
    #expect(announcements.announcement(of: "Hello the", isFinished: false, at: 0) == nil)
    #expect(announcements.announcement(of: "Hello there.", isFinished: false, at: 0) == nil)
    let text = "Hello there. This is "
    #expect(announcements.announcement(of: text, isFinished: false, at: 0) == "Hello there.")
    #expect(announcements.announcement(of: text, isFinished: false, at: 9) == nil)
  }

  @Test func `announcements keep an interval, and the sentences in between are joined`() {
    var announcements = SentenceAnnouncements()
    _ = announcements.announcement(of: "A is one. B", isFinished: false, at: 10)
    let text = "A is one. B is two. C is three. D"
    #expect(announcements.announcement(of: text, isFinished: false, at: 11.9) == nil)
    #expect(announcements.next == 12)
    let second = announcements.announcement(of: text, isFinished: false, at: 12)
    #expect(second == "B is two. C is three.")
    #expect(announcements.announcement(of: text, isFinished: true, at: 14) == "D")
    #expect(announcements.announcement(of: text, isFinished: true, at: 20) == nil)
  }

  @Test func `sentences of languages without spaces are announced`() {
    var announcements = SentenceAnnouncements()
    let text = "これは文です。次の"
    #expect(announcements.announcement(of: text, isFinished: false, at: 0) == "これは文です。")
  }

  @Test func `replaced text is announced again`() {
    var announcements = SentenceAnnouncements()
    _ = announcements.announcement(of: "One is. Two", isFinished: false, at: 0)
    announcements.rewind(to: 0)
    #expect(announcements.announcement(of: "Uno is. Two", isFinished: false, at: 2) == "Uno is.")
  }
}
