internal import GalleyCCairo
package import GalleyFreeType
internal import Glibc

/// A small bitmap drawn with paths and gradients.
///
/// Cairo keeps the first error while drawing, ignores all further drawing, and `finish` throws the
/// error.
@safe package struct Sketch: ~Copyable {
  private let surface: OpaquePointer
  private let context: OpaquePointer
  private let width: Int
  private let height: Int

  /// The maximum number of groups, each of which has as many pixels as the bitmap.
  private static let groupLimit = 12
  private var groups = 0

  /// Creates a transparent sketch of a size in pixels.
  ///
  /// - Throws: `CairoError` if memory runs out, Cairo is not installed, or a side exceeds 32,767
  ///   pixels.
  package init(width: Int, height: Int) throws(CairoError) {
    try Library.load()
    guard
      let surface = cairo.image_surface_create(
        CCAIRO_FORMAT_ARGB32, Int32(clamping: width), Int32(clamping: height)),
      let context = unsafe cairo.create(surface)
    else { throw CairoError(CCAIRO_STATUS_NO_MEMORY) }
    let status = unsafe cairo.status(context)
    guard status == CCAIRO_STATUS_SUCCESS else {
      // `deinit` does not run for a partially initialized value.
      unsafe cairo.destroy(context)
      unsafe cairo.surface_destroy(surface)
      throw CairoError(status)
    }
    unsafe self.surface = surface
    unsafe self.context = context
    self.width = width
    self.height = height
  }

  deinit {
    unsafe cairo.destroy(context)
    unsafe cairo.surface_destroy(surface)
  }

  /// Draws with an optional transform and an optional clip path.
  package mutating func within(
    _ change: Affine?, _ path: [PathElement]?, _ body: (inout Sketch) -> Void
  ) {
    unsafe cairo.save(context)
    if let change {
      var matrix = ccairo_matrix_t(
        xx: change.xx, yx: change.yx, xy: change.xy, yy: change.yy, x0: change.dx, y0: change.dy)
      unsafe cairo.transform(context, &matrix)
    }
    if let path { clip(to: path) }
    body(&self)
    unsafe cairo.restore(context)
  }

  private func clip(to path: [PathElement]) {
    unsafe trace(path, on: context)
    unsafe cairo.close_path(context)
    unsafe cairo.clip(context)
  }

  /// Composites the drawings of two closures, by a mode of COLR's `CompositeMode`.
  package mutating func composite(
    mode: Int, _ source: (inout Sketch) -> Void, over backdrop: (inout Sketch) -> Void
  ) {
    guard groups + 2 <= Self.groupLimit, let compositing = Self.operators[mode] else { return }
    groups += 2
    unsafe cairo.push_group(context)
    backdrop(&self)
    unsafe cairo.push_group(context)
    source(&self)
    unsafe cairo.pop_group_to_source(context)
    unsafe cairo.set_operator(context, compositing)
    unsafe cairo.paint(context)
    unsafe cairo.set_operator(context, CCAIRO_OPERATOR_OVER)
    unsafe cairo.pop_group_to_source(context)
    unsafe cairo.paint(context)
    groups -= 2
  }

  private static let operators: [Int: ccairo_operator_t] = [
    0: CCAIRO_OPERATOR_CLEAR, 1: CCAIRO_OPERATOR_SOURCE, 2: CCAIRO_OPERATOR_DEST,
    3: CCAIRO_OPERATOR_OVER, 4: CCAIRO_OPERATOR_DEST_OVER, 5: CCAIRO_OPERATOR_IN,
    6: CCAIRO_OPERATOR_DEST_IN, 7: CCAIRO_OPERATOR_OUT, 8: CCAIRO_OPERATOR_DEST_OUT,
    9: CCAIRO_OPERATOR_ATOP, 10: CCAIRO_OPERATOR_DEST_ATOP, 11: CCAIRO_OPERATOR_XOR,
    12: CCAIRO_OPERATOR_ADD, 13: CCAIRO_OPERATOR_SCREEN, 14: CCAIRO_OPERATOR_OVERLAY,
    15: CCAIRO_OPERATOR_DARKEN, 16: CCAIRO_OPERATOR_LIGHTEN, 17: CCAIRO_OPERATOR_COLOR_DODGE,
    18: CCAIRO_OPERATOR_COLOR_BURN, 19: CCAIRO_OPERATOR_HARD_LIGHT, 20: CCAIRO_OPERATOR_SOFT_LIGHT,
    21: CCAIRO_OPERATOR_DIFFERENCE, 22: CCAIRO_OPERATOR_EXCLUSION, 23: CCAIRO_OPERATOR_MULTIPLY,
    24: CCAIRO_OPERATOR_HSL_HUE, 25: CCAIRO_OPERATOR_HSL_SATURATION, 26: CCAIRO_OPERATOR_HSL_COLOR,
    27: CCAIRO_OPERATOR_HSL_LUMINOSITY,
  ]

  /// Fills the clip with a color.
  package mutating func fill(_ color: SketchColor) {
    unsafe cairo.set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
    unsafe cairo.paint(context)
  }

  /// Fills the clip with a linear gradient.
  package mutating func fillLinear(
    _ stops: [SketchStop], _ extend: ColorLine.Extend, from: SIMD2<Double>, to: SIMD2<Double>
  ) {
    guard let pattern = cairo.pattern_create_linear(from.x, from.y, to.x, to.y) else {
      return
    }
    unsafe fill(pattern, stops, extend)
  }

  /// Fills the clip with a radial gradient between two circles, given as centers and radii.
  package mutating func fillRadial(
    _ stops: [SketchStop], _ extend: ColorLine.Extend, from: SIMD3<Double>, to: SIMD3<Double>
  ) {
    let pattern = cairo.pattern_create_radial(
      from.x, from.y, max(0, from.z), to.x, to.y, max(0, to.z))
    guard let pattern = unsafe pattern else { return }
    unsafe fill(pattern, stops, extend)
  }

  private func fill(_ pattern: OpaquePointer, _ stops: [SketchStop], _ extend: ColorLine.Extend) {
    for stop in stops {
      unsafe cairo.pattern_add_color_stop_rgba(
        pattern, stop.offset, stop.color.red, stop.color.green, stop.color.blue, stop.color.alpha)
    }
    let extension_ =
      switch extend {
      case .pad: CCAIRO_EXTEND_PAD
      case .repeat: CCAIRO_EXTEND_REPEAT
      case .reflect: CCAIRO_EXTEND_REFLECT
      }
    unsafe cairo.pattern_set_extend(pattern, extension_)
    unsafe cairo.set_source(context, pattern)
    unsafe cairo.paint(context)
    unsafe cairo.pattern_destroy(pattern)
  }

  /// Fills the clip with sectors of a circle, without antialiasing.
  ///
  /// The sectors are first drawn on a separate image, because each drawing through a clip path
  /// costs as much as the whole path.
  ///
  /// - Parameters:
  ///   - colors: The colors of equally wide sectors, from the x axis toward the y axis.
  ///   - center: The circle's center.
  ///   - radius: The circle's radius.
  package mutating func fillSectors(
    _ colors: [SketchColor], center: SIMD2<Double>, radius: Double
  ) {
    func edge(_ index: Int) -> SIMD2<Double> {
      let turn = Double(index) * 2 / Double(colors.count) * .pi
      return center + radius * SIMD2(cos(turn), sin(turn))
    }
    unsafe cairo.push_group(context)
    unsafe cairo.reset_clip(context)
    unsafe cairo.set_antialias(context, CCAIRO_ANTIALIAS_NONE)
    for (index, color) in colors.enumerated() {
      unsafe cairo.set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
      let (start, end) = (edge(index), edge(index + 1))
      unsafe trace([.move(center), .line(start), .line(end)], on: context)
      unsafe cairo.fill(context)
    }
    unsafe cairo.pop_group_to_source(context)
    unsafe cairo.paint(context)
  }

  /// Returns the pixels as premultiplied BGRA, row by row from the top without padding.
  ///
  /// - Throws: `CairoError` if anything has failed since the sketch was created.
  package consuming func finish() throws(CairoError) -> [UInt8] {
    let status = unsafe cairo.status(context)
    guard status == CCAIRO_STATUS_SUCCESS else { throw CairoError(status) }
    unsafe cairo.surface_flush(surface)
    guard let data = unsafe cairo.image_surface_get_data(surface) else {
      throw CairoError(CCAIRO_STATUS_NO_MEMORY)
    }
    let stride = unsafe Int(cairo.image_surface_get_stride(surface))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 4)
    for y in 0..<height {
      let row = unsafe UnsafeBufferPointer(start: data + y * stride, count: width * 4)
      unsafe bytes.append(contentsOf: row)
    }
    return bytes
  }
}

