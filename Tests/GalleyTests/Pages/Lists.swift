import Galley

@MainActor func addItem(at index: Int, of list: ListView) throws {
  try list.edit(.animated) { edits in
    edits.insert(ItemPath(item: index))
  }
  list.scroll(to: ItemPath(item: index), at: .center(), animation: .standard)
}
