import GalleyBasics
import GalleyJSON
import GalleyQuotes

/// The fields of a request: those of its query and of its body, merged.
///
/// A body is JSON, a form or a form with files; a field of the body overrides one of the query.
struct RequestFields: Sendable {
  /// An object; an array if that is the whole body.
  let value: JSONValue
  /// The files of the body.
  ///
  /// The field with the name of a file is its address, `attach://` and the name.
  private(set) var files: [MultipartBody.File] = []

  /// The parts of a request that have fields.
  struct Input: Sendable {
    /// The part of the address after the question mark.
    var query: String?
    var body: [UInt8]
    /// The media type of the body; anything but a form is read as JSON, and so is a body that
    /// begins with a brace or a bracket.
    var type: String?
  }

  /// Reads the fields.
  ///
  /// - Throws: `ServeError.invalidBody`.
  init(_ input: Input) throws(ServeError) {
    let query = try FormFields(Array((input.query ?? "").utf8)).members
    if let boundary = MultipartBody.boundary(ofType: input.type) {
      let body: MultipartBody
      do throws(MultipartBody.Invalid) {
        body = try MultipartBody(input.body, boundary: boundary)
      } catch { throw .invalidBody(error.description) }
      files = body.files
      let addresses = files.map { MultipartBody.Field(name: $0.name, value: $0.address) }
      value = .object(Self.merged(query, try FormFields(body.fields + addresses).members))
      return
    }
    let body = input.body
    // Programs such as curl call every body a form.
    let start = body.first { $0 > 0x20 }
    let isJSON = start == UInt8(ascii: "{") || start == UInt8(ascii: "[")
    let isForm =
      !isJSON && input.type?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true
    do { _ = try UTF8Span(validating: body.span) } catch {
      throw .invalidBody("not valid UTF-8 (byte \(error.byteOffsets.lowerBound))")
    }
    var members = query
    if isForm {
      members = Self.merged(members, try FormFields(body).members)
    } else if start != nil {
      let json: JSONValue
      do throws(JSONError) {
        json = try JSONParser.value(ofUTF8: body, deepest: Limits.Server.jsonDepth)
      } catch { throw .invalidBody(error.description) }
      switch json {
      case .object(let inner): members = Self.merged(members, inner)
      case .array:
        value = json
        return
      default: throw .invalidBody("expected an object, but found \(json.summary)")
      }
    }
    value = .object(members)
  }

  private static func merged(
    _ first: [JSONValue.Member], _ last: [JSONValue.Member]
  ) -> [JSONValue.Member] {
    let names = Set(last.map(\.name))
    return first.filter { !names.contains($0.name) } + last
  }
}

extension MultipartBody.File {
  /// The address by which fields refer to the file.
  var address: String { "attach://" + name }
}
