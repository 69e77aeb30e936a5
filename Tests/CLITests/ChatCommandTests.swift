import Foundation
import TestSupport
import Testing

/// Pictures of conversations.
@Suite struct ChatCommandTests {
  let directory = TemporaryDirectory()

  private func chat(_ json: String, _ arguments: String...) throws -> Outcome {
    let file = try directory.write(json, to: "chat.json")
    return try galley(
      ["chat", file, "-o", directory.file("chat.png"), "--fonts", testingFonts] + arguments)
  }

  @Test func `a conversation is rendered to a PNG of the requested size`() throws {
    let json = #"[{"sender":"A","text":"ab"},{"sender":"B","outgoing":true,"text":"b"}]"#
    let result = try chat(json, "--width", "300", "--scale", "2", "--theme", "dark")
    #expect(result == Outcome(status: 0))
    let data = try directory.data("chat.png")
    #expect(data.starts(with: "\u{89}PNG".unicodeScalars.map { UInt8($0.value) }))
    #expect(data[16..<20].elementsEqual([0, 0, 2, 88]))
  }

  @Test func `the PNG is identical for any number of threads`() throws {
    let json = #"[{"sender":"A","text":"ab"},{"sender":"B","text":"cd"},{"sender":"C","text":"e"}]"#
    let pictures = try ["1", "2", "8"].map { threads in
      #expect(try chat(json, "--threads", threads).status == 0)
      return try directory.data("chat.png")
    }
    #expect(Set(pictures).count == 1)
  }

  @Test(arguments: [
    (#"[{"sender":"A"}]"#, "message 1: \"text\" is missing"),
    (#"{"#, "byte"),
  ])
  func `an invalid chat file gives a one-line error and status 1`(json: String, complaint: String)
    throws
  {
    let result = try chat(json)
    #expect(result.status == 1)
    #expect(result.complaint.contains(complaint))
    #expect(result.complaint.hasPrefix(directory.file("chat.json")))
    #expect(result.complaint.split(separator: "\n").count == 1)
  }

  /// Writes a conversation into the directory, by default with an existing and a missing image.
  private func writeChat(_ images: [String] = ["red.png", "none.jpg"]) throws -> String {
    let messages = images.map { #"{"sender":"A","images":["\#($0)"]}"# }
    let json = "[\(messages.joined(separator: ","))]"
    try directory.write(json, to: "chat.json")
    // A single red pixel.
    let png =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"
    try Data(base64Encoded: png)?.write(to: URL(filePath: directory.file("red.png")))
    return json
  }

  @Test func `images are found beside the chat file for any form of path`() throws {
    let json = try writeChat(["red.png"])
    var pictures: [Data] = []
    for name in ["chat.json", "./chat.json", directory.file("chat.json"), "-"] {
      let result = try galley(
        ["chat", name, "-o", "chat.png", "--fonts", testingFonts], input: name == "-" ? json : "",
        in: directory.path)
      #expect(result == Outcome(status: 0), "\(name)")
      pictures.append(try directory.data("chat.png"))
    }
    #expect(Set(pictures).count == 1)
    _ = try writeChat(["none.png"])
    let missing = try galley(
      ["chat", "chat.json", "-o", "chat.png", "--fonts", testingFonts], in: directory.path)
    #expect(missing.status == 1)
    #expect(try directory.data("chat.png") != pictures[0])
  }

  @Test func `unusable images are reported, and the picture is still written`() throws {
    _ = try writeChat(["red.png", "none.jpg", "../a\\u001b[31m.png"])
    let result = try galley(
      ["chat", "chat.json", "-o", "chat.png", "--fonts", testingFonts], in: directory.path)
    #expect(
      result
        == Outcome(
          status: 1,
          complaint: """
            chat.json: message 2: none.jpg: No such file or directory
            chat.json: message 3: ../a\\u{1B}[31m.png: The path leads outside the allowed folder

            """))
    #expect(FileManager.default.fileExists(atPath: directory.file("chat.png")))
    let scrolled = try galley(
      ["scroll", "chat.json", "--seconds", "0.1", "--json", "--fonts", testingFonts],
      in: directory.path)
    #expect(scrolled.status == 1)
    #expect(scrolled.complaint == result.complaint)
    #expect(scrolled.output.hasPrefix("{"))
  }

  @Test func `files outside the folder require --allow-outside-files`() throws {
    _ = try writeChat()
    let json = #"[{"sender":"A","images":["\#(directory.file("red.png"))"]}]"#
    let other = TemporaryDirectory()
    let file = other.file("chat.json")
    try json.write(toFile: file, atomically: true, encoding: .utf8)
    let arguments = ["chat", file, "-o", other.file("chat.png"), "--fonts", testingFonts]
    #expect(try galley(arguments).status == 1)
    #expect(try galley(arguments + ["--allow-outside-files"]) == Outcome(status: 0))
  }

  @Test(arguments: [["--theme", "blue"], ["--scale", "0"], ["--width", "12"], ["-o", "a.svg"]])
  func `invalid usage exits with status 64`(arguments: [String]) throws {
    let result = try galley(["chat", "x.json", "-o", directory.file("x.png")] + arguments)
    #expect(result.status == 64)
  }
}
