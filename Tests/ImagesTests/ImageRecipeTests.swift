import Dispatch
import GalleyGeometry
import GalleyImages
import GalleyPixels
import Synchronization
import TestSupport
import Testing

@Suite struct ImageRecipeTests {
  let source: ImageSource
  let recipe = ImageRecipe(bounds: Size(width: 12, height: 40), fitting: .aspectFit)

  init() throws { source = try ImageSource(Fixture.bytes("rgba.png")) }

  @Test func `the bitmap size follows the bounds, fitting and upscaling options`() throws {
    let fit = try #require(try recipe.bitmap(of: source))
    #expect((fit.width, fit.height) == (12, 40))
    #expect(fit.pixel(x: 6, y: 14) == 0)
    #expect(fit.pixel(x: 6, y: 20) != 0)
    var large = recipe
    large.bounds = Size(width: 300, height: 250)
    let own = try #require(try large.bitmap(of: source))
    #expect((own.width, own.height) == (24, 20))
    #expect(try own == source.decode().bitmap)
    large.options.allowsUpscaling = true
    let scaled = try #require(try large.bitmap(of: source))
    #expect((scaled.width, scaled.height) == (300, 250))
    large.fitting = nil
    #expect(try large.bitmap(of: source) == own)
  }

  @Test func `an aspect-fill image is scaled at most once, from its source pixels`() throws {
    let (side, part) = (64, 40)
    var image = try Bitmap(width: side, height: side, color: .white)
    for x in stride(from: 0, to: side, by: 2) {
      image.fill(PixelRect(minX: x, minY: 0, maxX: x + 1, maxY: side), with: .black)
    }
    let source = try ImageSource(image.pngData())
    // The middle of the image, with half its width and height.
    var recipe = ImageRecipe(
      bounds: Size(width: Double(part) / 2 - 1, height: Double(part) / 2), fitting: .aspectFill)
    recipe.options.crop = Rect(
      x: 0.25, y: 0.25, width: Double(part - 2) / Double(side), height: Double(part) / Double(side))
    let half = try #require(try recipe.bitmap(of: source))
    #expect((half.width, half.height) == (19, 20))
    #expect(Set(half.pixels) == [0xFF80_8080])
    // At its own size with a fractional offset, the image is either cropped exactly or interpolated
    // once.
    recipe.bounds = Size(width: 38, height: 40)
    let own = try #require(try recipe.bitmap(of: source))
    #expect(own == (try image.copy(of: PixelRect(minX: 16, minY: 16, maxX: 54, maxY: 56))))
    recipe.options.crop.origin.x += 0.5 / Double(side)
    let between = try #require(try recipe.bitmap(of: source))
    #expect(Set(between.pixels) == [0xFF80_8080])
  }

  @Test func `a truncated file throws, or is drawn in part if allowed`() throws {
    let bytes = try Fixture.bytes("rgb.png")
    let source = try ImageSource(Array(bytes.prefix(bytes.count - 12)))
    var recipe = ImageRecipe(bounds: Size(width: 24, height: 20), fitting: .aspectFill)
    recipe.isOpaque = true
    recipe.backgroundColor = .white
    #expect(throws: ImageError.self) { try recipe.bitmap(of: source) }
    recipe.allowsPartial = true
    let part = try #require(try recipe.bitmap(of: source))
    let whole = try Fixture.pixels("rgb.png").pixels
    #expect(Array(part.pixels.prefix(24)) == Array(whole.prefix(24)))
    #expect(part.pixels.allSatisfy { $0 >= 0xFF00_0000 })
  }

  @Test func `bounds under a pixel or not finite have no bitmap`() throws {
    for side in [0, 0.5, -1, .nan, .infinity] {
      let none = ImageRecipe(bounds: Size(width: side, height: 10), fitting: .aspectFill)
      #expect(try none.bitmap(of: source) == nil)
      #expect(none.key(for: source) == nil)
    }
  }

  // D17: entering a tree redraws templates with the inherited tint.
  // D18: a new tint redraws only templates.
  @Test func `the tint distinguishes recipes of template images only`() {
    func tinted(_ isTemplate: Bool, _ tint: Color?) -> ImageRecipe {
      var copy = recipe
      copy.rendering = isTemplate ? .template(tint) : .original
      return copy
    }
    #expect(tinted(false, .black) == tinted(false, .white))
    #expect(tinted(true, .black) != tinted(true, .white))
    #expect(tinted(true, .black).key(for: source) != tinted(true, .white).key(for: source))
  }

