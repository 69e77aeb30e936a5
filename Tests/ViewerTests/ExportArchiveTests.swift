import GalleyChat
import GalleyExportStore
import GalleyExports
import GalleyImages
import GalleyMessages
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyViewer

/// Imported exports as archives of conversations.
@Suite struct ExportArchiveTests {
  private let directory = TemporaryDirectory()

  private func archive() throws -> ExportArchive {
    let export = try Export(path: try SampleExport.account(in: directory))
    let imported = try ImportedExport(export, into: directory.file("store.sqlite")) { _ in true }
    return try ExportArchive(
      imported.store,
      ExportAppearance(export, style: ChatStyle(), engine: TestFonts.engine(), helpers: nil))
  }

  @Test func `the list has titles, numbers and last messages`() throws {
    let archive = try archive()
    #expect(archive.chats.map(\.title) == ["Trip to Lisbon", "Ada Lovelace", "Saved Messages"])
    #expect(archive.chats.map(\.count) == [13, 602, 1])
    let last = archive.chats.indices.map { archive.lastMessage(ofChat: $0) }
    #expect(
      last.map { $0?.text }
        == ["See you at the station!", "As I said", "Passport, tickets, charger"])
    #expect(last.map { $0?.sender } == ["Galina", nil, nil])
    #expect(last[0]?.date == 1_772_439_100)
  }

  @Test func `messages have pictures with sizes, previews of originals and their sides`()
    async throws
  {
    let archive = try archive()
    let pair = try archive.messages(ofChat: 1)
    #expect(!pair.isGroup && pair.timeZone == nil)
    let first = try await pair.messages(in: 0..<2)
    #expect(first.map(\.isOutgoing) == [true, false])
    let last = try await pair.messages(in: 600..<602)
    #expect(last.map(\.id) == [.number(1_601), .number(1_602)])
    #expect(last[0].images.map(\.size) == [PixelSize(width: 300, height: 200)])
    let source = last[0].images.first.flatMap { pair.imageSource(of: $0) }
    #expect(source?.header.width == 300)
    let preview = last[1].replyPreview
    #expect(preview?.text.text == "Message number 1" && preview?.sender == "Galina")
    // The account is known from Saved Messages.
    let group = try archive.messages(ofChat: 0)
    #expect(group.isGroup)
    let messages = try await group.messages(in: 0..<13)
    #expect(messages.filter(\.isOutgoing).map(\.id) == [.number(3), .number(14)])
    #expect(messages[6].images.count == 2)
  }

  @Test func `messages are found by number, by date and by words`() async throws {
    let pair = try archive().messages(ofChat: 1)
    #expect(try await pair.index(of: .number(1_602)) == 601)
    #expect(try await pair.index(of: .number(5)) == nil)
    #expect(try await pair.index(of: Message.ID(ofIndex: 7)) == 7)
    #expect(try await pair.index(of: Message.ID(ofIndex: 602)) == nil)
    let found = try await pair.first(onOrAfter: 1_770_000_001)
    #expect(found?.index == 0)
    var matches: [MessageMatch] = []
    for try await batch in pair.matches(of: "NEEDLE") { matches += batch }
    #expect(matches == [MessageMatch(index: 99, id: .number(1_100), ranges: [4..<10])])
  }

  @Test func `an import that is not wanted begins nothing, and the next one completes it`() throws {
    let export = try Export(path: try SampleExport.account(in: directory))
    let path = directory.file("store.sqlite")
    let stopped = try ImportedExport(export, into: path) { _ in false }
    #expect(try stopped.store.progress().isComplete == false)
    var counts: [Int] = []
    let done = try ImportedExport(export, into: path) { count in
      counts.append(count)
      return true
    }
    #expect(done.countBefore == 0 && counts == [0, 616])
    #expect(try done.store.progress().isComplete)
    // A complete store is opened without a report.
    let again = try ImportedExport(export, into: path) { _ in
      counts.append(-1)
      return true
    }
    #expect(again.countBefore == 616 && counts == [0, 616])
  }
}
