import GalleyGeometry
import GalleyPixels
import Synchronization
import TestSupport
import Testing

/// New bitmaps reuse memory with other contents, which counts as transparent before it is cleared.
@Suite struct DeferredClearingTests {
  private let size = (width: 53, height: 40)

  /// Returns a transparent bitmap in memory with other contents.
  private func freshBitmap(pool: Bitmap.Pool) throws -> Bitmap {
    _ = try Bitmap(width: size.width, height: size.height, color: .white, pool: pool)
    let fresh = try Bitmap(width: size.width, height: size.height, pool: pool)
    #expect(pool.idleByteCount == 0)
    return fresh
  }

  @Test func `a new bitmap reads as transparent`() throws {
    let bitmap = try freshBitmap(pool: Bitmap.Pool(byteLimit: 1 << 20))
    #expect(bitmap.isClear)
    #expect(bitmap.pixels.allSatisfy { $0 == 0 })
    #expect(bitmap.isClear)
  }

  @Test(arguments: 0..<200)
  func `drawing on a new bitmap gives the pixels of drawing on a cleared one`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var fresh = try freshBitmap(pool: Bitmap.Pool(byteLimit: 1 << 20))
    var cleared = try Bitmap(width: size.width, height: size.height)
    _ = cleared.pixels
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      let drawing = try Drawing(using: &random)
      drawing.draw(on: &fresh)
      drawing.draw(on: &cleared)
      #expect(fresh.isClear == cleared.isClear)
      if Int.random(in: 0..<4, using: &random) == 0 {
        let copy = fresh
        drawing.draw(on: &fresh)
        #expect(copy == cleared)
        drawing.draw(on: &cleared)
      }
    }
    #expect(fresh == cleared)
  }

  @Test func `threads that read a bitmap at once all read transparent pixels`() throws {
    for _ in 0..<20 {
      var bitmap = try freshBitmap(pool: Bitmap.Pool(byteLimit: 1 << 20))
      bitmap.fill(PixelRect(minX: 3, minY: 2, maxX: 9, maxY: 5), with: .black)
      let (shared, area) = (bitmap, bitmap.bounds)
      let inks = Mutex<[Int]>([])
      Threads(4) { _ in
        let ink = shared.pixels.count { $0 != 0 }
        inks.withLock { $0.append(ink) }
      }.wait()
      #expect(inks.withLock { $0 } == [18, 18, 18, 18])
      #expect(try bitmap.copy(of: area) == bitmap)
    }
  }

  @Test func `a drawn bitmap that is cleared reads as transparent again`() throws {
    var bitmap = try Bitmap(width: 20, height: 20, color: .white)
    let copy = bitmap
    bitmap.clear()
    #expect(bitmap.isClear && bitmap.pixels.allSatisfy { $0 == 0 })
    #expect(copy.pixels.allSatisfy { $0 == 0xFFFF_FFFF })
    bitmap.fill(PixelRect(minX: 0, minY: 10, maxX: 20, maxY: 11), with: .white)
    bitmap.clear()
    #expect(bitmap.pixels.allSatisfy { $0 == 0 })
  }

  /// A drawing operation.
  private enum Drawing {
    case coverage(LooseMask, Color)
    case rectangle(PixelRect, Color)
    case replacement(PixelRect, Color)
    case image(Bitmap, x: Int, y: Int)
    case all(Color)

    init(using random: inout SplitMix64) throws {
      let x = Int.random(in: -8...50, using: &random)
      let y = Int.random(in: -8...39, using: &random)
      let (width, height) = (
        Int.random(in: 1...60, using: &random), Int.random(in: 1...20, using: &random)
      )
      let rect = PixelRect(minX: x, minY: y, maxX: x + width, maxY: y + height)
      let color = [.black, .white, random.color()].randomElement(using: &random) ?? .black
      switch Int.random(in: 0..<9, using: &random) {
      case 0: self = .rectangle(rect, color)
      case 1: self = .replacement(rect, color)
      case 2: self = .image(try random.bitmap(width: width, height: height), x: x, y: y)
      case 3: self = .all(color)
      default:
        let coverage = (0..<width * height).map { _ in
          [0, 0, 255, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random) ?? 0
        }
        self = .coverage(LooseMask(rect, coverage: coverage), color)
      }
    }

    func draw(on bitmap: inout Bitmap) {
      switch self {
      case .coverage(let mask, let color):
        var batch = CoverageBatch()
        batch.add(mask)
        let isClear = bitmap.isClear
        bitmap.draw(&batch, color: color, isClear: isClear)
      case .rectangle(let rect, let color): bitmap.fill(rect, with: color)
      case .replacement(let rect, let color): bitmap.replace(rect, with: color)
      case .image(let image, let x, let y): bitmap.draw(image, x: x, y: y)
      case .all(let color): bitmap.fill(with: color)
      }
    }
  }
}
