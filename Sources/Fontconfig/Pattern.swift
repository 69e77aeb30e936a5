internal import GalleyCFontconfig

/// A fontconfig pattern: properties of a requested or found font.
@safe struct Pattern: ~Copyable {
  let handle: OpaquePointer?

  /// Creates an empty pattern.
  init() { unsafe handle = FcPatternCreate() }

  /// Creates a pattern that takes ownership of a handle.
  init(owning handle: OpaquePointer) { unsafe self.handle = handle }

  /// Creates a pattern that shares a handle.
  init(sharing handle: OpaquePointer) {
    unsafe FcPatternReference(handle)
    unsafe self.handle = handle
  }

  deinit {
    if let handle = unsafe handle { unsafe FcPatternDestroy(handle) }
  }

  /// Creates a pattern for a query.
  init(_ query: FontQuery) {
    self.init()
    for family in query.families { add(FC_FAMILY, family) }
    if let language = query.language { add(FC_LANG, language) }
    unsafe FcPatternAddDouble(handle, FC_WEIGHT, FcWeightFromOpenTypeDouble(query.weight))
    unsafe FcPatternAddDouble(handle, FC_WIDTH, query.width)
    unsafe FcPatternAddInteger(handle, FC_SLANT, query.slant.rawValue)
    unsafe FcPatternAddBool(handle, FC_SCALABLE, FcTrue)
  }

  /// Adds the substitutions of the configuration and the defaults.
  func substitute(in configuration: OpaquePointer?) {
    unsafe FcConfigSubstitute(configuration, handle, FcMatchPattern)
    unsafe FcDefaultSubstitute(handle)
  }

  /// Adds a value of a property.
  func add(_ property: String, _ value: String) {
    let bytes = Array(value.utf8) + [0]
    unsafe FcPatternAddString(handle, property, bytes)
  }

  /// Returns all values of a property.
  func strings(_ property: String) -> [String] {
    var strings: [String] = []
    var value: UnsafeMutablePointer<FcChar8>?
    while unsafe FcPatternGetString(handle, property, Int32(strings.count), &value)
      == FcResultMatch, let bytes = unsafe value
    {
      unsafe strings.append(String(cString: bytes))
    }
    return strings
  }

  /// Returns the first value of a property.
  func integer(_ property: String) -> Int? {
    var value: Int32 = 0
    let result = unsafe FcPatternGetInteger(handle, property, 0, &value)
    return result == FcResultMatch ? Int(value) : nil
  }

  /// Returns the first value of a property, or `false` if there is none.
  func flag(_ property: String) -> Bool {
    var value: FcBool = 0
    let result = unsafe FcPatternGetBool(handle, property, 0, &value)
    return result == FcResultMatch && value != 0
  }

  /// Returns the first value of a property, which may be a number or a range.
  func range(_ property: String) -> ClosedRange<Double>? {
    var range: OpaquePointer?
    var lower = 0.0
    var upper = 0.0
    if unsafe FcPatternGetRange(handle, property, 0, &range) == FcResultMatch,
      let range = unsafe range, unsafe FcRangeGetDouble(range, &lower, &upper) != 0, lower <= upper
    {
      return lower...upper
    }
    let result = unsafe FcPatternGetDouble(handle, property, 0, &lower)
    return result == FcResultMatch ? lower...lower : nil
  }
}
