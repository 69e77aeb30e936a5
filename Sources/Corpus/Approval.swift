internal import GalleySystem
internal import GalleyPixels

extension Corpus {
  /// The maximum size of an approved picture, in bytes; larger ones should be layout cases instead.
  package static let pictureLimit = 20 << 10

  /// Approves the outputs of cases as their expectations, and returns the written files, as paths
  /// below ``root``.
  ///
  /// Expectations of other cases in the same files are kept; those of removed cases are dropped.
  ///
  /// - Throws: `CorpusError` if a file cannot be written or a picture is too large.
  package func approve(
    _ outputs: [(subject: CorpusCase, output: CaseOutput)]
  ) throws(CorpusError) -> [String] {
    var texts: [String: String] = [:]
    var written: [String] = []
    for (subject, output) in outputs {
      switch output {
      case .text(let text): texts[subject.name] = text
      case .picture(let picture):
        try write(Self.png(picture, of: subject), to: subject.expectationPath)
        written.append(subject.expectationPath)
      }
    }
    let files = outputs.filter { texts[$0.subject.name] != nil }.map(\.subject.expectationPath)
    for file in Set(files).sorted() {
      let sections = cases.filter { $0.expectationPath == file }.compactMap { subject in
        (texts[subject.name] ?? expectedText(of: subject)).map { (name: subject.name, body: $0) }
      }
      try write(Array(SectionFile.text(sections).utf8), to: file)
      written.append(file)
    }
    return written
  }

  private static func png(
    _ picture: Bitmap, of subject: CorpusCase
  ) throws(CorpusError) -> [UInt8] {
    let data: [UInt8]
    do { data = try picture.pngData() } catch { throw .file("\(subject.name): \(error)") }
    guard data.count <= pictureLimit else {
      throw .file(
        "\(subject.name): the picture has \(data.count) bytes, and may have \(pictureLimit); "
          + "shorten the text or make it a layout case")
    }
    return data
  }

  /// Writes a file, as a path below ``root``, and the folders around it.
  func write(_ bytes: [UInt8], to file: String) throws(CorpusError) {
    do {
      let path = root + "/" + file
      if let directory = FileSystem.directory(of: path) {
        try FileSystem.makeDirectory(directory)
      }
      try FileSystem.write(bytes, to: path, isDurable: false)
    } catch {
      throw CorpusError(error)
    }
  }
}
