import Galley

@MainActor func pictureOfMovingLayer() throws -> Bitmap {
  let host = LayerHost(size: Size(width: 200, height: 100), scale: 2, backgroundColor: .white)
  let layer = Layer(frame: Rect(x: 20, y: 20, width: 80, height: 60))
  layer.backgroundColor = Color(argb: 0xFF33_99FF)
  layer.cornerRadii = CornerRadii(16)
  host.root.addSublayer(layer)
  Layer.animate(duration: 0.4, curve: .systemSpring) { layer.position.x += 80 }
  return try host.commit(at: 0).bitmap(at: 0.2)
}
