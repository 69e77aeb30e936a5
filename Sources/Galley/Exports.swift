// Whoever imports Galley has all that is public.
@_exported public import GalleyAttributedStrings
@_exported public import GalleyChat
@_exported public import GalleyDisplay
@_exported public import GalleyFonts
@_exported public import GalleyGeometry
@_exported public import GalleyHarfBuzz
@_exported public import GalleyHighlighting
@_exported public import GalleyImages
@_exported public import GalleyJSON
@_exported public import GalleyLayers
@_exported public import GalleyLayoutSpecs
@_exported public import GalleyMessages
@_exported public import GalleyPainting
@_exported public import GalleyPixels
@_exported public import GalleyScheduling
@_exported public import GalleyShaping
@_exported public import GalleyTypesetting
