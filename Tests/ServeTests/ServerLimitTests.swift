import GalleyQuotes
import GalleyServe
import TestSupport
import Testing

@Suite(.alone) struct ServerLimitTests {
  private let body = #"{"messages":[{"from":{"id":1},"text":"Hi"}]}"#

  @Test func `a body beyond the limit is refused, with and without a stated length`() async throws {
    var options = ServeOptions.patient
    options.bodyLimit = 1_000
    try await TestServer.run(options) { server in
      let long = #"{"a":"\#(String(repeating: "x", count: 1_000))"}"#
      let stated = try await server.send("POST", "/generate", long)
      #expect(stated.status == 413)
      #expect(stated.text.contains("body_too_large: at most 1000 bytes"))
      let head =
        "POST /generate HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        + "Transfer-Encoding: chunked\r\n\r\n"
      let chunk = "400\r\n" + String(repeating: "x", count: 1_024) + "\r\n0\r\n\r\n"
      #expect(try await server.exchange([head + chunk]).status == 413)
      #expect(try await server.send("POST", "/generate", "{}").status == 400)
    }
  }

  @Test func `limits of pictures and messages have status 413`() async throws {
    var options = ServeOptions.patient
    options.limits.messages = 2
    options.limits.characters = 10
    options.limits.pixels = 500_000
    try await TestServer.run(options) { server in
      for (body, word) in [
        (#"{"messages":[{"text":"a"},{"text":"b"},{"text":"c"}]}"#, "too_many_messages"),
        (#"{"messages":[{"text":"more than ten"}]}"#, "message_too_long"),
        (#"{"scale":20,"messages":[{"text":"a"}]}"#, "picture_too_large"),
      ] {
        let response = try await server.send("POST", "/generate", body)
        #expect(response.status == 413)
        #expect(response.text.contains(word))
      }
      let render = try await server.send(
        "POST", "/render", #"{"text":"a","padding":1000,"scale":2}"#)
      #expect(render.status == 413)
    }
  }

  @Test func `clients that send the head or the body slowly are cut off`() async throws {
    var options = ServeOptions.patient
    options.requestTimeout = 0.5
    try await TestServer.run(options) { [body] server in
      let clock = ContinuousClock()
      let head = try await clock.measure {
        let response = try await server.exchange(
          ["POST /generate HTTP/1.1\r\n"] + Array(repeating: "X: y\r\n", count: 60),
          pause: .milliseconds(100))
        #expect(response.status == 0)
      }
      #expect(head < .seconds(15))
      let start =
        "POST /generate HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{"
      let response = try await server.exchange(
        [start] + Array(repeating: " ", count: 60), pause: .milliseconds(100))
      #expect(response.status == 408)
      #expect(response.text.contains("request_timeout"))
      #expect(try await server.send("POST", "/generate", body).status == 200)
    }
  }

  @Test func `requests beyond the threads and the queue get status 503 at once`() async throws {
    var options = ServeOptions.patient
    (options.threads, options.queue) = (1, 1)
    try await TestServer.run(options) { server in
      // Drawing it takes far longer than sending the requests.
      let words = String(repeating: "word ", count: 3_000)
      let heavy = "{\"scale\":1,\"messages\":[{\"text\":\"\(words)\"}]}"
      let statuses = try await withThrowingTaskGroup(of: TestResponse.self) { group in
        for _ in 0..<12 { group.addTask { try await server.send("POST", "/generate", heavy) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let busy = statuses.filter { $0.status == 503 }
      #expect(busy.count >= 1)
      #expect(busy.allSatisfy { $0.headers["retry-after"] == "1" })
      #expect(statuses.contains { $0.status != 503 })
      // The server answers again.
      #expect(try await server.send("GET", "/health").status == 200)
    }
  }

  @Test func `a picture that takes too long has status 504`() async throws {
    var options = ServeOptions.patient
    options.deadline = 0.05
    try await TestServer.run(options) { server in
      let words = String(repeating: "word ", count: 3_000)
      let message = "{\"text\":\"\(words)\"}"
      let list = Array(repeating: message, count: 20).joined(separator: ",")
      let response = try await server.send(
        "POST", "/generate", "{\"scale\":1,\"messages\":[\(list)]}")
      #expect(response.status == 504)
      #expect(response.text.contains("deadline_exceeded"))
    }
  }

  @Test func `a rate limit counts the requests of an address`() async throws {
    var options = ServeOptions.patient
    options.rateLimit = RateLimit(count: 2, seconds: 50)
    try await TestServer.run(options) { [body] server in
      var responses: [TestResponse] = []
      for _ in 0..<3 { responses.append(try await server.send("POST", "/generate", body)) }
      #expect(responses.map(\.status) == [200, 200, 429])
      #expect(responses.map { $0.headers["rate-limit-remaining"] } == ["1", "0", "0"])
      #expect(responses.allSatisfy { $0.headers["rate-limit-total"] == "2" })
      let wait = responses[2].headers["retry-after"].flatMap { Int($0) } ?? 0
      #expect((1...50).contains(wait))
      #expect(try await server.send("GET", "/health").status == 200)
    }
  }

  @Test func `requests of pages of other origins and for other hosts are refused`() async throws {
    var options = ServeOptions.patient
    options.origins = ["https://allowed.example"]
    try await TestServer.run(options) { [body] server in
      for headers in [
        ["Origin": "https://evil.example"], ["Origin": "null"], ["Host": "evil.example"],
        ["Sec-Fetch-Site": "cross-site"], ["Host": "127.0.0.1.evil.example:80"],
      ] {
        let response = try await server.send("POST", "/generate", body, headers: headers)
        #expect(response.status == 403, "\(headers)")
        #expect(response.headers["access-control-allow-origin"] == nil)
      }
      let own = try await server.send(
        "POST", "/generate", body, headers: ["Origin": "http://127.0.0.1:\(server.port)"])
      #expect(own.status == 200)
      let origin = ["Origin": "https://allowed.example"]
      let allowed = try await server.send("POST", "/generate", body, headers: origin)
      #expect(allowed.status == 200)
      #expect(allowed.headers["access-control-allow-origin"] == "https://allowed.example")
      let preflight = try await server.send("OPTIONS", "/generate", headers: origin)
      #expect(preflight.status == 204)
      #expect(preflight.headers["access-control-allow-methods"] == "GET, POST")
    }
  }

  @Test func `a server that ends finishes the requests in flight`() async throws {
    let words = String(repeating: "word ", count: 1_500)
    let response = try await EndingServer.response(
      deadline: 60, body: "{\"scale\":1,\"messages\":[{\"text\":\"\(words)\"}]}")
    #expect(response.status == 200)
    #expect(response.text.hasPrefix("{\"ok\":true"))
  }
}
