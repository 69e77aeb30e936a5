import GalleyGeometry
import GalleyLayers
import GalleyPixels

/// A delegate that logs its calls.
@MainActor final class RecordingDelegate: LayerDelegate {
  private(set) var log: [String] = []
  var names: [Layer.ID: String] = [:]
  var onLayout: ((Layer) -> Void)?
  var onDisplay: ((Layer) -> Void)?

  func display(_ layer: Layer, asynchronously: Bool) {
    log.append("display \(name(layer))\(asynchronously ? "" : " now")")
    onDisplay?(layer)
  }

  func layoutSublayers(of layer: Layer) {
    log.append("layout \(name(layer))")
    onLayout?(layer)
  }

  func layerDidChangeHost(_ layer: Layer, from oldHost: LayerHost?) {
    log.append("\(name(layer)) \(layer.host == nil ? "left" : "entered")")
  }

  func layerDidChangeScale(_ layer: Layer) { log.append("\(name(layer)) rescaled") }

  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  func layer(_ name: String, frame: Rect = .zero) -> Layer {
    let layer = Layer(frame: frame)
    names[layer.id] = name
    layer.delegate = self
    return layer
  }

  private func name(_ layer: Layer) -> String { names[layer.id] ?? "?" }
}

/// Returns a bitmap of one color.
func bitmap(_ width: Int, _ height: Int, _ color: Color) throws -> Bitmap {
  try Bitmap(width: width, height: height, color: color)
}

extension Color {
  static let red = Color(argb: 0xFFFF_0000)
  static let green = Color(argb: 0xFF00_FF00)
  static let blue = Color(argb: 0xFF00_00FF)
}

extension Rect {
  init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    self.init(x: x, y: y, width: width, height: height)
  }
}
