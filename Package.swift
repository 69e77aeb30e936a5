// swift-tools-version: 6.2

import PackageDescription

// One folder under Sources is one module. Its target carries the package's name in front, since a
// graph of packages allows each target name once: the folder `Typesetting` is `GalleyTypesetting`.
// What a module may import is said here and nowhere else; the tests read this file and hold the
// sources to it (Tests/RepositoryTests).

let package = Package(
  name: "Galley",
  products: [
    .library(name: "GalleyText", targets: ["GalleyText"]),
    .library(name: "Galley", targets: ["Galley"]),
    .executable(name: "galley", targets: ["GalleyCLI"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // The C libraries, as they are.
    .library("CHarfBuzz", pkgConfig: "harfbuzz", apt: "libharfbuzz-dev"),
    .library("CFreeType", pkgConfig: "freetype2", apt: "libfreetype-dev"),
    .library("CFriBidi", pkgConfig: "fribidi", apt: "libfribidi-dev"),
    .library("CFontconfig", pkgConfig: "fontconfig", apt: "libfontconfig-dev"),
    .library("CHyphen", apt: "libhyphen-dev"),
    // ICU's headers cannot be imported beside Foundation, which carries its own ICU.
    .target(
      name: "GalleyCICU", dependencies: ["GalleyCSystem"], path: "Sources/CICU",
      linkerSettings: [.linkedLibrary("icuuc")]),
    // Parts of the C library that Swift's module of it leaves out, and a loader of libraries.
    .target(name: "GalleyCSystem", path: "Sources/CSystem"),
    // Cairo is loaded on first use. Debian: libcairo2-dev.
    .target(name: "GalleyCCairo", dependencies: ["GalleyCSystem"], path: "Sources/CCairo"),
    // So is cmark-gfm, for Markdown. Debian: libcmark-gfm-dev.
    .target(name: "GalleyCCmark", dependencies: ["GalleyCSystem"], path: "Sources/CCmark"),
    // And the decoders of images, except PNG's. Debian: libspng-dev, libturbojpeg0-dev,
    // libwebp-dev, libgif-dev.
    .target(
      name: "GalleyCImageCodecs", dependencies: ["GalleyCSystem"], path: "Sources/CImageCodecs",
      linkerSettings: [.linkedLibrary("spng")]),
    // And SDL 2, for windows. Debian: libsdl2-2.0-0.
    .target(name: "GalleyCSDL", dependencies: ["GalleyCSystem"], path: "Sources/CSDL"),

    // Algorithms that several modules need, and the bounds on work that untrusted input may cause.
    .module("Basics"),

    // One safe wrapper for each library: with Pixels and Window, the only modules with `unsafe` in
    // them.
    .module("System", imports: ["CSystem"]),
    .module("FontTables", imports: ["Basics", "System"]),
    .module("HarfBuzz", imports: ["Basics", "CHarfBuzz", "System"]),
    .module("FreeType", imports: ["Basics", "CFreeType", "FontTables", "System"]),
    .module("FriBidi", imports: ["CFriBidi"]),
    .module("Cairo", imports: ["Basics", "CCairo", "FreeType", "System"]),
    .module("Fontconfig", imports: ["CFontconfig"]),
    .module("ICU", imports: ["CICU"]),
    .module("Hyphen", imports: ["CHyphen", "System"]),
    .module("Cmark", imports: ["CCmark"]),
    .module("ImageCodecs", imports: ["CImageCodecs"]),

    // From text to pixels.
    .module("Geometry"),
    .module("JSON", imports: ["System"]),
    .module("Highlighting", imports: ["Basics"], embedding: "Languages"),
    .module(
      "Fonts",
      imports: ["Basics", "System", "FontTables", "HarfBuzz", "Fontconfig", "ICU", "JSON"]),
    .module("Shaping", imports: ["System", "HarfBuzz", "FriBidi", "Hyphen", "ICU", "Fonts"]),
    .module("Typesetting", imports: ["Geometry", "HarfBuzz", "ICU", "Fonts", "Shaping"]),
    .module(
      "Messages",
      imports: [
        "Basics", "Cmark", "ICU", "Geometry", "JSON", "Highlighting", "Fonts",
        "Shaping", "Typesetting",
      ]),
    .module("Pixels", imports: ["CImageCodecs", "System", "Geometry"]),
    .module(
      "Images", imports: ["Basics", "System", "Geometry", "ImageCodecs", "Pixels"]),
    .module("Layers", imports: ["Geometry", "Pixels", "System"]),
    .module(
      "Painting",
      imports: [
        "Basics", "Geometry", "System", "HarfBuzz", "Pixels", "Cairo", "FreeType", "Fonts",
        "Shaping", "Typesetting",
      ]),

    // What is shown when, and on which thread it is drawn.
    .module("Scheduling", imports: ["Basics", "System"]),
    .module("LayoutSpecs", imports: ["Basics", "Geometry"]),

    // Nodes, and what they are drawn with.
    .module(
      "Display",
      imports: [
        "Geometry", "Images", "LayoutSpecs", "Layers", "Painting", "Pixels", "Scheduling",
        "Typesetting",
      ]),

    // What scrolls: ranges, edits, and where each item of a long list stands.
    .module(
      "Lists",
      imports: [
        "Basics", "Display", "Geometry", "Layers", "LayoutSpecs", "Scheduling", "Typesetting",
      ]),

    // A window on the screen, and the nodes in it.
    .module(
      "Window",
      imports: ["CSDL", "Display", "Geometry", "Layers", "Pixels", "Scheduling", "Typesetting"]),

    // Conversations as trees of nodes, and lists of them.
    .module(
      "Chat",
      imports: [
        "Basics", "Display", "Fonts", "Geometry", "Images", "JSON", "Layers", "LayoutSpecs",
        "Lists",
        "Messages", "Painting", "Pixels", "Scheduling", "System", "Typesetting", "Window",
      ]),

    // What people use: text alone, and all of it.
    .umbrella(
      "GalleyText",
      over: [
        "Fonts", "Geometry", "HarfBuzz", "Highlighting", "JSON", "Messages", "Painting", "Pixels",
        "Shaping", "Typesetting",
      ]),
    .umbrella(
      "Galley",
      over: [
        "GalleyText", "Chat", "Display", "Images", "Layers", "LayoutSpecs", "Lists", "Scheduling",
        "Window",
      ]),

    // Tools of development: made-up conversations, measured scrolling, traces.
    .module(
      "Development",
      imports: [
        "Basics", "Chat", "Display", "Fonts", "Geometry", "Images", "JSON", "Layers", "Lists",
        "Messages", "Painting", "Pixels", "Scheduling", "System", "Typesetting", "Window",
      ]),

    // Texts with expectations, for whoever changes how text looks.
    .module(
      "Corpus",
      imports: [
        "System", "Geometry", "HarfBuzz", "Fonts", "Shaping", "Typesetting", "Messages", "Pixels",
        "Painting",
      ]),

    // The command line, which is called `galley`. A folder of that name beside `Galley` would be
    // the same folder where file systems do not tell capitals apart.
    .command(
      "CLI",
      imports: [
        "System", "Geometry", "HarfBuzz", "JSON", "Fonts", "Shaping", "Typesetting", "Messages",
        "Pixels", "Painting", "Scheduling", "Layers", "Display", "Chat", "Corpus", "Development",
        "Window",
      ]),

    // Tests, by the folders of what they test.
    .tests("Basics", of: ["Basics"]),
    .tests("Analysis", of: ["FriBidi", "HarfBuzz", "ICU", "Shaping"]),
    .tests(
      "Chat",
      of: [
        "Chat", "Development", "Display", "Geometry", "Images", "Layers", "LayoutSpecs", "Messages",
        "Pixels", "Scheduling", "Typesetting",
      ]),
    .tests("CLI", of: ["CLI"]),
    .tests(
      "Corpus", of: ["Corpus", "Fonts", "Geometry", "HarfBuzz", "Pixels", "Typesetting"]),
    .tests(
      "Display",
      of: [
        "Display", "Fonts", "Geometry", "Images", "LayoutSpecs", "Layers", "Painting", "Pixels",
        "Scheduling", "Typesetting",
      ]),
    .tests("System", of: ["System"]),
    .tests("FontTables", of: ["Basics", "System", "FontTables"]),
    .tests("Fonts", of: ["System", "Fonts", "HarfBuzz", "ICU"]),
    .tests("FreeType", of: ["System", "FreeType"]),
    .tests("Galley", of: ["Galley"]),
    .tests("Geometry", of: ["Geometry"]),
    .tests("HarfBuzz", of: ["HarfBuzz", "System"]),
    .tests("Highlighting", of: ["Highlighting"]),
    .tests("Hyphen", of: ["Hyphen"]),
    .tests(
      "Images", of: ["System", "Geometry", "Images", "Pixels"], excluding: ["Fixtures"]),
    .tests("JSON", of: ["JSON"]),
    .tests("Layers", of: ["Geometry", "Layers", "Pixels", "System"]),
    .tests("LayoutSpecs", of: ["Geometry", "LayoutSpecs"]),
    .tests(
      "Lists",
      of: ["Display", "System", "Geometry", "LayoutSpecs", "Lists", "Scheduling", "Typesetting"]),
    .tests("Messages", of: ["Fonts", "GalleyText", "Geometry", "Messages", "Typesetting"]),
    .tests(
      "Painting",
      of: ["Cairo", "Fonts", "FreeType", "Geometry", "Painting", "Pixels", "Typesetting"]),
    .tests("Pixels", of: ["Geometry", "Pixels"]),
    .tests("Scheduling", of: ["Scheduling", "System"]),
    .tests("Shaping", of: ["Fonts", "HarfBuzz", "ICU", "Shaping", "Typesetting"]),
    .tests("Typesetting", of: ["Geometry", "Fonts", "HarfBuzz", "Shaping", "Typesetting"]),
    .tests(
      "Development",
      of: [
        "Chat", "Development", "Display", "Geometry", "Images", "Layers", "Lists", "Messages",
        "Pixels", "Scheduling", "Typesetting", "Window",
      ]),
    .tests("Window", of: ["Geometry", "Layers", "Pixels", "Scheduling", "Window"]),
    .target(
      name: "TestSupport", dependencies: ["GalleyBasics", "GalleyFonts", "GalleyTypesetting"],
      path: "Tests/TestSupport", swiftSettings: .strict),
    // What holds the repository together.
    .tests("Repository", of: ["Galley"]),
  ]
)

// The documentation's plugin is for those who build the documentation, not for all who use Galley.
if Context.environment["GALLEY_DOCS"] != nil {
  package.dependencies.append(
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}

extension [SwiftSetting] {
  /// The settings of every Swift target.
  static var strict: [SwiftSetting] {
    [
      .swiftLanguageMode(.v6),
      .strictMemorySafety(),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .enableUpcomingFeature("InferIsolatedConformances"),
      .treatAllWarnings(as: .error),
    ]
  }
}

extension String {
  /// The name of the target of the folder `Sources/<self>`.
  var target: String { hasPrefix("Galley") ? self : "Galley" + self }
}

extension Target {
  /// The module of the folder `Sources/<folder>`, which may import those of the folders `imports`.
  ///
  /// The files of its folder `embedding` become part of the program.
  static func module(
    _ folder: String, imports: [String] = [], embedding data: String? = nil
  ) -> Target {
    .target(
      name: "Galley" + folder,
      dependencies: imports.map { .byName(name: $0.target) },
      path: "Sources/" + folder,
      resources: data.map { [.embedInCode($0)] },
      swiftSettings: .strict)
  }

  /// The module of the folder `Sources/<name>`, which re-exports the modules `parts`.
  static func umbrella(_ name: String, over parts: [String]) -> Target {
    .target(
      name: name, dependencies: parts.map { .byName(name: $0.target) },
      path: "Sources/" + name, swiftSettings: .strict)
  }

  /// The program of the folder `Sources/<folder>`, which may import the modules of `imports`.
  static func command(_ folder: String, imports: [String]) -> Target {
    .executableTarget(
      name: "Galley" + folder,
      dependencies: imports.map { .byName(name: $0.target) } + [
        .product(name: "ArgumentParser", package: "swift-argument-parser")
      ],
      path: "Sources/" + folder,
      swiftSettings: .strict)
  }

  /// The module map of the folder `Sources/<folder>` over a library of the system.
  static func library(
    _ folder: String, pkgConfig: String? = nil, apt package: String
  ) -> Target {
    .systemLibrary(
      name: "Galley" + folder, path: "Sources/" + folder, pkgConfig: pkgConfig,
      providers: [.apt([package])])
  }

  /// The tests of the folder `Tests/<folder>Tests`, for the modules of the folders `subjects`.
  ///
  /// The folders `excluded` have files that tests read.
  static func tests(
    _ folder: String, of subjects: [String], excluding excluded: [String] = []
  ) -> Target {
    .testTarget(
      name: folder + "Tests",
      dependencies: ["TestSupport"]
        + subjects.map { .byName(name: $0.target) },
      path: "Tests/" + folder + "Tests",
      exclude: excluded,
      swiftSettings: .strict)
  }
}
