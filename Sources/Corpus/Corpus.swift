internal import GalleySystem

/// The cases of a directory, with their expectations.
///
/// Cases are sections of the text files in the directory and its folders. Expectations are stored
/// beside them: texts in a file that ends in `.expected.txt`, pictures under the names of their
/// cases. Hidden folders are not read.
package struct Corpus: Sendable {
  /// The path of the directory.
  package let root: String
  /// The cases, sorted by file and position.
  package let cases: [CorpusCase]
  /// The expected texts by case name.
  private let texts: [String: String]
  /// The expectations without a case: their names and locations.
  package let danglingExpectations: [String: String]

  /// Reads the corpus in the directory `root`.
  package init(root: String) throws(CorpusError) {
    self.root = root
    var cases: [CorpusCase] = []
    var texts: [String: (body: String, file: String)] = [:]
    var pictures: [String] = []
    for file in try Self.files(below: "", in: root) {
      if file.hasSuffix(".expected.txt") {
        for section in try SectionFile(Self.text(of: root + "/" + file), path: file).sections {
          texts[section.name] = (section.body.joined(separator: "\n"), file)
        }
      } else if file.hasSuffix(".txt") {
        cases += try CaseFile.cases(of: Self.text(of: root + "/" + file), file: file)
      } else if file.hasSuffix(".png") {
        pictures.append(file)
      }
    }
    self.cases = cases
    self.texts = texts.mapValues(\.body)
    let known = Set(try Self.index(cases).values.map { "\($0.expectationPath) \($0.name)" })
    var dangling = texts.filter { name, text in !known.contains("\(text.file) \(name)") }
      .mapValues(\.file)
    let folders = Set(cases.map { Self.folder(of: $0.file) })
    for picture in pictures {
      let folder = Self.folder(of: picture)
      guard folders.contains(folder) || Self.folders.contains(folder) else { continue }
      let name = picture.split(separator: "/").last.map { String($0.dropLast(4)) } ?? picture
      if !known.contains("\(picture) \(name)") { dangling[name] = picture }
    }
    danglingExpectations = dangling
  }

  /// Returns the case with a name.
  package func caseNamed(_ name: String) throws(CorpusError) -> CorpusCase {
    guard let found = cases.first(where: { $0.name == name }) else { throw .unknownCase(name) }
    return found
  }

  /// Returns the cases whose name or file contains `pattern`, or all cases if it is empty.
  package func cases(matching pattern: String?) -> [CorpusCase] {
    guard let pattern, !pattern.isEmpty else { return cases }
    return cases.filter { $0.name.contains(pattern) || $0.file.contains(pattern) }
  }

  /// Returns the expected text of a case, or `nil` if none has been approved.
  package func expectedText(of subject: CorpusCase) -> String? {
    texts[subject.name]
  }

  /// Returns the expected picture of a case as PNG data, or `nil` if none has been approved.
  package func expectedPicture(of subject: CorpusCase) -> [UInt8]? {
    try? FileSystem.bytes(of: root + "/" + subject.expectationPath)
  }

  private static func index(_ cases: [CorpusCase]) throws(CorpusError) -> [String: CorpusCase] {
    var known: [String: CorpusCase] = [:]
    for subject in cases {
      let place = "\(subject.file):\(subject.line)"
      if let other = known.updateValue(subject, forKey: subject.name) {
        throw .duplicate(name: subject.name, first: "\(other.file):\(other.line)", second: place)
      }
    }
    return known
  }

  /// The folders in which a picture is an expectation even if no case is left; in others, pictures
  /// may be something else.
  private static let folders: Set = ["shape", "layout", "render", "message", "rich"]

  /// Returns the folder of a file, as a path below the corpus's directory; empty for the directory
  /// itself.
  static func folder(of file: String) -> String { FileSystem.directory(of: file) ?? "" }

  /// Returns the files below a directory in a fixed order, as paths below `root`.
  ///
  /// Links to one of the directories around them, and to nothing, are left out.
  private static func files(
    below directory: String, in root: String, within parents: [FileStatus] = []
  ) throws(CorpusError) -> [String] {
    let path = directory.isEmpty ? root : root + "/" + directory
    guard let status = try? FileStatus(path: path), status.kind == .directory else {
      if directory.isEmpty { throw .file("\(root): no corpus in this directory") }
      return []
    }
    guard !parents.contains(where: { $0.isSameFile(as: status) }) else { return [] }
    var result: [String] = []
    do {
      for name in try FileSystem.names(in: path) {
        let file = directory.isEmpty ? name : directory + "/" + name
        let kind: FileStatus.Kind
        do { kind = try FileStatus(path: root + "/" + file).kind } catch {
          guard error.isMissing else { throw error }
          continue
        }
        if kind != .directory { result.append(file) }
        if kind == .directory {
          result += try files(below: file, in: root, within: parents + [status])
        }
      }
    } catch let error as FileError {
      throw CorpusError(error)
    } catch let error as CorpusError {
      throw error
    } catch {
      throw .file("\(path): \(error)")
    }
    return result
  }

  static func text(of path: String) throws(CorpusError) -> String {
    let bytes: [UInt8]
    do { bytes = try FileSystem.bytes(of: path) } catch { throw CorpusError(error) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .file("\(path): not valid UTF-8")
    }
    return text
  }
}
