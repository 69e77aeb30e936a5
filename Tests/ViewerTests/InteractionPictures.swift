import Foundation
import Galley
import GalleyGeometry
import GalleyLists
import Testing

/// The folder for pictures, if they are requested.
private let picturesFolder = ProcessInfo.processInfo.environment["GALLEY_VIEWER_PICTURES"]

/// Pictures of menus, questions, handles and rings, for people to look at.
@MainActor @Suite(.enabled(if: picturesFolder != nil))
struct InteractionPictures {
  @Test(arguments: [ChatStyle.Appearance.light, .dark])
  func `panels and selections are drawn`(appearance: ChatStyle.Appearance) throws {
    let model = try InteractionSample.model(appearance, scale: 2, fonts: true)
    let view = model.view
    model.reader.asks = true
    func keep(_ name: String) throws {
      model.run(0.2)
      let path = "\(picturesFolder ?? "")/\(name)-\(appearance).png"
      try Data(try model.picture().pngData()).write(to: URL(filePath: path))
    }
    view.canReply = true
    view.list.scroll(toOffset: view.list.offset - 1)
    model.reader.menu = {
      $0 + [.separator, MenuItem("Delete", symbol: "🗑", isDestructive: true) {}]
    }
    let link = try #require(model.place(of: 4..<8, in: InteractionSample.rich))
    model.send(.began, at: link, button: .secondary)
    view.press(.down)
    try keep("menu")
    view.press(.escape)
    for message in [InteractionSample.rich, InteractionSample.suspicious] {
      let point = try #require(model.place(of: 4..<8, in: message))
      model.send(.began, at: point)
      model.send(.ended, at: point)
      try keep("question-\(message)")
      view.press(.escape)
    }
    let word = try #require(model.place(of: 4..<9, in: InteractionSample.first))
    model.send(.began, at: word, pointer: 1)
    model.run(0.6)
    let end = try #require(model.place(of: 0..<3, in: InteractionSample.rich))
    model.send(.moved, at: end, pointer: 1)
    try keep("magnifier")
    model.send(.ended, at: end, pointer: 1)
    try keep("handles")
    view.press(.escape)
    view.press(.escape)
    view.press(.tab)
    let code = try #require(model.place(of: 37..<41, in: InteractionSample.rich))
    model.send(.began, at: code)
    model.send(.ended, at: code)
    try keep("focus")
  }
}
