import GalleyText

/// Returns the parts of a text that no font covers, with the Debian package that does.
func uncoveredParts(of text: String, in fonts: FontCollection) -> [String] {
  let font = FontDescription(families: ["Inter", "Noto Sans"], size: 15, weight: 500)
  return fonts.explain(text, in: font, language: "ja").filter { !$0.isComplete }.map { part in
    "\(part.text) (\(part.script)): \(part.package ?? "no package is known")"
  }
}
