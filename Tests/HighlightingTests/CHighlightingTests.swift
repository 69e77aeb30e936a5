import Testing

@Suite struct CHighlighting {
  @Test func `preprocessor directives and included files are highlighted`() throws {
    let program = ##"""
      #include <stdio.h>
        # define MAX(a) ((a) > 0u)
      #error don't "stop"
      """##
    let expected = ##"""
      «attribute #include» «string <stdio.h>»
        «attribute # define» «constant MAX»«punctuation (»a«punctuation )» «punctuation ((»a«punctuation )» «operator >» «number 0u»«punctuation )»
      «attribute #error»«string  don't "stop"»
      """##
    try #expect(marked(program, in: "c") == expected)
  }

  @Test func `strings, character literals and escapes are highlighted`() throws {
    let program = ##"""
      u8"x\n\x41%d" L'\'' 'a' "open
      int y;
      """##
    let expected = ##"""
      «string u8"x»«escape \n\x41»«string %d"» «string L'»«escape \'»«string '» «string 'a'» «string "open»
      «typeName int» y«punctuation ;»
      """##
    try #expect(marked(program, in: "c") == expected)
  }

  @Test func `numbers, members and continued comments are highlighted`() throws {
    let program = ##"""
      p->x = .5f + 0xFFul; // a \
      b
      /* c */ struct point q; size_t n = sizeof(int);
      """##
    let expected = ##"""
      p«operator ->»«property x» «operator =» «number .5f» «operator +» «number 0xFFul»«punctuation ;» «comment // a \
      b»
      «comment /* c */» «keyword struct» «typeName point» q«punctuation ;» «typeName size_t» n «operator =» «keyword sizeof»«punctuation (»«typeName int»«punctuation );»
      """##
    try #expect(marked(program, in: "c") == expected)
  }
}

@Suite struct CPlusPlusHighlighting {
  @Test func `raw strings end with their own delimiter`() throws {
    let program = ##"""
      auto r = R"xy(a )" )" )xy"; u8R"(b)" "c"
      """##
    let expected = ##"""
      «keyword auto» r «operator =» «string R"xy(a )" )" )xy"»«punctuation ;» «string u8R"(b)"» «string "c"»
      """##
    try #expect(marked(program, in: "c++") == expected)
  }

  @Test func `templates, attributes and digit separators are highlighted`() throws {
    let program = ##"""
      template <typename T> [[nodiscard]] auto f(std::vector<T>& v) noexcept -> std::size_t { return 1'000 and this->n; }
      """##
    let expected = ##"""
      «keyword template» «operator <»«keyword typename» «typeName T»«operator >» «attribute [[nodiscard]]» «keyword auto» «function f»«punctuation (»std«punctuation ::»vector«operator <»«typeName T»«operator >&» v«punctuation )» «keyword noexcept» «operator ->» std«punctuation ::»«typeName size_t» «punctuation {» «keyword return» «number 1'000» «keyword and» «constant this»«operator ->»«property n»«punctuation ;» «punctuation }»
      """##
    try #expect(marked(program, in: "cpp") == expected)
  }
}

@Suite struct RustHighlighting {
  @Test func `lifetimes are distinguished from character literals`() throws {
    let program = ##"""
      fn f<'a>(c: &'a str) -> char { 'b' '\'' '\u{1F600}' 'outer: loop { break 'outer } }
      """##
    let expected = ##"""
      «keyword fn» «function f»«operator <»«variable 'a»«operator >»«punctuation (»c«punctuation :» «operator &»«variable 'a» «typeName str»«punctuation )» «operator ->» «typeName char» «punctuation {» «string 'b'» «string '\''» «string '\u{1F600}'» «variable 'outer»«punctuation :» «keyword loop» «punctuation {» «keyword break» «variable 'outer» «punctuation }» «punctuation }»
      """##
    try #expect(marked(program, in: "rs") == expected)
  }

  @Test func `raw strings, macros and nested comments are highlighted`() throws {
    let program = ##"""
      let r = r##"a "# b"##; println!("{}\n", b"x"); /* a /* b */ c */ if a!=b {}
      """##
    let expected = ##"""
      «keyword let» r «operator =» «string r##"a "# b"##»«punctuation ;» «function println!»«punctuation (»«string "{}»«escape \n»«string "»«punctuation ,» «string b"x"»«punctuation );» «comment /* a /* b */ c */» «keyword if» a«operator !=»b «punctuation {}»
      """##
    try #expect(marked(program, in: "rust") == expected)
  }

  @Test func `attributes and numbers are highlighted`() throws {
    let program = ##"""
      #![allow(dead_code)]
      #[derive(Debug, Clone)] struct P<T> { x: [T; 3], y: 1_000u64, z: 2.5e3f32, w: 0..9 }
      """##
    let expected = ##"""
      «attribute #![allow(dead_code)]»
      «attribute #[derive(Debug, Clone)]» «keyword struct» «typeName P»«operator <»«typeName T»«operator >» «punctuation {» x«punctuation :» «punctuation [»«typeName T»«punctuation ;» «number 3»«punctuation ],» y«punctuation :» «number 1_000u64»«punctuation ,» z«punctuation :» «number 2.5e3f32»«punctuation ,» w«punctuation :» «number 0»«punctuation ..»«number 9» «punctuation }»
      """##
    try #expect(marked(program, in: "rust") == expected)
  }
}

@Suite struct GoHighlighting {
  @Test func `functions, types and channels are highlighted`() throws {
    let program = ##"""
      func (s *Server) Run(ctx context.Context) error { go f(<-ch); return nil }
      """##
    let expected = ##"""
      «keyword func» «punctuation (»s «operator *»Server«punctuation )» «function Run»«punctuation (»ctx context«punctuation .»«property Context»«punctuation )» «typeName error» «punctuation {» «keyword go» «function f»«punctuation (»«operator <-»ch«punctuation );» «keyword return» «constant nil» «punctuation }»
      """##
    try #expect(marked(program, in: "go") == expected)
  }

  @Test func `interpreted strings, raw strings, runes and numbers are highlighted`() throws {
    let program = ##"""
      x := "a\n" + `b\n
      c` + string('\'') + 0x1F + 3i
      """##
    let expected = ##"""
      x «operator :=» «string "a»«escape \n»«string "» «operator +» «string `b\n
      c`» «operator +» «typeName string»«punctuation (»«string '»«escape \'»«string '»«punctuation )» «operator +» «number 0x1F» «operator +» «number 3i»
      """##
    try #expect(marked(program, in: "golang") == expected)
  }
}
