internal import GalleyCCairo
internal import GalleyFreeType

/// Starts a new path with the given elements in a context.
func trace(_ path: [PathElement], on context: OpaquePointer) {
  unsafe cairo.new_path(context)
  for element in path {
    switch element {
    case .move(let to): unsafe cairo.move_to(context, to.x, to.y)
    case .line(let to): unsafe cairo.line_to(context, to.x, to.y)
    case .curve(let first, let second, let to):
      unsafe cairo.curve_to(context, first.x, first.y, second.x, second.y, to.x, to.y)
    }
  }
}
