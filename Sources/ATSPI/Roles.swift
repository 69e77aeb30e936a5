internal import GalleyAccessibility

/// A role of AT-SPI, by number and name.
struct ProtocolRole: Hashable, Sendable {
  let number: UInt32
  let name: String

  static let application = ProtocolRole(number: 75, name: "application")
  static let frame = ProtocolRole(number: 23, name: "frame")
}

extension Accessible.Role {
  /// The role in AT-SPI.
  var atspi: ProtocolRole {
    switch self {
    case .group: ProtocolRole(number: 39, name: "panel")
    case .list: ProtocolRole(number: 31, name: "list")
    case .listItem: ProtocolRole(number: 32, name: "list item")
    case .article: ProtocolRole(number: 109, name: "article")
    case .log: ProtocolRole(number: 111, name: "log")
    case .heading: ProtocolRole(number: 83, name: "heading")
    case .paragraph: ProtocolRole(number: 73, name: "paragraph")
    case .label: ProtocolRole(number: 29, name: "label")
    case .status: ProtocolRole(number: 54, name: "statusbar")
    case .link: ProtocolRole(number: 88, name: "link")
    case .button: ProtocolRole(number: 43, name: "push button")
    case .toggleButton: ProtocolRole(number: 62, name: "toggle button")
    case .checkBox: ProtocolRole(number: 7, name: "check box")
    case .image: ProtocolRole(number: 27, name: "image")
    case .textField: ProtocolRole(number: 79, name: "entry")
    case .toolBar: ProtocolRole(number: 63, name: "tool bar")
    case .menu: ProtocolRole(number: 33, name: "menu")
    case .menuItem: ProtocolRole(number: 35, name: "menu item")
    case .dialog: ProtocolRole(number: 16, name: "dialog")
    case .separator: ProtocolRole(number: 49, name: "separator")
    case .progressBar: ProtocolRole(number: 42, name: "progress bar")
    }
  }
}
