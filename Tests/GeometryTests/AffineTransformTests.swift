import GalleyGeometry
import Testing

@Suite struct AffineTransformTests {
  let turn = AffineTransform(rotationCosine: 0, sine: 1)

  @Test func `a quarter turn maps right to down`() {
    #expect(Point(x: 2, y: 0).applying(turn) == Point(x: 0, y: 2))
    #expect(
      Rect(x: 1, y: 1, width: 2, height: 4).applying(turn) == Rect(x: -5, y: 1, width: 4, height: 2)
    )
    #expect(turn.determinant == 1 && !turn.isTranslation && AffineTransform.identity.isIdentity)
  }

  @Test func `concatenated transforms are applied in order`() {
    let both = AffineTransform(translationX: 3, y: 1).concatenating(turn)
    #expect(Point(x: 0, y: 0).applying(both) == Point(x: -1, y: 3))
  }

  @Test func `an inverse undoes its transform, and a singular transform has none`() throws {
    let transform = AffineTransform(a: 2, b: 0, c: -4, d: 8, tx: 5, ty: -3)
    let inverse = try #require(transform.inverse)
    #expect(Point(x: 7, y: 9).applying(transform).applying(inverse) == Point(x: 7, y: 9))
    #expect(AffineTransform(scaleX: 0, y: 1).inverse == nil)
    #expect(AffineTransform(scaleX: 1e-200, y: 1e-200).inverse == nil)
    #expect(AffineTransform(a: .nan).inverse == nil && !AffineTransform(a: .nan).isFinite)
  }
}
