import GalleyText

func explainFonts(of text: String, manifest: String) throws {
  let fonts = try FontCollection(manifest: manifest)
  for cluster in fonts.explain(text, language: "fa") {
    print(cluster.text, cluster.family, cluster.reason)
  }
}
