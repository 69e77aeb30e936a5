internal import GalleyGeometry
public import GalleyPixels

/// The shape of a bubble's tail, given as a picture.
///
/// The picture is laid over the lower corner of the bubble, which is first extended sideways in the
/// color of that corner; what is left of the bubble there is the opacity of the picture.
///
/// Pictures are compared by identity.
public final class TailPicture: Sendable {
  /// The picture for a bottom left corner; mirrored for a bottom right one.
  ///
  /// Its size in points follows from its ``GalleyPixels/Bitmap/scale``.
  public let bitmap: Bitmap
  /// The distance that the tail extends beyond the side of the bubble, in points.
  public let reach: Double

  /// Creates a shape.
  ///
  /// - Parameters:
  ///   - bitmap: The picture for a bottom left corner; only its opacity matters.
  ///   - reach: The distance between the left edge of the picture and the side of the bubble, in
  ///     points; limited to the width of the picture, and to 8.
  public init(_ bitmap: Bitmap, reach: Double = ImageCorners.Corner.tailReach) {
    self.bitmap = bitmap
    let width = Double(bitmap.width) / max(bitmap.scale, 0.1)
    self.reach = reach.isFinite ? max(0, min(reach, width, Self.reachLimit)) : 0
  }

  /// The greatest distance beyond the side, in points.
  public static let reachLimit = 8.0

  /// The size, in points.
  var size: Size {
    let scale = max(bitmap.scale, 0.1)
    return Size(width: Double(bitmap.width) / scale, height: Double(bitmap.height) / scale)
  }
}

extension TailPicture: Hashable {
  /// Returns whether both are the same object.
  public static func == (left: TailPicture, right: TailPicture) -> Bool { left === right }

  /// Feeds the object's identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
