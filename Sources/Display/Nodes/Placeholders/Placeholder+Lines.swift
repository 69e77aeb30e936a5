public import GalleyGeometry
internal import GalleyImages
internal import GalleyLayers
internal import GalleyPixels

extension Placeholder {
  /// Bars in place of text lines, with a repeating shimmer.
  public struct Lines: Hashable, Sendable {
    /// The color of the bars.
    public var color: Color
    /// The color of the shimmer; `nil` for none.
    public var shimmer: Color?
    /// The height of a bar, in points.
    public var thickness: Double
    /// The distance between the tops of consecutive bars, in points.
    public var pitch: Double
    /// The length of the last bar as a fraction of the full length, 0...1.
    public var lastLength = 0.6
    /// The insets of the bars from the node's edges, in points.
    public var insets = Insets()
    /// The time that the shimmer takes from one side to the other, in seconds.
    public var period = 1.2

    /// Creates bars.
    ///
    /// - Parameters:
    ///   - color: The color of the bars.
    ///   - shimmer: The color of the shimmer; `nil` for none.
    ///   - thickness: The height of a bar, in points.
    ///   - pitch: The distance between the tops of consecutive bars, in points.
    public init(
      color: Color = Color(argb: 0x2080_8080), shimmer: Color? = Color(argb: 0x60FF_FFFF),
      thickness: Double = 10, pitch: Double = 20
    ) {
      self.color = color
      self.shimmer = shimmer
      self.thickness = thickness
      self.pitch = pitch
    }

    /// The maximum number of bars, whatever the size.
    static let limit = 100

    /// Returns the frames of the bars in a node of a size, in points from its top left corner.
    ///
    /// Only whole bars are returned, and the last of several is shorter.
    func bars(in size: Size) -> [Rect] {
      let width = size.width - insets.left - insets.right
      let height = size.height - insets.top - insets.bottom
      guard thickness > 0, thickness.isFinite, pitch > 0, width > 0, height >= thickness else {
        return []
      }
      let step = max(pitch, thickness)
      let count = Int(min((height - thickness) / step + 1, Double(Self.limit)))
      return (0..<count).map { index in
        let isLast = index == count - 1 && count > 1
        let share = lastLength.isNaN ? 1 : min(max(lastLength, 0), 1)
        return Rect(
          x: insets.left, y: insets.top + Double(index) * step,
          width: isLast ? width * share : width, height: thickness)
      }
    }

    /// Creates the layers of the bars.
    @MainActor func layers(in size: Size, scale: Double) -> [Layer] {
      let bars = bars(in: size)
      let width = bars.map(\.size.width).max() ?? 0
      let light = shimmer.flatMap { Self.light($0, scale: scale) }
      return bars.map { bar in
        let layer = Layer(frame: bar)
        layer.backgroundColor = color
        layer.cornerRadii = CornerRadii(thickness / 2)
        guard let light else { return layer }
        layer.masksToBounds = true
        layer.addSublayer(makeLight(light, over: width, scale: scale))
        return layer
      }
    }

    /// Creates the shimmer of a bar.
    ///
    /// The shimmers of all bars of a node move in step.
    @MainActor private func makeLight(_ image: Bitmap, over width: Double, scale: Double) -> Layer {
      let light = Layer(
        frame: Rect(x: -Self.lightWidth, y: 0, width: Self.lightWidth, height: thickness))
      light.contents = image
      light.contentsScale = scale
      light.isOpaque = false
      let reach = Self.lightWidth / 2
      var animation = LayerAnimation(
        .position(
          from: Point(x: -reach, y: thickness / 2), to: Point(x: width + reach, y: thickness / 2)),
        duration: period, curve: .linear)
      animation.repeatCount = .infinity
      light.add(animation, forKey: Self.shimmerKey)
      return light
    }

    /// The width of the shimmer, in points.
    static let lightWidth = 80.0
    /// The key of the shimmer animation.
    static let shimmerKey = "placeholder.shimmer"

    /// Returns a row of pixels that fades from transparent to a color and back.
    private static func light(_ color: Color, scale: Double) -> Bitmap? {
      let rect = Rect(x: 0, y: 0, width: lightWidth, height: 1 / scale)
      guard var context = try? DrawingContext(size: rect.size, scale: scale) else { return nil }
      let clear = Color(red: color.red, green: color.green, blue: color.blue, alpha: 0)
      let gradient = LinearGradient(
        from: .zero, to: Point(x: lightWidth, y: 0), colors: [clear, color, clear])
      guard (try? context.fill(rect, with: gradient)) != nil else { return nil }
      return context.image()
    }
  }
}
