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

    /// The path of the block that contains this one; `nil` for the message.
    public var parent: BlockPath? { indices.isEmpty ? nil : BlockPath(indices.dropLast()) }
  }
}
