import GalleySnapshots
import Testing

/// The color difference of CIEDE2000, with the test data of Sharma, Wu and Dalal (2005), table 1.
@Suite struct LabColorTests {
  private static let pairs: [(LabColor, LabColor, Double)] = [
    (lab(50, 2.6772, -79.7751), lab(50, 0, -82.7485), 2.0425),
    (lab(50, 3.1571, -77.2803), lab(50, 0, -82.7485), 2.8615),
    (lab(50, 2.8361, -74.0200), lab(50, 0, -82.7485), 3.4412),
    (lab(50, -1.3802, -84.2814), lab(50, 0, -82.7485), 1.0000),
    (lab(50, -1.1848, -84.8006), lab(50, 0, -82.7485), 1.0000),
    (lab(50, -0.9009, -85.5211), lab(50, 0, -82.7485), 1.0000),
    (lab(50, 0, 0), lab(50, -1, 2), 2.3669),
    (lab(50, -1, 2), lab(50, 0, 0), 2.3669),
    (lab(50, 2.4900, -0.0010), lab(50, -2.4900, 0.0009), 7.1792),
    (lab(50, 2.4900, -0.0010), lab(50, -2.4900, 0.0010), 7.1792),
    (lab(50, 2.4900, -0.0010), lab(50, -2.4900, 0.0011), 7.2195),
    (lab(50, 2.4900, -0.0010), lab(50, -2.4900, 0.0012), 7.2195),
    (lab(50, -0.0010, 2.4900), lab(50, 0.0009, -2.4900), 4.8045),
    (lab(50, -0.0010, 2.4900), lab(50, 0.0010, -2.4900), 4.8045),
    (lab(50, -0.0010, 2.4900), lab(50, 0.0011, -2.4900), 4.7461),
    (lab(50, 2.5, 0), lab(50, 0, -2.5), 4.3065),
    (lab(50, 2.5, 0), lab(73, 25, -18), 27.1492),
    (lab(50, 2.5, 0), lab(61, -5, 29), 22.8977),
    (lab(50, 2.5, 0), lab(56, -27, -3), 31.9030),
    (lab(50, 2.5, 0), lab(58, 24, 15), 19.4535),
    (lab(50, 2.5, 0), lab(50, 3.1736, 0.5854), 1.0000),
    (lab(50, 2.5, 0), lab(50, 3.2972, 0), 1.0000),
    (lab(50, 2.5, 0), lab(50, 1.8634, 0.5757), 1.0000),
    (lab(50, 2.5, 0), lab(50, 3.2592, 0.3350), 1.0000),
    (lab(60.2574, -34.0099, 36.2677), lab(60.4626, -34.1751, 39.4387), 1.2644),
    (lab(63.0109, -31.0961, -5.8663), lab(62.8187, -29.7946, -4.0864), 1.2630),
    (lab(61.2901, 3.7196, -5.3901), lab(61.4292, 2.2480, -4.9620), 1.8731),
    (lab(35.0831, -44.1164, 3.7933), lab(35.0232, -40.0716, 1.5901), 1.8645),
    (lab(22.7233, 20.0904, -46.6940), lab(23.0331, 14.9730, -42.5619), 2.0373),
    (lab(36.4612, 47.8580, 18.3852), lab(36.2715, 50.5065, 21.2231), 1.4146),
    (lab(90.8027, -2.0831, 1.4410), lab(91.1528, -1.6435, 0.0447), 1.4441),
    (lab(90.9257, -0.5406, -0.9208), lab(88.6381, -0.8985, -0.7239), 1.5381),
    (lab(6.7747, -0.2908, -2.4247), lab(5.8714, -0.0985, -2.2286), 0.6377),
    (lab(2.0776, 0.0795, -1.1350), lab(0.9033, -0.0636, -0.5514), 0.9082),
  ]

  @Test func `differences are those of the published pairs`() {
    for (index, (one, other, expected)) in Self.pairs.enumerated() {
      let difference = one.difference(from: other)
      #expect(abs(difference - expected) < 0.0001, "pair \(index + 1): \(difference)")
      #expect(abs(other.difference(from: one) - expected) < 0.0001, "pair \(index + 1), reversed")
    }
  }

  @Test(
    arguments: [
      (0xFFFF_FFFF, 0xFF00_0000, 100), (0xFF80_8080, 0xFF80_8080, 0),
      (0xFFFF_0000, 0xFF00_FF00, 86.6),
      // Blue and yellow.
      (0xFF00_00FF, 0xFFFF_FF00, 103.4),
    ] as [(UInt32, UInt32, Double)])
  func `pixels are compared as colors of sRGB`(old: UInt32, new: UInt32, difference: Double) {
    #expect(abs(LabColor.difference(old, new) - difference) < 0.1)
  }

  private static func lab(_ lightness: Double, _ a: Double, _ b: Double) -> LabColor {
    LabColor(lightness: lightness, a: a, b: b)
  }
}
