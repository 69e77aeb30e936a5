import Testing

@Suite struct JavaHighlighting {
  @Test func `annotations, types and constants are highlighted`() throws {
    let program = ##"""
      @Override public <T> Map<String, int[]> of(int... n) { return new Foo<>(1L, 0x1F, 'a', MAX_VALUE); }
      public @interface Ann {}
      """##
    let expected = ##"""
      «attribute @Override» «keyword public» «operator <»«typeName T»«operator >» «typeName Map»«operator <»«typeName String»«punctuation ,» «typeName int»«punctuation []»«operator >» «function of»«punctuation (»«typeName int»«punctuation ...» n«punctuation )» «punctuation {» «keyword return» «keyword new» «typeName Foo»«operator <>»«punctuation (»«number 1L»«punctuation ,» «number 0x1F»«punctuation ,» «string 'a'»«punctuation ,» «constant MAX_VALUE»«punctuation );» «punctuation }»
      «keyword public» «keyword @interface» «typeName Ann» «punctuation {}»
      """##
    try #expect(marked(program, in: "java") == expected)
  }

  @Test func `text blocks are highlighted`() throws {
    let program = ##"""
      var s = """
        a "b" \n\u0041
        """;
      """##
    let expected = ##"""
      «keyword var» s «operator =» «string """
        a "b" »«escape \n\u0041»«string 
        """»«punctuation ;»
      """##
    try #expect(marked(program, in: "java") == expected)
  }
}

@Suite struct KotlinHighlighting {
  @Test func `string templates contain names and code`() throws {
    let program = ##"""
      fun String.greet() = "Hi $name, ${if (a > 1) "b ${c}" else { "d" }} \$x"
      """##
    let expected = ##"""
      «keyword fun» «typeName String»«punctuation .»«function greet»«punctuation ()» «operator =» «string "Hi »«variable $name»«string , »«escape ${»«keyword if» «punctuation (»a «operator >» «number 1»«punctuation )» «string "b »«escape ${»c«escape }»«string "» «keyword else» «punctuation {» «string "d"» «punctuation }»«escape }»«string  »«escape \$»«string x"»
      """##
    try #expect(marked(program, in: "kt") == expected)
  }

  @Test func `raw strings, nested comments and annotations are highlighted`() throws {
    let program = ##"""
      @file:JvmName("F") val r = """a $b "q" \n""" /* a /* b */ c */; return@foo null
      """##
    let expected = ##"""
      «attribute @file:JvmName»«punctuation (»«string "F"»«punctuation )» «keyword val» r «operator =» «string """a »«variable $b»«string  "q" \n"""» «comment /* a /* b */ c */»«punctuation ;» «keyword return»«attribute @foo» «constant null»
      """##
    try #expect(marked(program, in: "kotlin") == expected)
  }
}

@Suite struct JavaScriptHighlighting {
  @Test func `template literals contain code with nested templates`() throws {
    let program = ##"""
      `a ${b + `c ${d}` + {e: 1}.e} \n`
      """##
    let expected = ##"""
      «string `a »«escape ${»b «operator +» «string `c »«escape ${»d«escape }»«string `» «operator +» «punctuation {»e«punctuation :» «number 1»«punctuation }.»«property e»«escape }»«string  »«escape \n»«string `»
      """##
    try #expect(marked(program, in: "js") == expected)
  }

  @Test func `a slash after an operand divides, and otherwise begins a regular expression`()
    throws
  {
    let program = ##"""
      const re = /a[/]b\/+/gi, h = (a + b) / 2 / n; return /x/.test(s) // c
      """##
    let expected = ##"""
      «keyword const» re «operator =» «string /a[/]b\/+/gi»«punctuation ,» h «operator =» «punctuation (»a «operator +» b«punctuation )» «operator /» «number 2» «operator /» n«punctuation ;» «keyword return» «string /x/»«punctuation .»«function test»«punctuation (»s«punctuation )» «comment // c»
      """##
    try #expect(marked(program, in: "js") == expected)
  }

  @Test func `classes with private members are highlighted`() throws {
    let program = ##"""
      class A extends B { #p = 1; static async *gen() { yield* this.#p; } }
      """##
    let expected = ##"""
      «keyword class» «typeName A» «keyword extends» «typeName B» «punctuation {» «property #p» «operator =» «number 1»«punctuation ;» «keyword static» «keyword async» «operator *»«function gen»«punctuation ()» «punctuation {» «keyword yield»«operator *» «constant this»«punctuation .»«property #p»«punctuation ;» «punctuation }» «punctuation }»
      """##
    try #expect(marked(program, in: "mjs") == expected)
  }

  @Test func `a string ends with its line unless the line is continued`() throws {
    let program = ##"""
      "a\
      b" 'c
      let d = null ?? 0x1Fn
      """##
    let expected = ##"""
      «string "a»«escape \
      »«string b"» «string 'c»
      «keyword let» d «operator =» «constant null» «operator ??» «number 0x1Fn»
      """##
    try #expect(marked(program, in: "js") == expected)
  }
}

@Suite struct TypeScriptHighlighting {
  @Test func `types, modifiers and decorators are highlighted`() throws {
    let program = ##"""
      @Component({}) export abstract class Foo<T extends keyof U> { constructor(private readonly x: string | undefined) {} }
      interface I { type: number }
      """##
    let expected = ##"""
      «attribute @Component»«punctuation ({})» «keyword export» «keyword abstract» «keyword class» «typeName Foo»«operator <»«typeName T» «keyword extends» «keyword keyof» «typeName U»«operator >» «punctuation {» «function constructor»«punctuation (»«keyword private» «keyword readonly» x«punctuation :» «typeName string» «operator |» «constant undefined»«punctuation )» «punctuation {}» «punctuation }»
      «keyword interface» «typeName I» «punctuation {» «keyword type»«punctuation :» «typeName number» «punctuation }»
      """##
    try #expect(marked(program, in: "ts") == expected)
  }
}
