/// The names of symbols by class: pairs of a command and a character.
///
/// - SeeAlso: The TeXbook, appendix F, and the names of the packages `amssymb` and `unicode-math`.
enum SymbolNames {
  /// Letters, which alphabets change.
  static let letters = """
    alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι
    kappa κ varkappa ϰ lambda λ mu μ nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ
    varsigma ς tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω digamma ϝ
    Alpha Α Beta Β Gamma Γ Delta Δ Epsilon Ε Zeta Ζ Eta Η Theta Θ Iota Ι Kappa Κ Lambda Λ Mu Μ Nu Ν
    Xi Ξ Omicron Ο Pi Π Rho Ρ Sigma Σ Tau Τ Upsilon Υ Phi Φ Chi Χ Psi Ψ Omega Ω
    partial ∂ imath ı jmath ȷ nabla ∇
    """

  /// Symbols of class ordinary.
  static let ordinary = """
    infty ∞ hbar ℏ hslash ℏ ell ℓ Re ℜ Im ℑ aleph ℵ beth ℶ gimel ℷ daleth ℸ wp ℘ forall ∀ exists ∃
    nexists ∄ emptyset ∅ varnothing ∅ neg ¬ lnot ¬ top ⊤ bot ⊥ angle ∠ measuredangle ∡
    sphericalangle ∢ triangle △ triangledown ▽ square □ Box □ lozenge ◊ Diamond ◊ blacksquare ■
    blacklozenge ⧫ blacktriangle ▲ blacktriangledown ▼ bigstar ★ circledS Ⓢ complement ∁ prime ′
    backprime ‵ sharp ♯ flat ♭ natural ♮ clubsuit ♣ diamondsuit ♢ heartsuit ♡ spadesuit ♠
    clubs ♣ diamonds ♢ hearts ♡ spades ♠ surd √ degree ° S § P ¶ copyright © pounds £ mathsterling £
    yen ¥ checkmark ✓ maltese ✠ eth ð mho ℧ Finv Ⅎ Game ⅁ Bbbk 𝕜 diagup ╱ diagdown ╲ vdots ⋮ infin ∞ alef ℵ empty ∅ exist ∃ image ℑ real ℜ weierp ℘ natnums ℕ N ℕ R ℝ
    reals ℝ Reals ℝ Z ℤ cnums ℂ Complex ℂ lbrack [ AA Å aa å ae æ AE Æ oe œ OE Œ o ø O Ø ss ß
    textdollar $ euro € textbackslash \\ textasciitilde ~ textasciicircum ^ textbar | lq ‘ rq ’
    bullseye ◎ textendash – textemdash — permil ‰
    """

  /// Binary operators.
  static let binary = """
    pm ± mp ∓ times × div ÷ cdot ⋅ cdotp ⋅ ast ∗ star ⋆ circ ∘ bullet ∙ cap ∩ cup ∪ uplus ⊎ sqcap ⊓
    sqcup ⊔ vee ∨ lor ∨ wedge ∧ land ∧ setminus ∖ smallsetminus ∖ wr ≀ diamond ⋄ bigtriangleup △
    bigtriangledown ▽ triangleleft ◁ triangleright ▷ lhd ⊲ rhd ⊳ unlhd ⊴ unrhd ⊵ oplus ⊕ ominus ⊖
    otimes ⊗ oslash ⊘ odot ⊙ bigcirc ◯ dagger † ddagger ‡ dag † ddag ‡ amalg ⨿ dotplus ∔ ltimes ⋉
    rtimes ⋊ leftthreetimes ⋋ rightthreetimes ⋌ Cap ⋒ Cup ⋓ doublecap ⋒ doublecup ⋓ barwedge ⊼
    veebar ⊻ doublebarwedge ⩞ curlywedge ⋏ curlyvee ⋎ boxplus ⊞ boxminus ⊟ boxtimes ⊠ boxdot ⊡
    circleddash ⊝ circledast ⊛ circledcirc ⊚ divideontimes ⋇ intercal ⊺ centerdot ⋅ And & sdot ⋅
    plusmn ± bigast ∗ smalltriangleup ▵ nand ⊼ nor ⊽ divslash ∕
    """