  // D22: templates are tinted, originals are not.
  @Test func `template images are tinted, originals are not`() throws {
    let own = try #require(try recipe.bitmap(of: source))
    var tinted = recipe
    tinted.rendering = .template(Color(argb: 0xFF00_FF00))
    let green = try #require(try tinted.bitmap(of: source))
    for (pixel, original) in zip(green.pixels, own.pixels) {
      let alpha = original >> 24
      #expect(pixel == alpha << 24 | alpha << 8)
    }
    tinted.rendering = .template(nil)
    #expect(try tinted.bitmap(of: source) == own)
  }

  @Test func `an opaque bitmap has the background color behind clear pixels`() throws {
    var opaque = recipe
    opaque.isOpaque = true
    opaque.backgroundColor = Color(argb: 0xFF10_2030)
    let bitmap = try #require(try opaque.bitmap(of: source))
    #expect(bitmap.isOpaque)
    #expect(bitmap.pixel(x: 0, y: 0) == 0xFF10_2030)
  }

  // D24: bitmap modifications run off the main actor and are shown.
  @Test func `a modification runs on the rendering thread and its result is used`() throws {
    let threads = Mutex<[Bool]>([])
    var modified = recipe
    modified.modification = ImageRecipe.Modification { bitmap in
      dispatchPrecondition(condition: .notOnQueue(.main))
      threads.withLock { $0.append(true) }
      return try? Bitmap(width: bitmap.width, height: 1, color: .white)
    }
    let shown = elsewhere { [modified, source] in try? modified.bitmap(of: source) }
    let bitmap = try #require(shown ?? nil)
    #expect((bitmap.width, bitmap.height, bitmap.pixel(x: 0, y: 0)) == (12, 1, 0xFFFF_FFFF))
    #expect(threads.withLock { $0.count } == 1)
  }

  // D24: bitmap modifications run off the main actor and are shown.
  @Test func `a round border clips to an ellipse and strokes its edge`() throws {
    let square = try Bitmap(width: 40, height: 40, color: .white)
    let border = ImageRecipe.Modification.roundBorder(width: 4, color: Color(argb: 0xFFFF_0000))
    let bitmap = try #require(border.body(square))
    #expect(bitmap.pixel(x: 0, y: 0) == 0)
    #expect(bitmap.pixel(x: 1, y: 20) == 0xFFFF_0000)
    #expect(bitmap.pixel(x: 20, y: 38) == 0xFFFF_0000)
    #expect(bitmap.pixel(x: 20, y: 20) == 0xFFFF_FFFF)
    let none = ImageRecipe.Modification.roundBorder(width: 0, color: .black)
    #expect(try #require(none.body(square)).pixel(x: 1, y: 20) == 0xFFFF_FFFF)
    let tint = ImageRecipe.Modification.tint(Color(argb: 0xFF12_3456))
    #expect(try #require(tint.body(square)).pixel(x: 9, y: 9) == 0xFF12_3456)
  }

  @Test func `a canceled recipe renders no bitmap`() throws {
    for patience in 0..<2 {
      var questions = 0
      let bitmap = try recipe.bitmap(of: source) {
        questions += 1
        return questions > patience
      }
      #expect(bitmap == nil)
      #expect(questions == patience + 1)
    }
  }

  // N11: an image of one size is rendered once.
  @Test func `concurrent requests with equal keys render the image once`() throws {
    let shared = SharedBitmaps<ImageRecipe.Key>()
    let renders = Atomic<Int>(0)
    let tokens = Mutex<[SharedBitmaps<ImageRecipe.Key>.Token]>([])
    let key = try #require(recipe.key(for: source))
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      let token = shared.token(for: key) {
        renders.add(1, ordering: .relaxed)
        return try? recipe.bitmap(of: source)
      }
      if let token { tokens.withLock { $0.append(token) } }
    }
    #expect(renders.load(ordering: .relaxed) == 1)
    #expect(Set(tokens.withLock { $0.map(ObjectIdentifier.init) }).count == 1)
  }
}
