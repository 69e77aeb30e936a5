internal import GalleyJSON

extension RichJSONReader {
  /// Reads a media block, incoming or outgoing.
  mutating func media(
    _ kind: RichBlock.Media.Kind, _ block: JSONValue
  ) throws(Failure) -> RichBlock.Media {
    try count { counter throws(LimitExceeded) in try counter.chargeMedia() }
    let value = try needed(kind.rawValue, of: block)
    var media = try at(kind.rawValue) { reader throws(Failure) in
      try reader.files(kind, value)
    }
    if try flag("has_spoiler", of: block) { media.hasSpoiler = true }
    media.caption = try optional("caption", of: block) { reader, value throws(Failure) in
      try reader.caption(value)
    }
    return media
  }

  /// Reads media of a message's `media` list: an `InputMedia` object, whose caption is ignored.
  mutating func inputMedia(_ value: JSONValue) throws(Failure) -> RichBlock.Media {
    try checkObject(value)
    let kind: RichBlock.Media.Kind? = try named("type", of: value)
    guard let kind else { throw .missing(path: pathText(of: "type")) }
    return try files(kind, value)
  }

  private func files(
    _ kind: RichBlock.Media.Kind, _ value: JSONValue
  ) throws(Failure) -> RichBlock.Media {
    if kind == .photo, case .array(let sizes) = value {
      guard !sizes.isEmpty else { throw invalid("empty", rule: "an array of sizes") }
      var reader = self
      var files: [RichBlock.Media.File] = []
      for (index, size) in sizes.enumerated() {
        files.append(
          try reader.at(index) { reader throws(Failure) in try reader.file(size) })
      }
      return RichBlock.Media(kind, files: files)
    }
    guard case .object = value else {
      throw wrongType(kind == .photo ? "an array or an object" : "an object", value)
    }
    if let address = try string("media", of: value) {
      var media = RichBlock.Media(
        kind, address: address, hasSpoiler: try flag("has_spoiler", of: value))
      let file = try details(of: value, id: "")
      if file != RichBlock.Media.File(id: "") { media.files = [file] }
      return media
    }
    guard kind != .photo else { throw .missing(path: pathText(of: "media")) }
    var media = RichBlock.Media(kind, files: [try file(value)])
    if let thumbnail = member("thumbnail", of: value), case .object = thumbnail {
      var reader = self
      media.thumbnail = try reader.at("thumbnail") { reader throws(Failure) in
        try reader.file(thumbnail)
      }
    }
    return media
  }

  private func file(_ value: JSONValue) throws(Failure) -> RichBlock.Media.File {
    try checkObject(value)
    return try details(of: value, id: identifier("file_id", of: value))
  }

  private func details(
    of value: JSONValue, id: String
  ) throws(Failure) -> RichBlock.Media.File {
    var file = RichBlock.Media.File(id: id)
    file.uniqueID = try string("file_unique_id", of: value)
    file.width = try size("width", of: value)
    file.height = try size("height", of: value)
    file.duration = try size("duration", of: value)
    file.byteCount = try size("file_size", of: value)
    file.name = try string("file_name", of: value)
    file.mimeType = try string("mime_type", of: value)
    file.title = try string("title", of: value)
    file.performer = try string("performer", of: value)
    return file
  }

  /// Returns a number that is not negative, or `nil` if it is missing.
  private func size(_ name: String, of value: JSONValue) throws(Failure) -> Int? {
    guard let size = try integer(name, of: value) else { return nil }
    guard size >= 0 else { throw invalid(String(size), rule: "0 or more", name) }
    return size
  }

  /// Reads a caption: an object, or a text.
  mutating func caption(_ value: JSONValue) throws(Failure) -> RichBlock.Caption {
    guard case .object = value, value["type"] == nil else {
      return RichBlock.Caption(try text(value))
    }
    let text = try optionalText("text", of: value) ?? .empty
    return RichBlock.Caption(text, credit: try optionalText("credit", of: value))
  }

  /// Reads a map.
  mutating func map(_ value: JSONValue) throws(Failure) -> RichBlock.Map {
    let location = try needed("location", of: value)
    var map = try at("location") { reader throws(Failure) in
      try reader.checkObject(location)
      return RichBlock.Map(
        latitude: try reader.degrees("latitude", of: location, limit: 90),
        longitude: try reader.degrees("longitude", of: location, limit: 180))
    }
    map.zoom = try integer("zoom", of: value)
    map.width = try integer("width", of: value)
    map.height = try integer("height", of: value)
    if let problem = map.problem {
      throw invalid(problem.value, rule: problem.rule, problem.field)
    }
    map.caption = try optional("caption", of: value) { reader, value throws(Failure) in
      try reader.caption(value)
    }
    return map
  }

  private func degrees(
    _ name: String, of value: JSONValue, limit: Double
  ) throws(Failure) -> Double {
    guard let number = try number(name, of: value) else {
      throw .missing(path: pathText(of: name))
    }
    guard number.magnitude <= limit else {
      throw invalid("out of range", rule: "from -\(Int(limit)) to \(Int(limit))", name)
    }
    return number
  }
}

extension RichBlock.Map {
  /// A field out of range.
  struct Problem {
    let field: String
    let value: String
    let rule: String
  }

  /// The first field out of range, or `nil` if the map is valid.
  var problem: Problem? {
    if let zoom, !Self.zooms.contains(zoom) {
      return Problem(field: "zoom", value: String(zoom), rule: "from 0 to 30")
    }
    for (field, size) in [("width", width), ("height", height)] {
      if let size, !(0...Self.sizeLimit).contains(size) {
        return Problem(field: field, value: String(size), rule: "from 0 to \(Self.sizeLimit)")
      }
    }
    guard let width, let height, width + height > 0 else { return nil }
    if width + height > Self.sizeLimit {
      return Problem(
        field: "width", value: String(width),
        rule: "at most \(Self.sizeLimit) together with the height")
    }
    if max(width, height) > Self.ratioLimit * min(width, height) {
      return Problem(
        field: "width", value: String(width),
        rule: "at most \(Self.ratioLimit) times the height, and the reverse")
    }
    return nil
  }
}
