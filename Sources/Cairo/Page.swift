internal import GalleyCCairo
internal import Synchronization

/// The Cairo objects of one page, destroyed with their owner.
@safe struct Page: ~Copyable {
  let surface: OpaquePointer
  let context: OpaquePointer
  /// The output.
  ///
  /// Cairo holds its address, so it is kept until `deinit` has finished.
  let sink: Sink

  init(
    _ format: Document.Format, width: Double, height: Double, output: (([UInt8]) -> Void)?
  ) throws(CairoError) {
    try Library.load()
    let sink = Sink(output)
    self.sink = sink
    let closure = unsafe Unmanaged.passUnretained(sink).toOpaque()
    let write: ccairo_write_func_t = { closure, data, count in
      guard let closure = unsafe closure, let data = unsafe data else {
        return CCAIRO_STATUS_WRITE_ERROR
      }
      let sink = unsafe Unmanaged<Sink>.fromOpaque(closure).takeUnretainedValue()
      unsafe sink.append(UnsafeBufferPointer(start: data, count: Int(count)))
      return CCAIRO_STATUS_SUCCESS
    }
    let surface =
      switch format {
      case .svg: unsafe cairo.svg_surface_create_for_stream(write, closure, width, height)
      case .pdf: unsafe cairo.pdf_surface_create_for_stream(write, closure, width, height)
      }
    guard let surface = unsafe surface, let context = unsafe cairo.create(surface) else {
      preconditionFailure("Cairo returned no object")
    }
    unsafe self.surface = surface
    unsafe self.context = context
    let options = cairo.font_options_create()
    unsafe cairo.font_options_set_hint_style(options, CCAIRO_HINT_STYLE_NONE)
    unsafe cairo.font_options_set_hint_metrics(options, CCAIRO_HINT_METRICS_OFF)
    unsafe cairo.set_font_options(context, options)
    unsafe cairo.font_options_destroy(options)
  }

  deinit {
    unsafe cairo.destroy(context)
    // Otherwise the end of the file would be written with the last reference, which Cairo may hold.
    unsafe cairo.surface_finish(surface)
    unsafe cairo.surface_destroy(surface)
  }

  /// Throws the error of the drawing so far, if any.
  func check() throws(CairoError) {
    for status in unsafe [cairo.surface_status(surface), cairo.status(context)]
    where status != CCAIRO_STATUS_SUCCESS {
      throw failure(status)
    }
  }

  /// Returns the error for a status.
  private func failure(_ status: ccairo_status_t) -> CairoError {
    if status == CCAIRO_STATUS_NO_MEMORY {
      Library.hasRunOutOfMemory.store(true, ordering: .relaxed)
    }
    return CairoError(status)
  }

  /// Writes the end of the file.
  func finish() throws(CairoError) {
    try check()
    unsafe cairo.surface_finish(surface)
    let status = unsafe cairo.surface_status(surface)
    guard status == CCAIRO_STATUS_SUCCESS else { throw failure(status) }
  }
}

/// The output of a page.
final class Sink {
  private static let pieceSize = 1 << 16

  /// The bytes that were not passed on.
  private(set) var bytes: [UInt8] = []
  private let output: (([UInt8]) -> Void)?

  /// Creates an output that passes pieces on to a function, or that keeps them.
  init(_ output: (([UInt8]) -> Void)?) { self.output = output }

  func append(_ piece: UnsafeBufferPointer<UInt8>) {
    unsafe bytes.append(contentsOf: piece)
    if bytes.count >= Self.pieceSize { flush() }
  }

  /// Passes the bytes on, if there is a function that takes them.
  func flush() {
    guard let output else { return }
    output(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}

/// Returns an SVG file with its objects renumbered from the first.
///
/// Cairo numbers surfaces per process, so two equal files would have different names in them.
func renumbered(_ svg: [UInt8]) -> [UInt8] {
  var result: [UInt8] = []
  result.reserveCapacity(svg.count)
  var numbers: [ArraySlice<UInt8>: Int] = [:]
  var index = 0
  while index < svg.count {
    let byte = svg[index]
    result.append(byte)
    index += 1
    // Names follow id=", href="# and url(#; embedded base64 data contain neither character.
    guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#") else { continue }
    for prefix in ["surface", "image"] where svg[index...].starts(with: prefix.utf8) {
      let start = index + prefix.utf8.count
      let end = svg[start...].firstIndex { !(0x30...0x39).contains($0) } ?? svg.count
      guard end > start else { continue }
      let number = numbers[svg[index..<end], default: numbers.count]
      numbers[svg[index..<end]] = number
      result.append(contentsOf: Array("\(prefix)\(number)".utf8))
      index = end
    }
  }
  return result
}
