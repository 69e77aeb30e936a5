/// The top-level domains accepted in hosts without a scheme.
///
/// The list has all country codes and the most common generic domains: file extensions under which
/// hardly any host is registered would turn file names into links.
enum TopLevelDomains {
  /// The domains, in lower case.
  static let all = Set(
    [general, countries, other].flatMap {
      $0.split(whereSeparator: \.isWhitespace).map(String.init)
    })

  private static let general = """
    com net org edu gov mil int info biz name pro mobi tel travel museum aero coop jobs cat post asia
    app dev page web blog site online store shop tech cloud space website live news media world life
    today club group team work agency studio design digital email network systems solutions services
    company business center city house energy education school university academy institute health
    care clinic hospital legal law finance bank money fund capital market trade exchange insure
    social chat community events tickets game games play fun video film movie music audio radio photo
    photos pictures gallery art books wiki guide tips reviews directory link click download zone xyz
    top icu vip win bid loan work best one plus global international host hosting domains software
    codes computer support help tools technology science engineering green eco bio organic food cafe
    restaurant pizza coffee beer wine bar pub hotel holiday tours cruises flights taxi car cars auto
    bike boats fashion style shoes clothing jewelry beauty salon fitness yoga run football golf ski
    family kids baby love dating wedding gift gifts flowers toys pet dog horse land homes property
    rent apartments construction contractors builders plumbing cleaning cash deals sale discount
    promo buy gold diamonds bitcoin crypto ton arpa example test invalid localhost onion
    london paris berlin tokyo moscow nyc amsterdam wien hamburg koeln madrid sydney rio bayern swiss
    """

  private static let countries = """
    ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt
    bw by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er
    es et eu fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr
    ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk
    lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf
    ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc
    sd se sg sh si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv
    tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw
    """

  private static let other = """
    рф рус бел укр мкд срб мон қаз бг ею дети москва онлайн сайт орг ком
    中国 中國 香港 台灣 台湾 新加坡 公司 网络 網絡 中文网 在线 网站 网址 商城 我爱你 手机
    日本 みんな コム ストア クラウド 한국 닷컴 닷넷
    ไทย भारत संगठन বাংলা ভারত ਭਾਰਤ ભારત இந்தியா இலங்கை சிங்கப்பூர் భారత్ ලංකා
    مصر السعودية امارات ایران پاکستان عمان الاردن فلسطين قطر تونس المغرب الجزائر سورية عراق شبكة
    ישראל קום ελ ευ հայ გე
    """
}
