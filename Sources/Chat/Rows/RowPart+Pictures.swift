internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyImages

extension MessageLayout.Picture {
  /// The image file, if it is available at once.
  var file: ImageNode.Image? {
    image.source.map { source in
      source.animatedImage.map { .animation($0) } ?? .file(ImageFile(source))
    }
  }

  var appearance: ImageAppearance {
    var appearance = ImageAppearance(.aspectFill)
    appearance.options.allowsUpscaling = true
    appearance.allowsPartial = true
    appearance.isOpaque = placeholder.alpha == 0xFF
    appearance.backgroundColor = placeholder
    appearance.emptyColor = placeholder
    appearance.thumbnail = image.thumbnail
    return appearance
  }

  func makeImage(environment: DisplayEnvironment) -> ImageNode {
    var options = ImageNode.Options()
    // A picture that arrives fades in over its placeholder.
    options.animatesFirst = false
    options.crossFades = image.pending != nil
    options.clearsForNone = true
    options.invalidatesLayout = false
    let image = ImageNode(
      file, appearance: appearance, options: options, environment: environment,
      onError: image.report)
    image.node.cornerRounding = .rasterized
    return image
  }
}

extension MessageLayout.Avatar {
  /// Returns the node of the person's picture, over the initials; `nil` if there is none to load.
  func makeSlot(
    environment: DisplayEnvironment
  ) -> (node: DisplayNode, slot: MediaSlot)? {
    guard let pending else { return nil }
    var options = ImageNode.Options()
    options.invalidatesLayout = false
    var appearance = ImageAppearance(.aspectFill)
    appearance.corners = ImageCorners(radius: frame.size.width / 2)
    let node = ImageNode(appearance: appearance, options: options, environment: environment).node
    node.name = "picture"
    node.isOpaque = false
    let slot = MediaSlot(pending, showsFailure: false)
    node.addObserver(slot)
    return (node, slot)
  }

  func makeNode(environment: DisplayEnvironment) -> DisplayNode {
    let node = DisplayNode(GradientContent(colors: colors), environment: environment)
    node.cornerRadii = CornerRadii(frame.size.width / 2)
    node.cornerRounding = .rasterized
    node.rasterizesSubtree = true
    let label = DisplayNode(initials.content, environment: environment)
    label.name = "label"
    label.isOpaque = false
    label.bounds = initials.window
    label.frame = initials.window.offset(x: initials.origin.x, y: initials.origin.y)
    node.addSubnode(label)
    return node
  }
}
