internal import GalleyCFontconfig

/// A fontconfig pattern: properties of a requested or found font.
@safe struct Pattern: ~Copyable {
  let handle: OpaquePointer?

  /// Creates an empty pattern.
  init() { unsafe handle = fontconfig.FcPatternCreate() }

  /// Creates a pattern that takes ownership of a handle.
  init(owning handle: OpaquePointer) { unsafe self.handle = handle }

  /// Creates a pattern that shares a handle.
  init(sharing handle: OpaquePointer) {
    unsafe fontconfig.FcPatternReference(handle)
    unsafe self.handle = handle
  }

  deinit {
    if let handle = unsafe handle { unsafe fontconfig.FcPatternDestroy(handle) }
  }

  /// Creates a pattern for a query.
  init(_ query: FontQuery) {
    self.init()
    for family in query.families { add(CFC_FAMILY, family) }
    if let language = query.language { add(CFC_LANG, language) }
    _ = unsafe fontconfig.FcPatternAddDouble(
      handle, CFC_WEIGHT, fontconfig.FcWeightFromOpenTypeDouble(query.weight))
    _ = unsafe fontconfig.FcPatternAddDouble(handle, CFC_WIDTH, query.width)
    _ = unsafe fontconfig.FcPatternAddInteger(handle, CFC_SLANT, query.slant.rawValue)
    _ = unsafe fontconfig.FcPatternAddBool(handle, CFC_SCALABLE, CFcBool(CFcTrue))
  }

  /// Adds the substitutions of the configuration and the defaults.
  func substitute(in configuration: OpaquePointer?) {
    _ = unsafe fontconfig.FcConfigSubstitute(configuration, handle, CFcMatchPattern)
    unsafe fontconfig.FcDefaultSubstitute(handle)
  }

  /// Adds a value of a property.
  func add(_ property: String, _ value: String) {
    let bytes = Array(value.utf8) + [0]
    _ = unsafe fontconfig.FcPatternAddString(handle, property, bytes)
  }

  /// Returns all values of a property.
  func strings(_ property: String) -> [String] {
    var strings: [String] = []
    var value: UnsafeMutablePointer<CFcChar8>?
    while unsafe fontconfig.FcPatternGetString(handle, property, Int32(strings.count), &value)
      == CFcResultMatch, let bytes = unsafe value
    {
      unsafe strings.append(String(cString: bytes))
    }
    return strings
  }

  /// Returns the first value of a property.
  func integer(_ property: String) -> Int? {
    var value: Int32 = 0
    let result = unsafe fontconfig.FcPatternGetInteger(handle, property, 0, &value)
    return result == CFcResultMatch ? Int(value) : nil
  }

  /// Returns the first value of a property, or `false` if there is none.
  func flag(_ property: String) -> Bool {
    var value: CFcBool = 0
    let result = unsafe fontconfig.FcPatternGetBool(handle, property, 0, &value)
    return result == CFcResultMatch && value != 0
  }

  /// Returns the first value of a property, which may be a number or a range.
  func range(_ property: String) -> ClosedRange<Double>? {
    var range: OpaquePointer?
    var lower = 0.0
    var upper = 0.0
    if unsafe fontconfig.FcPatternGetRange(handle, property, 0, &range) == CFcResultMatch,
      let range = unsafe range, unsafe fontconfig.FcRangeGetDouble(range, &lower, &upper) != 0,
      lower <= upper
    {
      return lower...upper
    }
    let result = unsafe fontconfig.FcPatternGetDouble(handle, property, 0, &lower)
    return result == CFcResultMatch ? lower...lower : nil
  }
}
