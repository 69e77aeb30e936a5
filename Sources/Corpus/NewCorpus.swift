internal import GalleySystem

/// The files of a new corpus.
package enum NewCorpus {
  /// Writes a description, five example cases, and a list of files that Git ignores into an empty
  /// or new folder.
  ///
  /// - Parameter folder: The path of the folder.
  /// - Returns: The written files, as paths below the folder.
  /// - Throws: `CorpusError` if the folder has files or cannot be written to.
  package static func write(to folder: String) throws(CorpusError) -> [String] {
    do {
      if let status = try? FileStatus(path: folder) {
        guard status.kind == .directory else { throw CorpusError.file("\(folder): not a folder") }
        let names = try FileSystem.names(in: folder)
        if let name = names.first ?? files.map(\.name).first(where: { exists("\(folder)/\($0)") }) {
          throw CorpusError.file("\(folder): the folder is not empty; it has \(name)")
        }
      }
      try FileSystem.makeDirectory(folder + "/first")
      for file in files {
        try FileSystem.write(Array(file.text.utf8), to: "\(folder)/\(file.name)", isDurable: false)
      }
    } catch let error as FileError {
      throw CorpusError(error)
    } catch let error as CorpusError {
      throw error
    } catch {
      throw .file("\(folder): \(error)")
    }
    return files.map(\.name)
  }

  private static func exists(_ path: String) -> Bool { (try? FileStatus(path: path)) != nil }

  private static let files: [(name: String, text: String)] = [
    (".gitignore", "/.store/\n"), ("README.md", readme), ("first/first.txt", cases),
  ]

  private static let readme = """
    # Corpus

    Texts and their approved results. `galley corpus run` compares the current results with them.

        galley corpus run --corpus .            # lists the cases that differ
        galley corpus run --corpus . --verbose  # with the changes in words
        galley corpus report --corpus .         # writes .store/report.html; open it in a browser
        galley corpus approve NAME --corpus .   # accepts the result of a case
        galley corpus approve --all --corpus .  # accepts the results of all cases that differ
        galley corpus minimize NAME --corpus .  # shortens the text of a case that differs

    Cases are sections of text files in this folder and in any folders below it. Such a file has
    nothing else than cases:

        --- name kind ---
        // The behavior that the case guards.
        font: sans-serif 16
        measure: 200
        text: The text, to the end of the line.

    The kind is `shape` (glyphs), `layout` (lines and positions) or `render` (pixels); use the
    cheapest one that can catch the mistake. Names are unique. Instead of `text`, a case may have a
    `message`, `markdown` or `html`, or a rich message: `rich`, `rich-markdown` or `rich-html`.

    Approved glyphs and lines are in the file of the same name that ends in `.expected.txt`, and
    approved pictures are beside the file, under the name of the case. Commit them with the cases.

    ## Fonts

    A manifest named `fonts.json` in this folder, or the one given with `--fonts`, makes the results
    the same on every machine. Without one, the fonts of the system are used, and results differ
    between systems.

    ## Continuous integration

        galley corpus run --corpus . --junit corpus.xml

    The exit status is 0 if all cases are as expected, and 2 if some need review. `approve` is
    refused where `CI` is set.

    """

  private static let cases = #"""
    // Examples of each kind of case. Replace them with texts of your own.

    --- first-shape shape ---
    // Letters that form ligatures in many fonts keep their glyphs.
    font: sans-serif 16
    text: office

    --- first-layout layout ---
    // A text breaks between words at the measure.
    font: sans-serif 16
    measure: 160
    text: The quick brown fox jumps over the lazy dog.

    --- first-render render ---
    // Text in two directions and in two styles keeps its pixels.
    font: sans-serif 16
    measure: 180
    style: "bold" weight=700
    text: Plain and bold, שלום and hello.

    --- first-message layout ---
    // A quotation of a message has its own block.
    font: sans-serif 16
    measure: 200
    markdown: *Bold*, `code`\n>A quotation of a message

    --- first-rich layout ---
    // A rich message has a heading and a list.
    font: sans-serif 16
    measure: 240
    rich-markdown:
    | # Heading
    |
    | - one
    | - two

    """#
}
