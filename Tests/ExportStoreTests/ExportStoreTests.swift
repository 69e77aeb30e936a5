import Foundation
import GalleyBasics
import GalleyExportStore
import GalleyExports
import GalleyMessages
import TestSupport
import Testing

/// Imported exports.
@Suite struct ExportStoreTests {
  let directory = TemporaryDirectory()

  private func makeExport(_ messages: [String], name: String = "export") throws -> Export {
    try directory.write(
      #"{"name":"G","type":"t","id":7,"messages":[\#(messages.joined(separator: ",\n"))]}"#,
      to: name + "/result.json")
    return try Export(path: directory.file(name))
  }

  private func messages(_ count: Int) -> [String] {
    (1...count).map { number in
      let text = #"[{"type":"plain","text":"message \#(number) "},{"type":"bold","text":"wörd"}]"#
      let reply = number % 7 == 0 ? #","reply_to_message_id":\#(number - 1)"# : ""
      return
        #"{"id":\#(number * 2),"type":"message","date_unixtime":"\#(1_600_000_000 + number * 3_600)","from":"P\#(number % 3)","from_id":"user\#(number % 3)","text":"","text_entities":\#(text)\#(reply)}"#
    }
  }

  private func store(_ export: Export, _ name: String = "store.sqlite") throws -> ExportStore {
    let store = try ExportStore(path: directory.file(name))
    let problems = try ExportImporter(export, into: store).run()
    #expect(problems.count == 0)
    return store
  }

  private func read(_ export: Export) throws -> [ExportedMessage] {
    let reader = try export.reader()
    var tracker = TopicTracker()
    var messages: [ExportedMessage] = []
    while let item = try reader.next() {
      guard case .message(var message) = item else { continue }
      tracker.place(&message)
      (message.offset, message.end) = (0, 0)
      messages.append(message)
    }
    return messages
  }

  @Test func `stored messages equal those of the export`() throws {
    let more = [
      #"{"id":900,"type":"service","actor":"A","actor_id":"user1","action":"topic_created","title":"T"}"#,
      #"{"id":901,"type":"message","edited":"x","edited_unixtime":"5","reply_to_message_id":900,"forwarded_from":"F","via_bot":"@b","author":"S","file":"a/b.mp3","media_type":"audio_file","performer":"P","title":"T","duration_seconds":9,"file_size":3,"mime_type":"m","thumbnail":"t.jpg","text":"x","reactions":[{"type":"emoji","emoji":"❤","count":4}]}"#,
      #"{"id":903,"type":"message","date":"2026-01-01T00:00:00","from":null,"from_id":"user8","text":[{"type":"text_link","text":"l","href":"https://e.org"},{"type":"pre","text":"c","language":"c"},{"type":"mention_name","text":"m","user_id":4},{"type":"custom_emoji","text":"e","document_id":"d"},{"type":"odd","text":"o"},{"type":"blockquote","text":"q","collapsed":true}]}"#,
      #"{"id":904,"type":"message","rich_message":{"rtl":true,"blocks":[{"type":"paragraph","text":{"type":"plain","text":"rich words"}}]}}"#,
      #"{"id":905,"type":"message","date_unixtime":"9","photo":"(File not included. Change data exporting settings to download.)","width":3,"height":4,"media_spoiler":true}"#,
      #"{"id":906,"type":"message","date_unixtime":"9","photo":"../x.png"}"#,
    ]
    let export = try makeExport(messages(20) + more)
    let store = try store(export)
    let chats = try store.chats()
    let chat = try #require(chats.first)
    #expect(chats.count == 1)
    #expect(chat.chat == ExportedChat(id: "7", title: "G", kind: "t"))
    let stored = try store.messages(0..<100, of: chat)
    let expected = try read(export)
    #expect(stored.count == 25)
    for (one, other) in zip(stored, expected) { #expect(one == other) }
  }

  @Test func `messages are found by number, member of an album and day`() throws {
    let album = (1...3).map {
      #"{"id":\#(500 + $0),"type":"message","date_unixtime":"1700000000","from_id":"user1","photo":"p\#($0).jpg"}"#
    }
    let store = try store(try makeExport(messages(50) + album))
    let chat = try #require(try store.chats().first)
    #expect(chat.count == 51)
    #expect(try store.index(of: .number(20), in: chat) == 9)
    #expect(try store.index(of: .number(21), in: chat) == nil)
    #expect(try store.index(of: .number(503), in: chat) == 50)
    #expect(try store.index(from: 1_600_000_000 + 3_600 * 10, in: chat) == 9)
    #expect(try store.index(from: 0, in: chat) == 0)
    #expect(try store.index(from: 1_700_000_001, in: chat) == 51)
    let days = try store.days(of: chat)
    #expect(days.map(\.count).reduce(0, +) == 51)
    #expect(days.first?.index == 0 && days.last?.index == 50)
    #expect(try store.messages(48..<50, of: chat).map(\.id) == [.number(98), .number(100)])
    #expect(try store.messages(60..<70, of: chat) == [])
  }

  @Test func `a page has the answered messages, and marks repeated identifiers`() throws {
    let more = [
      #"{"id":2,"type":"message","text":"again","reply_to_message_id":40}"#,
      #"{"id":901,"type":"message","text":"elsewhere","reply_to_message_id":40,"reply_to_peer_id":"user9"}"#,
      #"{"id":902,"type":"message","text":"to nothing","reply_to_message_id":999}"#,
      #"{"type":"message","text":"without a number"}"#,
      #"{"id":911,"type":"message","date_unixtime":"9","from_id":"user1","photo":"a.jpg"}"#,
      #"{"id":912,"type":"message","date_unixtime":"9","from_id":"user1","photo":"b.jpg"}"#,
      #"{"id":920,"type":"message","text":"to the album","reply_to_message_id":912}"#,
    ]
    let store = try store(try makeExport(messages(30) + more))
    let chat = try #require(try store.chats().first)
    let page = try store.page(5..<50, of: chat)
    let expected = try store.messages(5..<50, of: chat)
    #expect(page.map(\.message) == expected)
    #expect(
      page.map(\.isFirstOfID) == Array(repeating: true, count: 25) + [
        false, true, true, false, true, true,
      ])
    // Each seventh message answers number 7n - 1, of which the even ones exist.
    let answers = page.prefix(25).filter { $0.message.replyTo != nil }
    #expect(answers.map(\.message.replyTo) == [.number(6), .number(13), .number(20), .number(27)])
    #expect(answers.map(\.original?.id) == [.number(6), nil, .number(20), nil])
    #expect(page[25].original?.id == .number(40))
    #expect(page[26].original == nil && page[27].original == nil && page[28].original == nil)
    #expect(page[30].original?.albumIDs == [.number(912)])
    #expect(try store.page(60..<70, of: chat) == [])
  }

