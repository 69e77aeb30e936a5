extension RichMessage {
  /// The place of a block in a message.
  public struct BlockPath: Hashable, Sendable {
    /// The indices of the blocks that contain the block, and its own.
    ///
    /// An item of a list counts as a block: its index is followed by that of a block in it.
    public var indices: [Int]

    /// Creates a path; without indices, it is that of the message itself.
    public init(_ indices: [Int] = []) { self.indices = indices }

    /// Returns the path of a block within this one.
    public func appending(_ index: Int) -> BlockPath { BlockPath(indices + [index]) }

    /// Whether the path is that of a block or of one that it contains.
    public func isWithin(_ path: BlockPath) -> Bool { indices.starts(with: path.indices) }

    /// The path of the block that contains this one; `nil` for the message.
    public var parent: BlockPath? { indices.isEmpty ? nil : BlockPath(indices.dropLast()) }
  }

  /// Returns the block at a path; `nil` if there is none, or if the path is that of an item.
  public func block(at path: BlockPath) -> RichBlock? {
    var blocks = blocks
    var rest = path.indices[...]
    while let index = rest.popFirst() {
      guard blocks.indices.contains(index) else { return nil }
      let block = blocks[index]
      guard let next = rest.first else { return block }
      switch block {
      case .quotation(let quotation): blocks = quotation.blocks
      case .details(let details): blocks = details.blocks
      case .unknown(let unknown): blocks = unknown.blocks
      case .collage(let gallery), .slideshow(let gallery): blocks = gallery.blocks
      case .list(let list):
        guard list.items.indices.contains(next) else { return nil }
        blocks = list.items[next].blocks
        rest = rest.dropFirst()
      default: return nil
      }
    }
    return nil
  }
}