/// A color that is not premultiplied, with channels from 0 to 1.
package struct SketchColor: Hashable, Sendable {
  package var red: Double
  package var green: Double
  package var blue: Double
  package var alpha: Double

  /// Creates a color from `0xAARRGGBB`, with its opacity multiplied by `alpha`.
  package init(argb: UInt32, alpha: Double = 1) {
    red = Double(argb >> 16 & 255) / 255
    green = Double(argb >> 8 & 255) / 255
    blue = Double(argb & 255) / 255
    self.alpha = Double(argb >> 24) / 255 * alpha
  }

  /// Returns the color interpolated toward another one.
  package func mixed(with other: SketchColor, _ share: Double) -> SketchColor {
    func mix(_ from: Double, _ to: Double) -> Double { from + (to - from) * share }
    var color = self
    color.red = mix(red, other.red)
    color.green = mix(green, other.green)
    color.blue = mix(blue, other.blue)
    color.alpha = mix(alpha, other.alpha)
    return color
  }
}

/// A color stop of a gradient, at an offset from 0 to 1.
package struct SketchStop: Hashable, Sendable {
  package var offset: Double
  package var color: SketchColor

  /// Creates a stop.
  package init(offset: Double, color: SketchColor) {
    self.offset = offset
    self.color = color
  }
}
