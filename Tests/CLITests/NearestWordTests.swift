import TestSupport
import Testing

@testable import GalleyTextCommands

@Suite struct NearestWordTests {
  @Test(arguments: [
    ("rendr", "render"), ("redner", "render"), ("renderr", "render"), ("layuot", "layout"),
    ("corpsu", "corpus"), ("cat", "chat"), ("xyz", nil), ("render", "render"), ("", nil),
  ])
  func `a mistyped word stands for the nearest one`(word: String, expected: String?) {
    #expect(["render", "layout", "chat", "corpus"].nearest(to: word) == expected)
  }

  @Test func `a mistyped command is answered with the nearest one`() throws {
    let result = try galley("rendr", "hello", "-o", "hello.png")
    #expect(result.status == 64)
    #expect(result.complaint.contains("There is no command 'rendr'. Did you mean 'render'?"))
    let nested = try galley("corpus", "rnu")
    #expect(nested.status == 64)
    #expect(
      nested.complaint.contains("There is no command 'corpus rnu'. Did you mean 'corpus run'?"))
    let help = try galley("help", "corpus", "aprove")
    #expect(help.complaint.contains("Did you mean 'corpus approve'?"))
    #expect(try galley("help", "corpus", "run").output.contains("USAGE: galley corpus run"))
    let other = try galley("Hello")
    #expect(other.status == 64)
    #expect(other.complaint.contains("There is no command 'Hello'.\n"))
  }
}
