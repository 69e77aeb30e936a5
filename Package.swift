// swift-tools-version: 6.2

import PackageDescription

// One folder under Sources is one module. Its target carries the package's name in front, since a
// graph of packages allows each target name once: the folder `Typesetting` is `GalleyTypesetting`.
// What a module may import is said here and nowhere else; the tests read this file and hold the
// sources to it (Tests/RepositoryTests).

let package = Package(
  name: "Galley",
  products: [
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
    .library("CSpng", pkgConfig: "spng", apt: "libspng-dev"),
    .library("CHyphen", apt: "libhyphen-dev"),
    .systemLibrary(name: "GalleyCMalloc", path: "Sources/CMalloc"),
    .systemLibrary(name: "GalleyCThreads", path: "Sources/CThreads"),
    // ICU's headers cannot be imported beside Foundation, which carries its own ICU.
    .target(
      name: "GalleyCICU", path: "Sources/CICU", linkerSettings: [.linkedLibrary("icuuc")]),
    // Cairo is loaded when it is first needed, which most pictures never do. Debian: libcairo2-dev.
    .target(name: "GalleyCCairo", path: "Sources/CCairo"),
    // So is cmark-gfm, for Markdown. Debian: libcmark-gfm-dev.
    .target(name: "GalleyCCmark", path: "Sources/CCmark"),
    // And the decoders of images. Debian: libturbojpeg0-dev, libwebp-dev, libgif-dev.
    .target(name: "GalleyCJPEG", path: "Sources/CJPEG"),
    .target(name: "GalleyCWebP", path: "Sources/CWebP"),
    .target(name: "GalleyCGIF", path: "Sources/CGIF"),
    // And SDL 2, for windows. Debian: libsdl2-2.0-0.
    .target(name: "GalleyCSDL", path: "Sources/CSDL"),

    // The bounds on work that untrusted input may cause.
    .module("Budgets"),

    // One safe wrapper for each of them: with Pixels, the only modules with `unsafe` in them.
    .module("Files", imports: ["CMalloc"]),
    .module("FontTables", imports: ["Budgets", "Files"]),
    .module("HarfBuzz", imports: ["CHarfBuzz", "Files"]),
    .module("FreeType", imports: ["Budgets", "CFreeType", "Files", "FontTables"]),
    .module("FriBidi", imports: ["CFriBidi"]),
    .module("Cairo", imports: ["Budgets", "CCairo", "Files", "FreeType"]),
    .module("Fontconfig", imports: ["CFontconfig"]),
    .module("ICU", imports: ["CICU"]),
    .module("Hyphen", imports: ["CHyphen", "Files"]),
    .module("Cmark", imports: ["CCmark"]),
    .module("JPEG", imports: ["CJPEG"]),
    .module("WebP", imports: ["CWebP"]),
    .module("GIF", imports: ["CGIF"]),
    .module("Threads", imports: ["CThreads"]),

    // From text to pixels.
    .module("Geometry"),
    .module("JSON", imports: ["Files"]),
    .module("Highlighting", imports: ["Budgets"], embedding: "Languages"),
    .module(
      "Fonts",
      imports: ["Budgets", "Files", "FontTables", "HarfBuzz", "Fontconfig", "ICU", "JSON"]),
    .module("Shaping", imports: ["HarfBuzz", "FriBidi", "Hyphen", "ICU", "Fonts"]),
    .module("Typesetting", imports: ["Geometry", "HarfBuzz", "ICU", "Fonts", "Shaping"]),
    .module(
      "Messages",
      imports: [
        "Budgets", "Cmark", "ICU", "Geometry", "JSON", "Highlighting", "Fonts",
        "Shaping", "Typesetting",
      ]),
    .module("AttributedStrings", imports: ["Messages", "Typesetting"]),
    .module("Pixels", imports: ["CSpng", "Files", "Geometry"]),
    .module(
      "Images", imports: ["Budgets", "Files", "Geometry", "GIF", "JPEG", "Pixels", "WebP"]),
    .module("Layers", imports: ["Geometry", "Pixels", "Threads"]),
    .module(
      "Painting",
      imports: [
        "Budgets", "Geometry", "Files", "HarfBuzz", "Pixels", "Cairo", "FreeType", "Fonts",
        "Shaping", "Typesetting",
      ]),

    // What is shown when, and on which thread it is drawn.
    .module("Scheduling", imports: ["Threads"]),
    .module("LayoutSpecs", imports: ["Geometry"]),

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
      imports: ["Display", "Geometry", "Layers", "LayoutSpecs", "Scheduling", "Typesetting"]),

    // Conversations as trees of nodes.
    .module(
      "Chat",
      imports: [
        "Budgets", "Display", "Files", "Fonts", "Geometry", "Images", "JSON", "Layers",
        "LayoutSpecs", "Messages", "Painting", "Pixels", "Scheduling", "Typesetting",
      ]),

    // A window on the screen.
    .module(
      "Window",
      imports: ["CSDL", "Geometry", "Layers", "Pixels", "Scheduling", "Typesetting"]),

    // Conversations that can be scrolled, in a window or to be measured.
    .module(
      "Viewer",
      imports: [
        "Chat", "Display", "Files", "Fonts", "Geometry", "Images", "JSON", "Layers", "Lists",
        "Messages", "Painting", "Pixels", "Scheduling", "Typesetting", "Window",
      ]),

    // Texts with expectations, for whoever changes how text looks.
    .module(
      "Corpus",
      imports: [
        "Files", "Geometry", "HarfBuzz", "Fonts", "Shaping", "Typesetting", "Messages", "Pixels",
        "Painting",
      ]),

    // What people use.
    .target(
      name: "Galley",
      dependencies: [
        "GalleyGeometry", "GalleyHarfBuzz", "GalleyJSON", "GalleyHighlighting", "GalleyFonts",
        "GalleyShaping", "GalleyTypesetting", "GalleyMessages", "GalleyAttributedStrings",
        "GalleyPixels", "GalleyPainting", "GalleyImages", "GalleyScheduling", "GalleyLayers",
        "GalleyLayoutSpecs", "GalleyDisplay", "GalleyLists", "GalleyChat", "GalleyWindow",
        "GalleyViewer",
      ],
      swiftSettings: .strict),

    // The command line, which is called `galley`. A folder of that name beside `Galley` would be
    // the same folder where file systems do not tell capitals apart.
    .command(
      "CLI",
      imports: [
        "Files", "Geometry", "HarfBuzz", "JSON", "Fonts", "Shaping", "Typesetting", "Messages",
        "Pixels", "Painting", "Scheduling", "Layers", "Display", "Chat", "Corpus",
        "Window", "Viewer",
      ]),

    // Tests, by the folders of what they test.
    .tests("Budgets", of: ["Budgets"]),
    .tests("Analysis", of: ["FriBidi", "HarfBuzz", "ICU", "Shaping"]),
    .tests(
      "Chat",
      of: [
        "Chat", "Display", "Geometry", "Images", "Layers", "LayoutSpecs", "Messages", "Pixels",
        "Scheduling", "Typesetting",
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
    .tests("Files", of: ["Files"]),
    .tests("FontTables", of: ["Budgets", "Files", "FontTables"]),
    .tests("Fonts", of: ["Files", "Fonts", "HarfBuzz", "ICU"]),
    .tests("FreeType", of: ["Files", "FreeType"]),
    .tests("Galley", of: ["Galley"]),
    .tests("Geometry", of: ["Geometry"]),
    .tests("HarfBuzz", of: ["HarfBuzz", "Files"]),
    .tests("Highlighting", of: ["Highlighting"]),
    .tests("Hyphen", of: ["Hyphen"]),
    .tests(
      "Images", of: ["Files", "Geometry", "Images", "Pixels"], excluding: ["Fixtures"]),
    .tests("JSON", of: ["JSON"]),
    .tests("Layers", of: ["Geometry", "Layers", "Pixels", "Threads"]),
    .tests("LayoutSpecs", of: ["Geometry", "LayoutSpecs"]),
    .tests(
      "Lists",
      of: ["Display", "Files", "Geometry", "LayoutSpecs", "Lists", "Scheduling", "Typesetting"]),
    .tests("Messages", of: ["AttributedStrings", "Fonts", "Geometry", "Messages", "Typesetting"]),
    .tests(
      "Painting",
      of: ["Cairo", "Fonts", "FreeType", "Geometry", "Painting", "Pixels", "Typesetting"]),
    .tests("Pixels", of: ["Geometry", "Pixels"]),
    .tests("Scheduling", of: ["Scheduling", "Threads"]),
    .tests("Shaping", of: ["Fonts", "HarfBuzz", "ICU", "Shaping", "Typesetting"]),
    .tests("Threads", of: ["Threads"]),
    .tests("Typesetting", of: ["Geometry", "Fonts", "HarfBuzz", "Shaping", "Typesetting"]),
    .tests(
      "Viewer",
      of: [
        "Chat", "Display", "Geometry", "Images", "Layers", "Lists", "Messages", "Pixels",
        "Scheduling", "Typesetting", "Viewer", "Window",
      ]),
    .tests("Window", of: ["Geometry", "Layers", "Pixels", "Scheduling", "Window"]),
    .target(
      name: "TestSupport", dependencies: ["GalleyFonts", "GalleyTypesetting"],
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

extension Target {
  /// The module of the folder `Sources/<folder>`, which may import those of the folders `imports`.
  ///
  /// The files of its folder `embedding` become part of the program.
  static func module(
    _ folder: String, imports: [String] = [], embedding data: String? = nil
  ) -> Target {
    .target(
      name: "Galley" + folder,
      dependencies: imports.map { .byName(name: "Galley" + $0) },
      path: "Sources/" + folder,
      resources: data.map { [.embedInCode($0)] },
      swiftSettings: .strict)
  }

  /// The program of the folder `Sources/<folder>`, which may import the modules of `imports`.
  static func command(_ folder: String, imports: [String]) -> Target {
    .executableTarget(
      name: "Galley" + folder,
      dependencies: imports.map { .byName(name: "Galley" + $0) } + [
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
        + subjects.map { .byName(name: $0 == "Galley" ? $0 : "Galley" + $0) },
      path: "Tests/" + folder + "Tests",
      exclude: excluded,
      swiftSettings: .strict)
  }
}
