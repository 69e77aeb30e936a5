import GalleyText

func printTokens(ofSwift program: String) {
  for token in SyntaxLanguage(named: "swift")?.tokens(in: program) ?? [] {
    print(token.kind, token.range)
  }
}
