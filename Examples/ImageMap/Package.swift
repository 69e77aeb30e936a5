// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "ImageMap",
  dependencies: [
    // By URL: .package(url: "https://…/galley", from: "0.1.0")
    .package(name: "galley", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "ImageMap", dependencies: [.product(name: "GalleyText", package: "galley")])
  ]
)
