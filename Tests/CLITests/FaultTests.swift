import Foundation
import TestSupport
import Testing

/// Fonts that are missing or vanish, disks that are full or read-only, and descriptors that run
/// out.
@Suite struct FaultTests {
  let directory = TemporaryDirectory()

  @Test func `text without any font is shown as boxes, with a warning`() throws {
    let configuration = try directory.write(
      "<fontconfig><dir>\(directory.path)</dir></fontconfig>", to: "fonts.conf")
    let environment = [
      "FONTCONFIG_FILE": configuration, "XDG_CACHE_HOME": directory.file("cache"),
    ]
    let empty = try directory.write(#"{"fonts":[]}"#, to: "fonts.json")
    for arguments in [[], ["--fonts", empty]] {
      let result = try galley(
        ["render", "abc", "-o", "a.png"] + arguments, environment: environment,
        in: directory.path)
      #expect(result.status == 0)
      #expect(result.complaint.hasPrefix("no fonts: text is shown as boxes; install fonts"))
      #expect(result.complaint.split(separator: "\n").count == 1)
    }
  }

  /// Runs a batch that reads a second message only after a change of the fonts.
  ///
  /// - Parameters:
  ///   - folder: The folder of the fonts.
  ///   - change: The commands of the change, in that folder.
  ///   - messages: Two messages.
  /// - Returns: The result, with the answers as output.
  /// - Throws: If a file cannot be written, or the shell cannot be started.
  private func batch(
    withFontsIn folder: String, change: String, _ messages: [String]
  ) throws -> Outcome {
    let manifest = try directory.write(
      """
      {"fonts":[{"family":"Galley Box","file":"\(folder)/Box.ttf"},
      {"family":"Galley Joining","file":"\(folder)/Joining.ttf"}]}
      """, to: "fonts.json")
    try messages[0].write(toFile: directory.file("first"), atomically: true, encoding: .utf8)
    try messages[1].write(toFile: directory.file("second"), atomically: true, encoding: .utf8)
    let fonts = ["Box.ttf", "Joining.ttf"].map { "'\(TestFonts.path(of: $0))'" }
    return try shell(
      """
      set -e; cp \(fonts.joined(separator: " ")) '\(folder)'; touch out
      { cat first; echo; until grep -q '"line":1' out; do sleep 0.02; done
      cd '\(folder)'; \(change); cd - >/dev/null; cat second; echo; } \
      | galley batch - --jobs 1 --out - --format json --quiet --fonts '\(manifest)' >out \
      && status=0 || status=$?; cat out; exit $status
      """, in: directory.path)
  }

  private static func withoutTimes(_ answers: String) -> String {
    answers.replacing(/"ms":[0-9.]+/, with: "")
  }

  @Test func `a font that vanishes before it is needed is an error at the end`() throws {
    let result = try batch(
      withFontsIn: directory.path, change: "rm Joining.ttf", [#"{"text":"a"}"#, #"{"text":"ب"}"#])
    #expect(result.status == 1)
    #expect(
      result.complaint.hasSuffix(
        "/Joining.ttf: cannot read: No such file or directory; the text is shown in other fonts\n"))
    #expect(result.output.contains(#""line":2"#))
  }

  @Test func `a font of the user that is truncated while it is in use changes nothing`() throws {
    let messages = [#"{"text":"a ب"}"#, #"{"text":"abc ببب"}"#]
    let result = try batch(withFontsIn: directory.path, change: "truncate -s 0 *.ttf", messages)
    #expect(result.status == 0)
    let unchanged = try batch(withFontsIn: directory.path, change: "true", messages)
    #expect(Self.withoutTimes(unchanged.output) == Self.withoutTimes(result.output))
    #expect(result.output.contains(#""line":2"#))
  }

  /// Whether tests can mount file systems, in a namespace of their own.
  private static let canMount =
    (try? shell("unshare -m mount -t tmpfs none /mnt").status) == 0

  @Test(.enabled(if: canMount, "requires the superuser"))
  func `an installed font that is truncated while it is in use ends the program with a message`()
    throws
  {
    let result = try inNamespace(
      mounting: "/usr/local/share/fonts", options: "size=1m",
      """
      cp '\(TestFonts.path(of: "Box.ttf"))' /usr/local/share/fonts
      echo '{"fonts":[{"family":"A","file":"/usr/local/share/fonts/Box.ttf"}]}' >fonts.json
      touch out
      { echo '{"text":"a"}'; until grep -q '"line":1' out; do sleep 0.02; done
      truncate -s 0 /usr/local/share/fonts/Box.ttf; echo '{"text":"bcd"}'; } \
      | "$galley" batch - --jobs 1 --out - --quiet --fonts fonts.json >out
      """)
    #expect(result.status == 1)
    #expect(
      result.complaint
        == "/usr/local/share/fonts/Box.ttf: the file was truncated while it was in use\n")
  }

  @Test(.enabled(if: canMount, "requires the superuser"))
  func `a full disk is reported for each file, and leaves none behind that is not whole`() throws {
    let lines = (1...40).map { #"{"id":\#($0),"text":"abcdefgh \#($0)"}"# }
    try directory.write(lines.joined(separator: "\n"), to: "messages.jsonl")
    let result = try inNamespace(
      mounting: "out", options: "size=64k",
      """
      "$galley" render --jsonl messages.jsonl --output-dir out --scale 8 --fonts "$fonts"
      status=$?; for file in out/*.png; do tail -c 8 "$file" | head -c 4; echo; done
      ls -A out | grep -v '[0-9]*\\.png'; exit $status
      """)
    #expect(result.status == 1)
    let complaints = result.complaint.split(separator: "\n")
    #expect(!complaints.isEmpty)
    let isEachNamed = complaints.allSatisfy {
      $0.wholeMatch(of: /out\/\d+\.png: cannot write: No space left on device/) != nil
    }
    #expect(isEachNamed, "\(complaints)")
    let ends = result.output.split(separator: "\n")
    #expect(Set(ends) == ["IEND"])
    #expect(ends.count + complaints.count == 40)
  }

  @Test(.enabled(if: canMount, "requires the superuser"))
  func `a read-only disk is reported, and needs no cache`() throws {
    let result = try inNamespace(
      mounting: "out", options: "ro",
      """
      export XDG_CACHE_HOME="$PWD/out"
      "$galley" layout a --fonts "$fonts" >/dev/null || exit 9
      "$galley" render a -o out/a.png --fonts "$fonts"
      """)
    #expect(
      result
        == Outcome(status: 1, complaint: "out/a.png: cannot write: Read-only file system\n"))
  }

  @Test(.enabled(if: canMount, "requires the superuser"))
  func `a cache on a full disk is not needed`() throws {
    let result = try inNamespace(
      mounting: "out", options: "size=4k",
      """
      head -c 4096 /dev/zero >out/full; export XDG_CACHE_HOME="$PWD/out"
      "$galley" render a -o a.png --fonts "$fonts"
      """)
    #expect(result == Outcome(status: 0))
  }

  /// Runs a shell script beside a new file system, in a namespace of its own.
  private func inNamespace(
    mounting folder: String, options: String, _ script: String
  ) throws -> Outcome {
    let file = try directory.write(
      """
      mkdir -p \(folder) && mount -t tmpfs -o \(options) none \(folder) || exit 99
      \(script)
      """, to: "script")
    return try Program.run(
      ["unshare", "-m", "sh", file],
      environment: ["galley": Program.built("galley"), "fonts": testingFonts], in: directory.path)
  }

  /// Even the least limit leaves a picture that is right, or an error.
  @Test func `running out of descriptors never changes a picture`() throws {
    let arguments = "render 'a ب 😀' --fonts '\(testingFonts)' -o"
    #expect(try shell("galley \(arguments) whole.png", in: directory.path).status == 0)
    var drawnCount = 0
    for limit in 3...12 {
      try? FileManager.default.removeItem(atPath: directory.file("a.png"))
      let result = try shell("ulimit -n \(limit); galley \(arguments) a.png", in: directory.path)
      if result.status == 0 {
        #expect(try directory.data("a.png") == directory.data("whole.png"), "\(limit)")
        drawnCount += 1
      } else {
        #expect(!result.complaint.isEmpty)
        #expect(try !directory.names().contains("a.png"))
      }
    }
    #expect(drawnCount > 0)
  }
}
