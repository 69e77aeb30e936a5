// Importing GalleyText imports the public declarations of these modules.
@_exported public import GalleyFonts
@_exported public import GalleyGeometry
@_exported public import GalleyHarfBuzz
@_exported public import GalleyHighlighting
@_exported public import GalleyJSON
@_exported public import GalleyMessages
@_exported public import GalleyPainting
@_exported public import GalleyPixels
@_exported public import GalleyRichMessages
@_exported public import GalleyRichStreaming
@_exported public import GalleyRichTypesetting
@_exported public import GalleyShaping
@_exported public import GalleyTypesetting
