import Testing

@Suite struct PythonHighlighting {
  @Test func `decorators, definitions and annotations are highlighted`() throws {
    let program = ##"""
      @functools.cache
      async def main(self, n: int = 1_000) -> None:
          class Foo(Base): MAX = 3j
      """##
    let expected = ##"""
      «attribute @functools.cache»
      «keyword async» «keyword def» «function main»«punctuation (»«variable self»«punctuation ,» n«punctuation :» «typeName int» «operator =» «number 1_000»«punctuation )» «operator ->» «constant None»«punctuation :»
          «keyword class» «typeName Foo»«punctuation (»«typeName Base»«punctuation ):» «constant MAX» «operator =» «number 3j»
      """##
    try #expect(marked(program, in: "py") == expected)
  }

  @Test func `formatted strings contain fields, widths and nested strings`() throws {
    let program = ##"""
      f"a {x!r:>{w}} {{b}} {d['k'][f(1)]}" rb'\d+' 'it\'s'
      """##
    let expected = ##"""
      «string f"a »«escape {»x«escape !r:»«string >»«escape {»w«escape }}»«string  »«escape {{»«string b»«escape }}»«string  »«escape {»d«punctuation [»«string 'k'»«punctuation ][»«function f»«punctuation (»«number 1»«punctuation )]»«escape }»«string "» «string rb'\d+'» «string 'it»«escape \'»«string s'»
      """##
    try #expect(marked(program, in: "python") == expected)
  }

  @Test func `triple-quoted strings span lines, formatted or not`() throws {
    let program = ##"""
      """a "b"
      c""" + F'''{
        x}
      '''
      """##
    let expected = ##"""
      «string """a "b"
      c"""» «operator +» «string F'''»«escape {»
        x«escape }»«string 
      '''»
      """##
    try #expect(marked(program, in: "py") == expected)
  }

  @Test func `soft keywords are highlighted only in keyword positions`() throws {
    let program = ##"""
      match command:
          case [x, *rest]: pass
      match = 5
      type X = int
      a @ b
      """##
    let expected = ##"""
      «keyword match» command«punctuation :»
          «keyword case» «punctuation [»x«punctuation ,» «operator *»rest«punctuation ]:» «keyword pass»
      match «operator =» «number 5»
      «keyword type» «typeName X» «operator =» «typeName int»
      a «operator @» b
      """##
    try #expect(marked(program, in: "py") == expected)
  }
}

@Suite struct ShellHighlighting {
  @Test func `commands, options and pipes are highlighted`() throws {
    let program = ##"""
      sudo ls -la --color=auto *.txt | sort > out.txt 2>&1 && echo done # a#b
      """##
    let expected = ##"""
      «function sudo» ls «attribute -la» «attribute --color»=auto *.txt «operator |» «function sort» «operator >» out.txt «operator 2>&1» «operator &&» «function echo» done «comment # a#b»
      """##
    try #expect(marked(program, in: "sh") == expected)
  }

  @Test func `strings, expansions and substitutions are highlighted`() throws {
    let program = ##"""
      NAME="a $USER ${HOME:-"b"} $(date +%Y | tr -d '\n')" run $'x\n' `pwd` "$((1 + n * (2)))"
      """##
    let expected = ##"""
      «variable NAME»«operator =»«string "a »«variable $USER»«string  »«variable ${HOME:-»«string "b"»«variable }»«string  »«punctuation $(»«function date» +%Y «operator |» «function tr» «attribute -d» «string '\n'»«punctuation )»«string "» «function run» «string $'x»«escape \n»«string '» «punctuation `»«function pwd»«punctuation `» «string "»«punctuation $((»«number 1» «operator +» «variable n» «operator *» «punctuation (»«number 2»«punctuation )))»«string "»
      """##
    try #expect(marked(program, in: "bash") == expected)
  }

  @Test func `here documents begin on the next line, one after the other`() throws {
    let program = ##"""
      cat <<A <<-'B' | sort
      $x \$y $(cmd)
      A
      	$z
      	B
      ls
      """##
    let expected = ##"""
      «function cat» «operator <<A» «operator <<-'B'» «operator |» «function sort»
      «variable $x»«string  »«escape \$»«string y »«punctuation $(»«function cmd»«punctuation )»«string 
      »«operator A»«string 
      	$z
      »«operator 	B»
      «function ls»
      """##
    try #expect(marked(program, in: "sh") == expected)
  }

  @Test func `loops, case statements and tests are highlighted`() throws {
    let program = ##"""
      for f in a "$@"; do if [[ -f $f && ! -z x ]]; then run; fi; done
      case "$1" in start) go ;; *) exit 1 ;; esac
      f() { local a=1 b=(1 2); cat <<< "c"; }
      """##
    let expected = ##"""
      «keyword for» «variable f» «keyword in» a «string "»«variable $@»«string "»«punctuation ;» «keyword do» «keyword if» «keyword [[» «attribute -f» «variable $f» «operator &&» «operator !» «attribute -z» x ]]«punctuation ;» «keyword then» «function run»«punctuation ;» «keyword fi»«punctuation ;» «keyword done»
      «keyword case» «string "»«variable $1»«string "» «keyword in» start«punctuation )» «function go» «punctuation ;;» *«punctuation )» «keyword exit» «number 1» «punctuation ;;» «keyword esac»
      «function f»«punctuation ()» «punctuation {» «keyword local» «variable a»«operator =»1 «variable b»«operator =»«punctuation (»1 2«punctuation );» «function cat» «operator <<<» «string "c"»«punctuation ;» «punctuation }»
      """##
    try #expect(marked(program, in: "zsh") == expected)
  }
}

@Suite struct SQLHighlighting {
  @Test func `keywords in any case, quoted names and strings are highlighted`() throws {
    let program = ##"""
      Select u.name, COUNT(*) from "users" u where note like 'it''s' and x::int > 1.5e3 -- c
      """##
    let expected = ##"""
      «keyword Select» u«punctuation .»«property name»«punctuation ,» «function COUNT»«punctuation (»«operator *»«punctuation )» «keyword from» «property "users"» u «keyword where» note «keyword like» «string 'it»«escape ''»«string s'» «keyword and» x«operator ::»«typeName int» «operator >» «number 1.5e3» «comment -- c»
      """##
    try #expect(marked(program, in: "sql") == expected)
  }

  @Test func `dollar quotes, parameters and nested comments are highlighted`() throws {
    let program = ##"""
      CREATE FUNCTION f() RETURNS varchar(10) AS $b$ 'x' $1 $b$; values (:a, @b, $1, NULL) /* a /* b */ c */
      """##
    let expected = ##"""
      «keyword CREATE» «keyword FUNCTION» «function f»«punctuation ()» «keyword RETURNS» «typeName varchar»«punctuation (»«number 10»«punctuation )» «keyword AS» «string $b$ 'x' $1 $b$»«punctuation ;» «keyword values» «punctuation (»«variable :a»«punctuation ,» «variable @b»«punctuation ,» «variable $1»«punctuation ,» «constant NULL»«punctuation )» «comment /* a /* b */ c */»
      """##
    try #expect(marked(program, in: "psql") == expected)
  }
}
