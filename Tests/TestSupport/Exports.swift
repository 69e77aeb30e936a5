@_exported public import GalleyBasics