  @Test func `an export that is gone is an error, and the import goes on when it is back`() throws {
    let export = try makeExport(messages(40))
    var store = try ExportStore(path: directory.file("stopped.sqlite"))
    // The export is gone when the import begins.
    try FileManager.default.moveItem(
      atPath: directory.file("export/result.json"), toPath: directory.file("export/away.json"))
    #expect(throws: ExportStoreError.self) { try ExportImporter(export, into: store).run() }
    #expect(try store.progress().messageCount == 0)
    try FileManager.default.moveItem(
      atPath: directory.file("export/away.json"), toPath: directory.file("export/result.json"))
    store = try self.store(export, "stopped.sqlite")
    #expect(try store.progress().messageCount == 40)
  }

  @Test func `an import that is stopped ends with whole transactions`() throws {
    let export = try makeExport(messages(50_000))
    let store = try ExportStore(path: directory.file("stopped.sqlite"))
    var counts: [Int] = []
    _ = try ExportImporter(export, into: store).run { count in
      counts.append(count)
      return count < 30_000
    }
    #expect(counts.count == 2 && counts[1] == counts[0] * 2)
    #expect(try store.progress().isComplete == false)
    _ = try ExportImporter(export, into: store).run()
    #expect(try store.progress().messageCount == 50_000)
    let chat = try #require(try store.chats().first)
    #expect(try store.messages(49_000..<50_000, of: chat).last?.id == .number(100_000))
  }

  @Test func `a search finds words without case and accents, by beginnings and in Chinese`() throws
  {
    let chinese = #"{"id":900,"type":"message","text":"明天见面吧 (later)"}"#
    let store = try store(try makeExport(messages(30) + [chinese]))
    let chat = try #require(try store.chats().first)
    let first = try store.search("WORD", limit: 10)
    #expect(first.hits.map(\.index) == Array((20..<30).reversed()))
    let second = try store.search("word", in: chat, from: first.next, limit: 100)
    #expect(second.hits.map(\.index) == Array((0..<20).reversed()))
    #expect(second.next == nil)
    #expect(try store.search("messa 17", limit: 9).hits.isEmpty)
    #expect(try store.search("message 17", limit: 9).hits.map(\.index) == [16])
    #expect(try store.search("见面", limit: 9).hits.map(\.message.id) == [.number(900)])
    #expect(try store.search("面见", limit: 9).hits.isEmpty)
    #expect(try store.searchCount("wörd") == 30)
    for odd in ["", "\"", "* OR", "NEAR(", "a\0b", "-", "((("] {
      _ = try store.search(odd, limit: 3)
    }
  }

