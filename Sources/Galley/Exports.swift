// Importing Galley imports the public declarations of these modules.
@_exported public import GalleyAccessibility
@_exported public import GalleyChat
@_exported public import GalleyDisplay
@_exported public import GalleyImages
@_exported public import GalleyLayers
@_exported public import GalleyLayoutSpecs
@_exported public import GalleyLists
@_exported public import GalleyScheduling
@_exported public import GalleyText
@_exported public import GalleyTextInput
@_exported public import GalleyWindow
