// Made by scripts/list-opentype-languages; not to be edited.
// HarfBuzz 6.0.0.

/// The languages that HarfBuzz gives an OpenType tag other than their code in capitals.
enum OpenTypeLanguages {
  /// Codes of three letters, in ascending order, with a space between them.
  static let codes = """
    aae aao aat aba abh abq abs abv acf acm acq acr acw acx acy ada adf adp aeb aec afb afk afs \
    agu agw ahg aht aig aii aiw ajp ajt akb aln als amf amw aoa apa apc apd apj apk apl apm apw \
    arb ari ark arn arq ars ary arz atj atv auj auz avl ayc ayh ayl ayn ayp ayr azb azd azj azn \
    azz bad bag bah bai bal bau bbc bbj bbp bbr bbz bcc bch bci bcl bcq bcr bea beb ber bew bfl \
    bfq bft bfu bfy bgn bgp bgq bgr bhb bhk bhr bil bin biu bjn bjo bjq bjs bjt bkf bko bla ble \
    blg bli blk bln blt bmb bml bmm bpd bpl bpq bqi bqk bra brc bri brm bsh btb btd bti btj btm \
    bto bts btx btz bum bve bvu bwe bxk bxo bxp bxr byn byv bzc bzj bzk caa cac caf cak cbk cbl \
    ccl ccm cco ccq cdo cek cey cfm chf chg chh chj chk chm chn chp chq chz ciw cjy cka ckb ckn \
    cks ckt ckz clc cld cle clj clt cmn cmr cnb cnh cnk cnl cnp cnr cnt cnu cnw coa cob coq cpa \
    cpe cpf cpi cpx cqd cqu crh cri crj crk crl crm crp crr crs crt crx csa csh csj csl cso csp \
    csv csw csy ctc ctd cte cth ctl cts ctu cuc cvn cwd czh czo czt dao dap dcr den dep dgo dgr \
    dhd dhv dib dik din dip diq diw dje djk djr dks dng dnk doi drh dri drw dsb dty dun dup dwk \
    dwu dwy dyu dzn ecr ekk eky emk emy enb enf enh esg esi esk eto euq eve evn ewo eyo fab fan \
    far fat fbl ffm fil flm fmp fng fos fpe fub fuc fue fuf fuh fui fuq fur fuv gaa gac gad gae \
    gal gan gar gaw gax gaz gbm gce gcf gcl gcr gda ggo gha ghk gho gib gil gju gkp gld gmz gnb \
    gno gnw gom goq gox gpe gro grr grt gru gsw gua gug gui guk gul gun gwi gyn haa hae hai hak \
    hal har hax hbn hca hdn hea hji hlt hma hmc hmd hme hmg hmh hmi hmj hml hmm hmp hmq hmr hms \
    hmw hmy hmz hne hnj hno hoc hoi hoj hra hrm hsb hsn huj hup hus hwc hyw iby icr ida idb igb \
    ihb ijc ije ijn ijs ike ikt ing inh iri ism itz ixl jac jak jam jan jax jbe jbn jgo jii jkm \
    jkp jud jul jvd kaa kab kac kam kar kbd kby kca kcn kdr kdt kea keb kek kex kfa kfr kfx kfy \
    kge kha khb khk khn khs kht khv kis kiu kjb kjh kjp kjt kkn kkz klm kln kmb kmn kmo kmr kms \
    kmv kmw knc kng knj knn knr kod koh koi kop koy koz kpe kpl kpp kpv kpy kqs kqy krc kri krk \
    krm krn krt kru ksh ksi ksm kss ksw ktb ktu ktw kui kul kuu kuw kuy kvb kvl kvq kvr kvt kvu \
    kvy kww kwy kxc kxd kxf kxk kxl kxu kyk kyu lac lad lah lak lam laz lbe lbj lbl lce lcf ldi \
    ldk lif lir liw liy lkb lko lks lld lma lmb lmn lmw lna lnl lou lri lrm lrt lsb lsm ltg lth \
    lto lts lus luy luz lvi lvs lwg lzh lzz mai maj mak mam man map maw max mbf mbn mch mcm mcr \
    mct mde mdf mdy men meo mfa mfb mfe mfp mhc mhr mhv min miz mkn mkr mku mle mln mlq mlr mmr \
    mnc mnd mng mnh mnk mnp mns mnw mnx mod mok mop mor mpe mqg mrh mrj msc msh msi mth mtr mts \
    mud mui mun mup muq mvb mve mvf mwk mwq mwr mww mym myq myv mzb mzs nag nan nas naz nch nci \
    ncj ncl ncr ncx ndb ndg nef ngl ngm ngo ngr ngu nhc nhd nhe nhg nhi nhk nhm nhn nhp nhq nht \
    nhv nhw nhx nhy nhz niq nis niv njt njz nko nkx nla nle nln nlv nnh nnz nod npi npl nqo nsk \
    nsm nsu nto nue nuu nuz nwe nyd nyn ojc ojg ojs ojw okd oki okm okr onx oor orc orn oro orr \
    ors ory otw oua paa pal pap pas pbt pbu pce pck pcm pdu pea pel pes pey pga pih pil pis pkh \
    pko plg plk pll pln plp plt pml pmy poc poh pov ppa pre prs pse pst pub puz pwo pww qub quc \
    qud quf qug quh quk qul qum qup qur qus quv quw qux quy qva qvc qve qvh qvi qvj qvl qvm qvn \
    qvo qvp qvs qvw qvz qwa qwc qwh qws qwt qxa qxc qxh qxl qxn qxo qxp qxr qxt qxu qxw rag ral \
    rbb rbl rcf rif rki rmc rmf rml rmn rmo rms rmw rmy rmz rom rop rtc rue rwr sad sah sam say \
    scf sch sci sck scs sdc sdh sdn sds seh sek sez sfm sgc sgo sgw shi shl shu shy sib sig siz \
    sjd sjo sjs skg skr sks skw sky sla sma smd smj sml smn sms smt snb snh sog spv spy srb src \
    srk srm srn sro srs ssh ssl ssm sta stv suq sur svc sve swb swc swh swk swn swv syc taa taj \
    taq tas tau tcb tce tch tcp tcs tcy tcz tdx tec tem tez tfn tgh tgj tgn tgr tgx tgy tht thv \
    thz tia tig tjo tkg tkm tmg tmh tmn tmw tna tne tnf tng tod toi toj tol tor tpi trf trk tru \
    tsg ttc ttm ttq tua tul tuu tuv tuy tvy txc txy tyv tzh tzj tzm tzo ubl uki uln unr urk usp \
    uzn uzs vap vic vit vkk vkp vkt vls vmw wag wbm wbr wea wes weu wlc wle wlk wni wry wsg wuu \
    xal xan xbd xmg xmm xmv xmw xnj xnq xnr xpe xsl xst xup xwo yaj yak yba ybb ybd ydd yih yim \
    yos yua yue zch zdj zeh zen zgb zgh zgm zgn zhd zhn zlj zlm zln zlq zmi zmz znd zne zom zqe \
    zsm zum zyb zyg zyj zyn zyp zzj
    """
}
