public import GalleyGeometry
internal import GalleyPixels

/// A linear gradient.
public struct LinearGradient: Hashable, Sendable {
  /// A color stop.
  public struct Stop: Hashable, Sendable {
    /// The position, from 0 at the start to 1 at the end.
    public var place: Double
    /// The color at the position.
    public var color: Color

    /// Creates a stop.
    public init(_ place: Double, _ color: Color) {
      self.place = place
      self.color = color
    }
  }

  /// The start of the line, in points; the first color extends before it.
  public var start: Point
  /// The end of the line, in points; the last color extends after it.
  public var end: Point
  /// The color stops, by ascending position.
  public var stops: [Stop]

  /// Creates a gradient.
  public init(from start: Point, to end: Point, stops: [Stop]) {
    self.start = start
    self.end = end
    self.stops = stops
  }

  /// Creates a gradient of evenly spaced colors.
  public init(from start: Point, to end: Point, colors: [Color]) {
    let last = Double(max(1, colors.count - 1))
    self.init(from: start, to: end, stops: colors.enumerated().map { Stop(Double($0) / last, $1) })
  }

  /// Evenly spaced premultiplied colors, which do not turn gray when they fade out; `nil` if the
  /// gradient has no stops or its line is not finite.
  var table: [PremultipliedPixel]? {
    guard let first = stops.first, [start.x, start.y, end.x, end.y].allSatisfy(\.isFinite) else {
      return nil
    }
    let pixels = stops.map { PremultipliedPixel($0.color).argb }
    let steps = 1_024
    var next = 0
    return (0...steps).map { step in
      let place = Double(step) / Double(steps)
      while next < stops.count, !(stops[next].place > place) { next += 1 }
      guard next > 0 else { return PremultipliedPixel(first.color) }
      guard next < stops.count else { return PremultipliedPixel(argb: pixels[stops.count - 1]) }
      let (low, high) = (stops[next - 1].place, stops[next].place)
      let share = high > low && low.isFinite ? (place - low) / (high - low) : 1
      return PremultipliedPixel(argb: mixed(pixels[next - 1], pixels[next], share))
    }
  }

  private func mixed(_ first: UInt32, _ second: UInt32, _ share: Double) -> UInt32 {
    [0, 8, 16, 24].reduce(0) { sum, shift in
      let (low, high) = (Double(first >> shift & 255), Double(second >> shift & 255))
      return sum | UInt32(max(0, min(255, low + (high - low) * share + 0.5))) << shift
    }
  }
}
