import Testing

@Suite struct SwiftHighlighting {
  @Test func `keywords, names and types are distinguished`() throws {
    let program = ##"""
      @MainActor public func greet<T: View>(_ name: String) async -> T? { self.items.count }
      """##
    let expected = ##"""
      «attribute @MainActor» «keyword public» «keyword func» «function greet»«operator <»«typeName T»«punctuation :» «typeName View»«operator >»«punctuation (»_ name«punctuation :» «typeName String»«punctuation )» «keyword async» «operator ->» «typeName T»«operator ?» «punctuation {» «constant self»«punctuation .»«property items»«punctuation .»«property count» «punctuation }»
      """##
    try #expect(marked(program, in: "swift") == expected)
  }

  @Test func `string interpolations contain nested strings`() throws {
    let program = ##"""
      let s = "a \(f("b \(x)", (1)))\n\u{1F600}"
      """##
    let expected = ##"""
      «keyword let» s «operator =» «string "a »«escape \(»«function f»«punctuation (»«string "b »«escape \(»x«escape )»«string "»«punctuation ,» «punctuation (»«number 1»«punctuation ))»«escape )\n\u{1F600}»«string "»
      """##
    try #expect(marked(program, in: "swift") == expected)
  }

  @Test func `a raw string ends with as many number signs as it begins with`() throws {
    let program = ##"""
      #"raw \n "q" \#(x) \#n"# + ##"a"#b"##
      """##
    let expected = ##"""
      «string #"raw \n "q" »«escape \#(»x«escape )»«string  »«escape \#n»«string "#» «operator +» «string ##"a"#b"##»
      """##
    try #expect(marked(program, in: "swift") == expected)
  }

  @Test func `multiline strings span lines`() throws {
    let program = ##"""
      """
        a "b" \(c)
        """ + d
      """##
    let expected = ##"""
      «string """
        a "b" »«escape \(»c«escape )»«string 
        """» «operator +» d
      """##
    try #expect(marked(program, in: "swift") == expected)
  }

  @Test func `an unterminated string ends with its line`() throws {
    let program = ##"""
      "a \(b
      let c = 1
      """##
    let expected = ##"""
      «string "a »«escape \(»b
      «keyword let» c «operator =» «number 1»
      """##
    try #expect(marked(program, in: "swift") == expected)
  }

  @Test func `comments nest`() throws {
    let program = ##"""
      /* a /* b */ c */ let x // d
      """##
    let expected = ##"""
      «comment /* a /* b */ c */» «keyword let» x «comment // d»
      """##
    try #expect(marked(program, in: "swift") == expected)
  }

  @Test func `a slash after an operand divides, and otherwise begins a regular expression`()
    throws
  {
    let program = ##"""
      a / b / c; let r = /a[/]b\/+/; x = #/a/b\/#z/#
      """##
    let expected = ##"""
      a «operator /» b «operator /» c«punctuation ;» «keyword let» r «operator =» «string /a[/]b\/+/»«punctuation ;» x «operator =» «string #/a/b»«escape \/»«string #z/#»
      """##
    try #expect(marked(program, in: "swift") == expected)
  }

  @Test func `macros, conditions and attributes are highlighted`() throws {
    let program = ##"""
      #if DEBUG
      @Test(.enabled) func `a name`() { #expect($0 == 0x1F_p3 ?? 1_000.5e-3) }
      #endif
      """##
    let expected = ##"""
      «attribute #if» «typeName DEBUG»
      «attribute @Test»«punctuation (.»«property enabled»«punctuation )» «keyword func» `a name`«punctuation ()» «punctuation {» «attribute #expect»«punctuation (»«variable $0» «operator ==» «number 0x1F_p3» «operator ??» «number 1_000.5e-3»«punctuation )» «punctuation }»
      «attribute #endif»
      """##
    try #expect(marked(program, in: "swift") == expected)
  }

  @Test func `a name after a period is never highlighted as a keyword`() throws {
    let program = ##"""
      x.default.init(y).self; 0..<n; a...b; extension A.B {}
      """##
    let expected = ##"""
      x«punctuation .»«property default»«punctuation .»«function init»«punctuation (»y«punctuation ).»«property self»«punctuation ;» «number 0»«punctuation ..»«operator <»n«punctuation ;» a«punctuation ...»b«punctuation ;» «keyword extension» «typeName A»«punctuation .»«typeName B» «punctuation {}»
      """##
    try #expect(marked(program, in: "swift") == expected)
  }
}
