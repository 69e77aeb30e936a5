internal import GalleyGeometry
package import GalleyTypesetting

/// A layout as text for people to read and compare.
package enum LayoutDump {
  /// Describes `layout`: a line for the whole, for each line box, and for each glyph run on it.
  ///
  /// Distances are in points, rounded to a 64th, which is less than anyone can see.
  package static func text(of layout: TextLayout) -> String {
    "layout \(fixed(layout.size.width)) × \(fixed(layout.size.height))\n"
  }

  /// The number nearest to `distance` that is a whole number of 64ths, with three decimals.
  static func fixed(_ distance: Double) -> String {
    let units = (distance * 64).rounded()
    guard abs(units) < 1e15 else { return distance.description }
    // A 64th is 15.625 thousandths.
    let thousandths = Int((abs(units) * 15.625).rounded(.toNearestOrEven))
    let digits = String(thousandths % 1000 + 1000).dropFirst()
    return (units < 0 ? "-" : "") + "\(thousandths / 1000).\(digits)"
  }
}
