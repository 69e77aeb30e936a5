internal import GalleyFiles
internal import GalleyPixels

extension Corpus {
  /// The largest picture that may be approved, in bytes; large ones are better told as layouts.
  package static let pictureLimit = 20 << 10

  /// Makes what some cases give now what is expected of them.
  ///
  /// Texts of other cases in the same files stay as they are; those of cases that are no more are
  /// dropped.
  ///
  /// - Parameter outputs: What cases give. The names are those of the cases.
  /// - Returns: The files written, as paths below ``root``.
  /// - Throws: `CorpusError`, if a file cannot be written or a picture is too large.
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

  private func write(_ bytes: [UInt8], to file: String) throws(CorpusError) {
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