  /// Relations.
  static let relations = """
    leq ≤ le ≤ geq ≥ ge ≥ neq ≠ ne ≠ leqq ≦ geqq ≧ leqslant ⩽ geqslant ⩾ ll ≪ gg ≫ lll ⋘ ggg ⋙
    llless ⋘ gggtr ⋙ prec ≺ succ ≻ preceq ⪯ succeq ⪰ preccurlyeq ≼ succcurlyeq ≽ curlyeqprec ⋞
    curlyeqsucc ⋟ precsim ≾ succsim ≿ precapprox ⪷ succapprox ⪸ sim ∼ simeq ≃ approx ≈ cong ≅
    equiv ≡ doteq ≐ doteqdot ≑ Doteq ≑ asymp ≍ bumpeq ≏ Bumpeq ≎ circeq ≗ eqcirc ≖ triangleq ≜
    approxeq ≊ backsim ∽ backsimeq ⋍ thicksim ∼ thickapprox ≈ eqsim ≂ propto ∝ varpropto ∝ prop ∝
    in ∈ notin ∉ ni ∋ owns ∋ subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇ subsetneq ⊊ supsetneq ⊋
    subseteqq ⫅ supseteqq ⫆ subsetneqq ⫋ supsetneqq ⫌ Subset ⋐ Supset ⋑ nsubseteq ⊈ nsupseteq ⊉
    nsubset ⊄ nsupset ⊅ sqsubset ⊏ sqsupset ⊐ sqsubseteq ⊑ sqsupseteq ⊒ vdash ⊢ dashv ⊣ models ⊨
    vDash ⊨ Vdash ⊩ Vvdash ⊪ nvdash ⊬ nvDash ⊭ nVdash ⊮ nVDash ⊯ mid ∣ nmid ∤ parallel ∥ nparallel ∦
    shortmid ∣ shortparallel ∥ nshortmid ∤ nshortparallel ∦ perp ⟂ between ≬ bowtie ⋈ Join ⋈
    pitchfork ⋔ smile ⌣ frown ⌢ smallsmile ⌣ smallfrown ⌢ therefore ∴ because ∵
    backepsilon ∍ lessgtr ≶ gtrless ≷ lesseqgtr ⋚ gtreqless ⋛ lesseqqgtr ⪋ gtreqqless ⪌ lessdot ⋖
    gtrdot ⋗ lesssim ≲ gtrsim ≳ lessapprox ⪅ gtrapprox ⪆ eqslantless ⪕ eqslantgtr ⪖ nless ≮ ngtr ≯
    nleq ≰ ngeq ≱ lneq ⪇ gneq ⪈ lneqq ≨ gneqq ≩ lnsim ⋦ gnsim ⋧ lnapprox ⪉ gnapprox ⪊ nprec ⊀
    nsucc ⊁ npreceq ⋠ nsucceq ⋡ precneqq ⪵ succneqq ⪶ precnsim ⋨ succnsim ⋩ nsim ≁ ncong ≇
    trianglelefteq ⊴ trianglerighteq ⊵ vartriangleleft ⊲ vartriangleright ⊳ ntriangleleft ⋪
    ntriangleright ⋫ ntrianglelefteq ⋬ ntrianglerighteq ⋭ vartriangle △ blacktriangleleft ◀
    blacktriangleright ▶ risingdotseq ≓ fallingdotseq ≒ coloneqq ≔ eqqcolon ≕ coloneq ≔ Coloneqq ⩴
    vcentcolon : ratio ∶ dblcolon ∷ lt < gt > isin ∈ sub ⊂ sube ⊆ supe ⊇ thetasym ϑ questeq ≟ eqdef ≝
    """

  /// Arrows, which are relations.
  static let arrows = """
    leftarrow ← gets ← rightarrow → to → leftrightarrow ↔ uparrow ↑ downarrow ↓ updownarrow ↕
    Leftarrow ⇐ Rightarrow ⇒ Leftrightarrow ⇔ Uparrow ⇑ Downarrow ⇓ Updownarrow ⇕
    longleftarrow ⟵ longrightarrow ⟶ longleftrightarrow ⟷ Longleftarrow ⟸ Longrightarrow ⟹
    Longleftrightarrow ⟺ iff ⟺ implies ⟹ impliedby ⟸ mapsto ↦ longmapsto ⟼ mapsfrom ↤ nearrow ↗
    searrow ↘ swarrow ↙ nwarrow ↖ hookleftarrow ↩ hookrightarrow ↪ leftharpoonup ↼ leftharpoondown ↽
    rightharpoonup ⇀ rightharpoondown ⇁ rightleftharpoons ⇌ leftrightharpoons ⇋ leftleftarrows ⇇
    rightrightarrows ⇉ upuparrows ⇈ downdownarrows ⇊ leftrightarrows ⇆ rightleftarrows ⇄
    Lleftarrow ⇚ Rrightarrow ⇛ twoheadleftarrow ↞ twoheadrightarrow ↠ leftarrowtail ↢
    rightarrowtail ↣ looparrowleft ↫ looparrowright ↬ curvearrowleft ↶ curvearrowright ↷
    circlearrowleft ↺ circlearrowright ↻ Lsh ↰ Rsh ↱ multimap ⊸ leftrightsquigarrow ↭
    rightsquigarrow ⇝ leadsto ⇝ upharpoonleft ↿ upharpoonright ↾ restriction ↾ downharpoonleft ⇃
    downharpoonright ⇂ dashleftarrow ⇠ dashrightarrow ⇢ nleftarrow ↚ nrightarrow ↛ nleftrightarrow ↮
    nLeftarrow ⇍ nRightarrow ⇏ nLeftrightarrow ⇎ rarr → larr ← harr ↔ rArr ⇒ lArr ⇐ hArr ⇔ Rarr ⇒
    Larr ⇐ Harr ⇔ lrarr ↔ lrArr ⇔ uarr ↑ darr ↓ uArr ⇑ dArr ⇓ dArr ⇓
    """

