import Foundation
import Testing

/// Pictures of conversations.
@Suite struct ChatCommandTests {
  let directory = Directory()

  private func chat(_ json: String, _ arguments: String...) throws -> Outcome {
    let file = directory.file("chat.json")
    try json.write(toFile: file, atomically: true, encoding: .utf8)
    return try galley(
      ["chat", file, "-o", directory.file("chat.png"), "--fonts", testingFonts] + arguments)
  }

  @Test func `a conversation becomes a picture in the size that is asked for`() throws {
    let json = #"[{"sender":"A","text":"ab"},{"sender":"B","outgoing":true,"text":"b"}]"#
    let result = try chat(json, "--width", "300", "--scale", "2", "--theme", "dark")
    #expect(result == Outcome(status: 0))
    let data = try Data(contentsOf: URL(filePath: directory.file("chat.png")))
    #expect(data.starts(with: "\u{89}PNG".unicodeScalars.map { UInt8($0.value) }))
    #expect(data[16..<20].elementsEqual([0, 0, 2, 88]))
  }

  @Test func `any number of threads gives the same bytes`() throws {
    let json = #"[{"sender":"A","text":"ab"},{"sender":"B","text":"cd"},{"sender":"C","text":"e"}]"#
    let pictures = try ["1", "2", "8"].map { threads in
      #expect(try chat(json, "--threads", threads).status == 0)
      return try Data(contentsOf: URL(filePath: directory.file("chat.png")))
    }
    #expect(Set(pictures).count == 1)
  }

  @Test(arguments: [
    (#"[{"sender":"A"}]"#, "message 1: \"text\" is missing"),
    (#"{"#, "byte"),
    (#"[{"sender":"A","images":["none.jpg"]}]"#, "none.jpg: No such file"),
  ])
  func `a wrong file is one line and status 1`(json: String, complaint: String) throws {
    let result = try chat(json)
    #expect(result.status == 1)
    #expect(result.complaint.contains(complaint))
    #expect(result.complaint.hasPrefix(directory.file("chat.json")))
    #expect(result.complaint.split(separator: "\n").count == 1)
  }

  @Test(arguments: [["--theme", "blue"], ["--scale", "0"], ["--width", "12"], ["-o", "a.svg"]])
  func `wrong use is status 64`(arguments: [String]) throws {
    let result = try galley(["chat", "x.json", "-o", directory.file("x.png")] + arguments)
    #expect(result.status == 64)
  }
}
