import GalleyFiles
import GalleyFreeType
import GalleyGeometry
import GalleyPixels
import Glibc

func now() -> Double {
  var t = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &t)
  return Double(t.tv_sec) * 1e6 + Double(t.tv_nsec) / 1e3
}

func run() throws {
  let file = try MappedFile(path: "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf")
  for px in [16, 32] {
    var face = try Face(file: file, index: 0)
    let table = MaskTable(glyphCount: face.glyphCount)
    let style = OutlineStyle(size: px * 64)
    for g in UInt32(1)..<200 {
      for phase in 0..<4 {
        let key = g * 4 + UInt32(phase)
        switch face.render(g, style: style, phase: phase, limit: 2048) {
        case .blank: table.insertBlank(forKey: key)
        case .oversized: table.insertOversized(forKey: key)
        case .mask(let m):
          table.insert(PixelRect(minX: m.left, minY: m.top, maxX: m.left + m.width, maxY: m.top + m.height), rows: m.coverage.span, forKey: key)
        }
      }
    }
    var text: [MaskPlacement] = []
    let message = "hello there how are you doing today my good old friend"
    var x = 2 * 4
    for c in message.utf8 {
      let g = c == 32 ? UInt32(3) : UInt32(c) - 97 + 68
      text.append(MaskPlacement(key: g * 4 + UInt32(x & 3), x: Int32(x >> 2), y: Int32(px * 5 / 4)))
      x += (c == 32 ? px : px * 9 / 4) + Int(g % 3)
    }
    let width = x / 4 + 4, height = px * 3 / 2
    print("px", px, "bitmap", width, height, "glyphs", text.count)
    var batch = CoverageBatch()
    var others: [OtherGlyph] = []
    let pool = BitmapPool(byteLimit: 1 << 24)
    for (name, color, clear) in [
      ("black/clear", Color.black, true), ("blue/clear", Color(red: 10, green: 80, blue: 200), true),
      ("blue/blend", Color(red: 10, green: 80, blue: 200), false),
      ("translucent/clear", Color(argb: 0x8010_50c8), true), ("translucent/blend", Color(argb: 0x8010_50c8), false),
    ] {
      var best = Double.infinity
      var parts = (Double.infinity, Double.infinity)
      for _ in 0..<200 {
        let n = 50
        let t0 = now()
        for _ in 0..<n {
          var bitmap = try Bitmap(width: width, height: height, pool: pool)
          batch.add(text, in: text.indices, from: table, others: &others)
          batch.draw(into: &bitmap, color: color, isClear: clear)
        }
        best = min(best, (now() - t0) / Double(n))
        let t1 = now()
        for _ in 0..<n { _ = try Bitmap(width: width, height: height, pool: pool) }
        parts.0 = min(parts.0, (now() - t1) / Double(n))
        let t2 = now()
        for _ in 0..<n { batch.add(text, in: text.indices, from: table, others: &others); batch.removeAll() }
        parts.1 = min(parts.1, (now() - t2) / Double(n))
      }
      print(name, best, "bitmap+clear", parts.0, "lookup", parts.1)
    }
    precondition(others.isEmpty)
  }
}
if CommandLine.arguments.count > 3 {
  try demo(CommandLine.arguments[1], Double(CommandLine.arguments[2])!, Double(CommandLine.arguments[3])!)
} else { try run() }