  @Test func `conversations of an account are apart`() throws {
    let list = messages(5).joined(separator: ",")
    try directory.write(
      #"{"chats":{"list":[{"name":"A","type":"t","id":1,"messages":[\#(list)]},{"name":"B","type":"t","id":2,"messages":[]},{"name":"C","type":"t","id":3,"messages":[\#(list)]}]}}"#,
      to: "account/result.json")
    let store = try store(try Export(path: directory.file("account")))
    let chats = try store.chats()
    #expect(chats.map(\.count) == [5, 0, 5])
    #expect(try store.messages(0..<9, of: chats[2]).count == 5)
    #expect(try store.index(of: .number(4), in: chats[2]) == 1)
    #expect(
      try store.search("message", in: chats[0], limit: 9).hits.map(\.chat) == [1, 1, 1, 1, 1])
  }

  @Test func `a changed export has another store`() throws {
    let one = try makeExport(messages(3))
    let before = try ExportStore.path(of: one)
    #expect(try ExportStore.path(of: one) == before)
    let other = try makeExport(messages(4))
    #expect(try ExportStore.path(of: other) != before)
  }

  @Test func `a complete store is opened while another process holds the lock for writing`() throws
  {
    let path = try store(makeExport(messages(20))).path
    let words = [Program.built("galley-view"), "import", directory.file("export"), "--store", path]
    let locking = """
      import sqlite3, subprocess, sys
      database = sqlite3.connect(sys.argv[1], isolation_level=None)
      database.execute('UPDATE state SET started = started + 1')
      database.execute('BEGIN IMMEDIATE')
      sys.exit(subprocess.run(sys.argv[2:], timeout=60).returncode)
      """
    let outcome = try Program.run(["python3", "-c", locking, path] + words)
    #expect(outcome.status == 0, "\(outcome.complaint)")
  }

  @Test(.disabled(if: isSanitized, "sanitizers take memory"))
  func `memory does not grow with the export`() throws {
    let filler = String(repeating: "filler ", count: 20_000)
    _ = try makeExport(
      (1...700).map { #"{"id":\#($0),"type":"message","text":"m","odd":"\#(filler)"}"# })
    let words = ["import", directory.file("export"), "--json", "--store", directory.file("s")]
    let figures = try Program.output(of: [Program.built("galley-view")] + words)
    let match = try #require(figures.firstMatch(of: /"resident_bytes":(\d+)/))
    // The file has 98 MB.
    #expect(try #require(Int(match.1)) < 80_000_000)
    #expect(figures.contains(#""messages":700"#))
  }

  /// Fifteen times, after a random time.
  @Test func `an import that is killed is completed with equal rows`() throws {
    let count = runsLongTests ? 60_000 : 20_000
    _ = try makeExport(messages(count))
    let words = ["import", directory.file("export"), "--store"]
    let whole = try Program.run([Program.built("galley-view")] + words + [directory.file("whole")])
    #expect(whole.status == 0, "\(whole.complaint)")
    var random = SplitMix64(seed: 19)
    var killCount = 0
    for round in 0..<3 {
      let store = directory.file("killed-\(round)")
      for _ in 0..<5 {
        let process = Program.process([Program.built("galley-view")] + words + [store])
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        usleep(UInt32.random(in: 20_000..<(runsLongTests ? 900_000 : 500_000), using: &random))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        if process.terminationReason == .uncaughtSignal { killCount += 1 }
      }
      let last = try Program.run([Program.built("galley-view")] + words + [store])
      #expect(last.status == 0, "\(last.complaint)")
      let (one, other) = (
        try ExportStore(path: directory.file("whole")), try ExportStore(path: store)
      )
      #expect(try other.progress() == one.progress())
      let (chats, others) = (try one.chats(), try other.chats())
      #expect(chats == others)
      let chat = try #require(chats.first)
      #expect(chat.count == count)
      #expect(try one.days(of: chat) == other.days(of: chat))
      for start in stride(from: 0, to: count, by: 10_000) {
        let range = start..<start + 10_000
        let isEqual = try one.messages(range, of: chat) == other.messages(range, of: chat)
        #expect(isEqual, "\(range)")
      }
      #expect(try other.searchCount("message", limit: 100_000) == count)
    }
    #expect(killCount >= 5)
  }
}
