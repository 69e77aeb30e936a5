import GalleyGeometry
import GalleyLayers
import GalleyPixels
import TestSupport

/// A randomly changing tree of layers.
@MainActor final class RandomTree {
  let host: LayerHost
  private(set) var layers: [Layer] = []
  private var random: SplitMix64
  private let pictures: [Bitmap]

  init(seed: UInt64, scale: Double) throws {
    random = SplitMix64(seed: seed)
    host = LayerHost(size: Size(width: 60, height: 48), scale: scale, backgroundColor: .white)
    var pictures: [Bitmap] = []
    for (width, height) in [(8, 8), (20, 9), (31, 40)] {
      var picture = try Bitmap(width: width, height: height)
      for y in 0..<height {
        for x in 0..<width {
          picture.fill(
            PixelRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1),
            with: Color(argb: UInt32(truncatingIfNeeded: random.next()) | 0x3000_0000))
        }
      }
      pictures.append(picture)
    }
    self.pictures = pictures
    for _ in 0..<12 { addLayer() }
  }

  /// Makes some random changes.
  func change() {
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: addLayer()
      case 1: if layers.count > 6 { pick().removeFromSuperlayer() }
      case 2: (pick().superlayer ?? host.root).addSublayer(pick())
      case 3: pick().zPosition = Double.random(in: -1...1, using: &random)
      case 4:
        let layer = pick()
        layer.superlayer?.insertSublayer(layer, at: 0)
      case 5:
        let (layer, animation) = (pick(), animation())
        layer.add(animation, forKey: "random")
      default: restyle(pick())
      }
    }
  }

  private func addLayer() {
    let layer = Layer()
    (layers.randomElement(using: &random) ?? host.root).addSublayer(layer)
    if layer.host == nil { host.root.addSublayer(layer) }
    layers.append(layer)
    for _ in 0..<6 { restyle(layer) }
    layer.frame = rect()
  }

  private func pick() -> Layer { layers.randomElement(using: &random) ?? host.root }

  private func rect() -> Rect {
    let isWhole = Bool.random(using: &random)
    func number(_ range: ClosedRange<Double>) -> Double {
      let number = Double.random(in: range, using: &random)
      return isWhole ? number.rounded() : number
    }
    return Rect(number(-8...40), number(-8...30), number(0...40), number(0...36))
  }

  private func color() -> Color {
    Color(argb: UInt32(truncatingIfNeeded: random.next()) | 0x4000_0000)
  }

  private func restyle(_ layer: Layer) {
    switch Int.random(in: 0..<16, using: &random) {
    case 0: layer.frame = rect()
    case 1: layer.backgroundColor = Bool.random(using: &random) ? color() : nil
    case 2: layer.opacity = [0, 0.3, 0.75, 1].randomElement(using: &random) ?? 1
    case 3: layer.isHidden = Int.random(in: 0..<4, using: &random) == 0
    case 4: layer.masksToBounds.toggle()
    case 5:
      layer.cornerRadii = CornerRadii(
        topLeft: .random(in: 0...12, using: &random),
        bottomRight: .random(in: 0...9, using: &random))
    case 6:
      layer.border = Layer.Border(width: .random(in: 0...4, using: &random), color: color())
    case 7:
      layer.shadow = Layer.Shadow(
        color: color(), opacity: [0, 0.5, 1].randomElement(using: &random) ?? 0,
        offset: Size(width: 2, height: 3), radius: [0, 1.5, 4].randomElement(using: &random) ?? 0)
    case 8, 9: layer.contents = pictures.randomElement(using: &random)
    case 10:
      layer.contentsGravity =
        Layer.ContentsGravity.allCases.randomElement(using: &random) ?? .resize
    case 11: layer.contentsScale = [1, 2].randomElement(using: &random) ?? 1
    case 12: layer.contentsCenter = Rect(0.25, 0.25, 0.5, 0.5)
    case 13: layer.contentsRect = Rect(0.1, 0, 0.8, 0.75)
    case 14: layer.bounds.origin = Point(x: .random(in: -4...4, using: &random), y: 2)
    default: layer.transform = transform()
    }
  }

  private func transform() -> AffineTransform {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: .identity
    case 1: AffineTransform(translationX: .random(in: -3...3, using: &random), y: 2)
    case 2: AffineTransform(scaleX: .random(in: 0.3...2, using: &random), y: 1.25)
    default: AffineTransform(rotationCosine: 0.8, sine: 0.6)
    }
  }

  private func animation() -> LayerAnimation {
    let isAdditive = Bool.random(using: &random)
    let change: LayerAnimation.Change =
      switch Int.random(in: 0..<6, using: &random) {
      case 0: .opacity(from: isAdditive ? -1 : 0, to: isAdditive ? 0 : nil)
      case 1: .position(from: Point(x: 20, y: 3), to: isAdditive ? .zero : nil)
      case 2: .bounds(from: Rect(0, 0, 10, 12), to: isAdditive ? .zero : nil)
      case 3: .transform(from: AffineTransform(rotationCosine: 0.6, sine: 0.8), to: .identity)
      case 4: .backgroundColor(from: color(), to: nil)
      default: .contents(from: pictures[0], scale: 1)
      }
    return LayerAnimation(
      change, duration: 0.3, curve: Bool.random(using: &random) ? .easeInOut : .systemSpring,
      isAdditive: isAdditive)
  }
}
