import Testing

@Suite struct JSONHighlighting {
  @Test func `keys are distinguished from strings`() throws {
    let program = ##"""
      {"a\"b" : "c\n", "d": [1, -2.5e+3, true, null, "e:"]}
      """##
    let expected = ##"""
      «punctuation {»«property "a\"b"» «punctuation :» «string "c»«escape \n»«string "»«punctuation ,» «property "d"»«punctuation :» «punctuation [»«number 1»«punctuation ,» «number -2.5e+3»«punctuation ,» «constant true»«punctuation ,» «constant null»«punctuation ,» «string "e:"»«punctuation ]}»
      """##
    try #expect(marked(program, in: "json") == expected)
  }

  @Test func `comments are highlighted, and an unterminated string ends with its line`() throws {
    let program = ##"""
      { // a
        "b": "c /* d */, /* e */
        "f": 1 }
      """##
    let expected = ##"""
      «punctuation {» «comment // a»
        «property "b"»«punctuation :» «string "c /* d */, /* e */»
        «property "f"»«punctuation :» «number 1» «punctuation }»
      """##
    try #expect(marked(program, in: "jsonc") == expected)
  }
}

@Suite struct YAMLHighlighting {
  @Test func `keys, scalars and comments are highlighted`() throws {
    let program = ##"""
      %YAML 1.2
      ---
      name: a b # c
      url: http://a.b/#c:d
      n: -3.5e1
      on: true
      "q\t": 'it''s'
      x: ~
      """##
    let expected = ##"""
      «attribute %YAML 1.2»
      «punctuation ---»
      «property name»«punctuation :» «string a b» «comment # c»
      «property url»«punctuation :» «string http://a.b/#c:d»
      «property n»«punctuation :» «number -3.5e1»
      «property on»«punctuation :» «constant true»
      «property "q\t"»«punctuation :» «string 'it»«escape ''»«string s'»
      «property x»«punctuation :» «constant ~»
      """##
    try #expect(marked(program, in: "yml") == expected)
  }

  @Test func `flow sequences and mappings are highlighted`() throws {
    let program = ##"""
      a: [b, {c: 1, "d": e f}, true,
        *g] # h
      """##
    let expected = ##"""
      «property a»«punctuation :» «punctuation [»«string b»«punctuation ,» «punctuation {»«property c»«punctuation :» «number 1»«punctuation ,» «property "d"»«punctuation :» «string e f»«punctuation },» «constant true»«punctuation ,»
        «variable *g»«punctuation ]» «comment # h»
      """##
    try #expect(marked(program, in: "yaml") == expected)
  }

  @Test func `block scalars end at the indentation of their key`() throws {
    let program = ##"""
      - a: |
          b: c

          # d
        e: >- # f
         g
      - |
       h
      i: !t &j k
      """##
    let expected = ##"""
      «punctuation -» «property a»«punctuation :» «operator |»
      «string     b: c

          # d
      »  «property e»«punctuation :» «operator >-» «comment # f»
      «string    g
      »«punctuation -» «operator |»
      «string  h
      »«property i»«punctuation :» «attribute !t» «variable &j» «string k»
      """##
    try #expect(marked(program, in: "yaml") == expected)
  }
}

@Suite struct HTMLHighlighting {
  @Test func `tags, attributes and entities are highlighted`() throws {
    let program = ##"""
      <!DOCTYPE html>
      <a href="b &amp; c" id=d disabled>e &lt; f</a><br/>
      """##
    let expected = ##"""
      «attribute <!DOCTYPE html>»
      «tag <a» «attribute href»«operator =»«string "b »«escape &amp;»«string  c"» «attribute id»«operator =»«string d» «attribute disabled»«tag >»e «escape &lt;» f«tag </a><br/>»
      """##
    try #expect(marked(program, in: "html") == expected)
  }

  @Test func `the contents of scripts and styles stay plain`() throws {
    let program = ##"""
      <SCRIPT src='a.js'>let x = "<p>"; a < b</script><style>p { c: d }</style><scripted>
      """##
    let expected = ##"""
      «tag <SCRIPT» «attribute src»«operator =»«string 'a.js'»«tag >»let x = "<p>"; a < b«tag </script><style>»p { c: d }«tag </style><scripted>»
      """##
    try #expect(marked(program, in: "html") == expected)
  }

  @Test func `comments and unclosed tags are highlighted`() throws {
    let program = ##"""
      <!-- a <b> --><c d<e>
      """##
    let expected = ##"""
      «comment <!-- a <b> -->»«tag <c» «attribute d»«tag <e>»
      """##
    try #expect(marked(program, in: "htm") == expected)
  }
}

@Suite struct XMLHighlighting {
  @Test func `declarations, CDATA sections and prefixed names are highlighted`() throws {
    let program = ##"""
      <?xml version="1.0"?>
      <n:a x='&#38;'><![CDATA[ <b> ]]></n:a>
      """##
    let expected = ##"""
      «tag <?xml» «attribute version»«operator =»«string "1.0"»«tag ?>»
      «tag <n:a» «attribute x»«operator =»«string '»«escape &#38;»«string '»«tag >»«string <![CDATA[ <b> ]]>»«tag </n:a>»
      """##
    try #expect(marked(program, in: "svg") == expected)
  }
}

@Suite struct DiffHighlighting {
  @Test func `file headers, hunks and changed lines are highlighted`() throws {
    let program = ##"""
      diff --git a/x b/x
      --- a/x
      +++ b/x
      @@ -1,2 +1,2 @@ main()
       same
      -old
      --- dashes
      +new
      \ No newline at end of file
      """##
    let expected = ##"""
      «heading diff --git a/x b/x»
      «heading --- a/x»
      «heading +++ b/x»
      «attribute @@ -1,2 +1,2 @@» main()
       same
      «deleted -old»
      «deleted --- dashes»
      «inserted +new»
      «comment \ No newline at end of file»
      """##
    try #expect(marked(program, in: "diff") == expected)
  }

  @Test func `the normal diff format is highlighted`() throws {
    let program = ##"""
      3c3
      < old
      ---
      > new
      """##
    let expected = ##"""
      «attribute 3c3»
      «deleted < old»
      «punctuation ---»
      «inserted > new»
      """##
    try #expect(marked(program, in: "patch") == expected)
  }
}