  /// Opening delimiters.
  static let openings = """
    { { lbrace { langle ⟨ lang ⟨ lfloor ⌊ lceil ⌈ lvert | lVert ‖ lgroup ⟮ lmoustache ⎰ llbracket ⟦
    ulcorner ⌜ llcorner ⌞ lBrack ⟦ lBrace ⦃ lparen (
    """

  /// Closing delimiters.
  static let closings = """
    } } rbrace } rangle ⟩ rang ⟩ rfloor ⌋ rceil ⌉ rvert | rVert ‖ rgroup ⟯ rmoustache ⎱ rrbracket ⟧
    urcorner ⌝ lrcorner ⌟ rBrack ⟧ rBrace ⦄ rparen ) rbrack ]
    """

  /// Delimiters of class ordinary.
  static let fences = """
    vert | | ‖ Vert ‖ backslash \\ arrowvert ⏐
    """

  /// Sum-like operators, with limits above and below in display size.
  static let sums = """
    sum ∑ prod ∏ coprod ∐ bigcup ⋃ bigcap ⋂ bigvee ⋁ bigwedge ⋀ bigoplus ⨁ bigotimes ⨂ bigodot ⨀
    biguplus ⨄ bigsqcup ⨆ bigsqcap ⨅ bigtimes ⨉
    """

  /// Integrals, with limits beside them.
  static let integrals = """
    int ∫ iint ∬ iiint ∭ iiiint ⨌ oint ∮ oiint ∯ oiiint ∰ intop ∫ smallint ∫ fint ⨏
    """

  /// Names of functions without limits.
  static let functions = """
    sin cos tan cot sec csc arcsin arccos arctan arcctg arctg sinh cosh tanh coth sech csch arg deg
    dim exp hom ker lg ln log ch cosec cotg ctg cth sh tg th erf sgn
    """

  /// Names of functions with limits.
  static let limitFunctions = "lim max min sup inf det gcd Pr lcm"

  /// Symbols of class inner.
  static let inner = """
    ldots … dots … dotsc … dotso … mathellipsis … textellipsis … hellip … cdots ⋯ dotsb ⋯ dotsm ⋯
    dotsi ⋯ ddots ⋱ iddots ⋰
    """

  /// Symbols of class punctuation.
  static let punctuation = "colon : ldotp . comma ,"

  /// Accents: the command, the code point of the mark, and `w` if it grows with its base.
  static let accents = """
    hat 302 check 30C tilde 303 acute 301 grave 300 dot 307 ddot 308 dddot 20DB ddddot 20DC
    breve 306 bar 304 vec 20D7 mathring 30A widehat 302w widetilde 303w widecheck 30Cw
    overleftarrow 20D6w overrightarrow 20D7w overleftrightarrow 20E1w overleftharpoon 20D0w
    overrightharpoon 20D1w Overrightarrow 21D2w
    """

  /// Horizontal braces: the command and the code point, above or below the base.
  static let bracesOver = "overbrace 23DE overbracket 23B4 overparen 23DC overgroup 23E0"
  /// Horizontal braces below the base.
  static let bracesUnder = "underbrace 23DF underbracket 23B5 underparen 23DD undergroup 23E1"
  /// Arrows below the base.
  static let arrowsUnder = """
    underleftarrow 2190 underrightarrow 2192 underleftrightarrow 2194
    """

  /// Arrows as long as their labels.
  static let extensibleArrows = """
    xrightarrow 2192 xleftarrow 2190 xleftrightarrow 2194 xRightarrow 21D2 xLeftarrow 21D0
    xLeftrightarrow 21D4 xmapsto 21A6 xhookrightarrow 21AA xhookleftarrow 21A9
    xrightharpoonup 21C0 xrightharpoondown 21C1 xleftharpoonup 21BC xleftharpoondown 21BD
    xrightleftharpoons 21CC xleftrightharpoons 21CB xtwoheadrightarrow 21A0
    xtwoheadleftarrow 219E xlongequal 3D xtofrom 21C4
    """
}
