/// How a known abbreviation stands to the end of a sentence.
enum AbbreviationKind: Sendable {
    /// Stands before a name or another word and never ends a sentence: "Mr.", "e.g.".
    case prefix
    /// Belongs to a number that follows; before a word the full stop is an ordinary one: "No. 5", "p. 3".
    case number
    /// May end a sentence, and does when the next word is one with which sentences begin: "Inc.", "Jr.", "Dec."
    case general
    /// Ends a sentence whenever a capital follows: "etc."
    case final
}

/// The abbreviations of a language, together with the English ones, which occur in texts of all languages.
struct Abbreviations: Sendable {
    private let kinds: [String: AbbreviationKind]

    init(language: String) {
        var kinds = Self.english
        if language != "en", let own = AbbreviationLists.all[language] {
            kinds.merge(Self.table(own)) { _, new in new }
        }
        self.kinds = kinds
    }

    /// - Parameter word: without the last full stop; case does not matter.
    func kind(of word: String) -> AbbreviationKind? {
        let lower = word.lowercased()
        if let kind = kinds[lower] { return kind }
        // "l'art. 5", "dell'ing. Rossi": an article that lost its vowel stands before it.
        guard let apostrophe = lower.firstIndex(where: { $0 == "'" || $0 == "’" }),
            ElidedWords.articles.contains(String(lower[..<apostrophe]))
        else { return nil }
        return kinds[String(lower[lower.index(after: apostrophe)...])]
    }

    private static let english = table(AbbreviationLists.all["en"] ?? [:])

    private static func table(_ lists: [AbbreviationKind: String]) -> [String: AbbreviationKind] {
        var kinds: [String: AbbreviationKind] = [:]
        // A word of several lists is what stands last here: "др." ends sentences and stands before names, "art." stands before numbers and
        // words and ends none. The order of a dictionary is another one in each run.
        for kind in order {
            for word in (lists[kind] ?? "").split(separator: " ") { kinds[String(word)] = kind }
        }
        return kinds
    }

    private static let order: [AbbreviationKind] = [.number, .prefix, .general, .final]
}

/// Abbreviations by language and by how they stand to the end of a sentence, in lower case without their last full stop. Kept here
/// by hand; no script makes them.
enum AbbreviationLists {
    static let all: [String: [AbbreviationKind: String]] = [
        "en": [
            .prefix: """
            mr mrs ms messrs mmes dr drs prof profs gen sen rep gov pres supt sgt cpl pvt capt cmdr lt col maj brig adm rev \
            revd hon fr st ste mt ft msgr mlle mme e.g i.e eg ie viz vs cf al ph assoc asst atty dist hosp insp \
            det univ attn ret ph.d-level approx esp incl excl resp abbr orig lat gk rs usd eur n° op pseud ed eds trans
            """,
            .number: """
            no nos nr p pp pg vol vols fig figs art arts ch chap sec sect para par ver v ca circa c tel ext n pt pts \
            eq eqs ref refs tab bk app cl lev ser max min avg fl r art ss
            """,
            .general: """
            jr sr inc ltd co corp cos bros llc plc mfg assn dept div est intl natl govt ave blvd rd ln hwy pkwy sq ct \
            bldg apt rm jan feb mar apr jun jul aug sept sep oct nov dec mon tue tues wed thu thur thurs fri \
            ala ariz ark calif colo conn del fla ga ill ind kan ky md mich minn miss mo mont neb nev okla ore penn pa tenn \
            tex va vt wash wis wyo ont que hrs hr mins secs wk wks yr yrs mo mos oz lb lbs kg km cm mm ml mi sq cu gal \
            misc temp tech acad admin amt anon biol chem phys math hist lit med philos psych
            """,
            .final: "etc",
        ],
        "de": [
            .prefix: """
            hr hrn fr frl dr prof dipl ing med phil jur rer nat hl sankt st z.b z.t u.a d.h i.d.r o.ä v.a bzw bspw \
            ca ggf evtl inkl exkl zzgl abzgl vgl sog usf insb bes gem lt jew mind höchst ehem zt zb allg ausschl \
            beisp betr dgl dt engl franz griech ital lat span russ österr schweiz europ amerik geb gest gegr gez \
            hrsg bearb übers verf i.a i.v p.a a.d u.u m.e m.w a.a h.c s.u s.o n.chr v.chr od str ggü kl bekl z.hd \
            d.m m.a m.b v.d i.h.v i.s.d i.v.m
            """,
            .number: """
            nr nrn s abs art bd bde kap ziff abb tab tel anm aufl az bl fig jg jh jhd rn rdnr st tz vol zif min std \
            ff f mio mrd art randnr rz hsnr lfd.nr
            """,
            .general: """
            jan feb mär apr jun jul aug sep sept okt nov dez mo di mi do sa so co ltd ges dir abt verl bürgerm \
            geschf präs min std sek mwst e.v
            """,
            .final: "usw etc usf u.s.w",
        ],
        "fr": [
            .prefix: """
            m mm mme mmes mlle mlles me mgr dr drs pr prof st ste sts av bd boul bvd fg ex cf p.ex c.-à-d env chap \
            éd coll trad dir hab tél réf rem resp apr règl lt
            """,
            .number: "n no nos art vol p pp fig al tél t réf ch chap sect parag ann fasc",
            .general: "janv févr fév avr juil sept oct nov déc lun mar mer jeu ven sam dim ltd cie sté dép arr arrt",
            .final: "etc h km kg cm min",
        ],
        "es": [
            .prefix: """
            sr sra sres sras srta srtas d dª dña dr dra dres lic ing arq prof profa gral cnel tte cap sto sta san mons fr \
            excmo excma ilmo ilma hno hna rev p.ej ej av avda avd c.c cf ee aprox pág págs párr párrf gob pdte vda cra \
            carr dpto depto edo esq izq dcha pza urb
            """,
            .number: """
            núm núms nº n no art arts tel tfno tlf ext fig vol cap pág págs pag p pp apdo aptdo piso párr párrf mín \
            min máx máx seg hab c c.p
            """,
            .general: """
            ene feb mar abr may jun jul ago sep sept oct nov dic lun mié jue vie sáb dom cía ltda ud uds vd vds s.a s.l \
            d.c a.c c.v ee.uu uu ff.aa rr.hh
            """,
            .final: "etc km kg cm h min",
        ],
        "it": [
            .prefix: """
            sig sigg sig.ra sig.na sigra sigg dott dott.ssa dr prof prof.ssa ing avv arch geom rag on sen cav comm \
            mons don s ss sto sta p.es es cfr cf all ca circa ecc.mo ill.mo gent egr spett on cap col gen ten magg \
            mar serg via v.le meteor idraul f.lli d.lgs
            """,
            .number: """
            n nn num art artt pag pagg p pp fig vol cap tel tav par sez lett ed sec int sc scala co
            """,
            .general: """
            gen feb mar apr mag giu lug ago set sett ott nov dic lun merc gio ven sab dom s.p.a s.r.l soc fraz a.c \
            d.c
            """,
            .final: "ecc etc km kg cm",
        ],
        "pt": [
            .prefix: """
            sr sra srs sras srta d dr dra drs eng arq prof profa gal cel exmo exma ilmo av r lg pç p.ex ex cf aprox \
            trav
            """,
            .number: "n nº no núm art arts pág págs p pp fig vol cap tel ext inc al séc ap apto lt cód",
            .general: "jan fev mar abr mai jun jul ago set out nov dez cia ltda s.a v.exa a.c d.c",
            .final: "etc km kg cm h",
        ],
        "nl": [
            .prefix: """
            dhr mevr mw mej dr drs ir ing mr prof ds st bijv bv b.v d.w.z o.a m.b.t t.a.v i.p.v a.u.b ca evt incl excl resp vgl \
            zgn n.a.v o.l.v t.o.v t.g.v m.n e.d
            """,
            .number: "nr nrs blz p pp pag art afb fig hfst vol tel par",
            .general: "jan feb mrt apr jun jul aug sep sept okt nov dec ma di wo vr za zo",
            .final: "enz etc e.d e.a",
        ],
        "da": [
            .prefix: """
            hr fr frk dr prof skt sct st bl.a f.eks fx d.v.s dvs osv evt inkl ekskl ca cand stud kgl pga mht mfl m.fl \
            vedr jf iflg ang eks adm afd
            """,
            .number: "nr s kap art bd tlf stk pkt fig",
            .general: "jan feb mar apr jun jul aug sep sept okt nov dec man tirs ons tors fre lør søn mio mia kr",
            .final: "osv etc mv mm",
        ],
        "sv": [
            .prefix: """
            hr fr frk dr prof s:t s:ta bl.a t.ex d.v.s dvs ca inkl exkl resp jfr f.d m.a.o p.g.a ev ang forts enl
            """,
            .number: "nr s sid kap bd tel fig st art",
            .general: "jan febr feb mars apr jun jul aug sept okt nov dec mån tis ons tors fre lör sön kr",
            .final: "osv etc mm",
        ],
        "nb": [
            .prefix: "hr fr frk dr prof st bl.a f.eks d.v.s dvs ca inkl ekskl evt jf pga mht ev ang",
            .number: "nr s kap bd tlf fig art",
            .general: "jan feb mar apr jun jul aug sep sept okt nov des man tirs ons tors fre lør søn kr",
            .final: "osv etc mv mm",
        ],
        "pl": [
            .prefix: """
            p pp dr hab prof mgr inż lek ks św gen płk mjr kpt por bp abp hr al ul pl os np tzw tzn tj m.in ok ww ds \
            zob por bałt ang niem franc ros łac gr wł hiszp r.ż wg mec red im dot zam pw dn dyr kier wsch zach płd \
            płn
            """,
            .number: "nr s str t tom rozdz art ust poz pkt tel ryc rys tab par godz lok nast kl",
            .general: """
            r w m.in sp o.o s.a mln mld tys sty lut mar kwi maj cze lip sie wrz paź lis gru jr sr
            """,
            .final: "itd itp zł ha km kg cm",
        ],
        "ru": [
            .prefix: """
            г гг гр гос д др д-р ул пр просп пл пер обл р-н им проф акад доц канд тов св о оз р с п пос дер стр корп \
            кв напр см ср т.е т.к т.н т.д-р рис табл илл англ нем фр лат греч ит исп ген полк кап лейт мл ст зам зав \
            изд ред сост т.ч инж дир
            """,
            .number: "№ n стр с гл т ст п пп рис табл кв д корп ч том вып тел доб разд подп абз",
            .general: """
            руб коп тыс млн млрд долл дол чел экз кг км см мм куб кв.м куб.м ч час мин сек янв фев февр мар апр июн июл авг сен \
            сент окт ноя нояб дек в вв н.э до.н.э р.х шт гг
            """,
            .final: "др пр т.д т.п",
        ],
        "uk": [
            .prefix: "г м р с в вул просп пл пров обл р-н ім проф акад доц тов св о див напр т.зв т.б ред вид",
            .number: "№ с ст гл т п пп рис табл кв буд тел ч",
            .general:
                "грн коп тис млн млрд дол чол кг км см мм год хв сек січ лют бер квіт трав черв лип серп вер жовт лист груд рр ст",
            .final: "ін т.д т.п",
        ],
        "bg": [
            .prefix: "г гр ул бул пл проф акад доц д-р инж св р с о напр т.е т.нар вж срв",
            .number: "№ с стр гл т ст чл ал ет ап бл вх тел",
            .general: "лв ст хил млн млрд кг км см мм ч мин сек г гг в",
            .final: "др т.н",
        ],
        "kk": [
            .prefix: "г ж ғ проф акад д-р т мыс қ көш",
            .number: "№ б т",
            .general: "млн млрд мың тг кг км см мм т.б т.с.с жж ғғ",
            .final: "",
        ],
        "el": [
            .prefix: """
            κ κα κ.κ κος δρ καθ αγ π.χ δηλ βλ λ.χ σελ αρ αριθ λεωφ πλ οδ άγ αναπλ υπ μητρ πρωθ
            """,
            .number: "σελ αρ αριθ τηλ κεφ τ παρ εικ άρθ άρ εδ τόμ τεύχ παράρτ φ",
            .general: """
            ιαν φεβρ μαρτ απρ ιουν ιουλ αυγ σεπτ οκτ νοεμ δεκ μ.χ π.χ χλμ χιλ εκ εκατ δισ τ.μ μ.μ π.μ αι
            """,
            .final: "κλπ κ.λπ κτλ κ.τ.λ κ.ά",
        ],
        "ar": [.prefix: "د أ م ص س ج ب ه ت", .number: "ص ج", .general: "", .final: "الخ"],
        "fa": [.prefix: "د م", .number: "ص ج", .general: "ق.م ه.ق ه.ش", .final: ""],
        "tr": [
            .prefix: """
            dr prof doç av sn bay bn yrd öğr gör alb gen müh ör vb bkz çev haz yay cad sok mah apt uzm örn yakl op \
            ecz müf age agm blv sk
            """,
            .number: "no s sf sy cilt c tel md kat f fık bend",
            .general: "oca şub mar nis may haz tem ağu eyl eki kas ara m.ö m.s t.c a.ş ltd şti",
            .final: "vb vs vd",
        ],
        "vi": [
            .prefix: """
            ts ths th.s pgs gs gs.ts pgs.ts bs ks ls cn cv gv hs sv tp t.p q p f tx tt x h cty đ đc đ/c ng tr vd v.d nxb mr ms st th \
            ô b kts nsnd nsưt lm đhqg
            """,
            .number: "số s tr t đt q tk",
            .general: "tcn scn cn tw t.ư tnhh",
            .final: "v.v",
        ],
        "sk": [
            .prefix:
                "p pí dr mudr ing mgr bc judr phdr paeddr prof doc sv napr tzv tzn tj cca resp mj ul nám gen plk s.r",
            .number: "č str s ods obr tab kap čl tel roč",
            .general: "jan feb mar apr máj jún júl aug sep okt nov dec kč tis mil mld hod min s.r.o a.s n.l",
            .final: "atď apod",
        ],
        "cs": [
            .prefix: "p pí dr mudr ing mgr bc judr phdr prof doc sv např tzv tj cca resp vč mj ul nám arch gen plk",
            .number: "č str s sv obr tab kap čl odst tel roč",
            .general: "led úno bře dub kvě čvn čvc srp zář říj lis pro kč tis mil mld hod min",
            .final: "atd apod aj",
        ],
        "ro": [
            .prefix: """
            dl dna d-l d-na dra dr prof ing arh av str bd bdul bl sc ap et jud mun nr pct sf ex cf cca ș.a v lect \
            conf acad gen col lt cpt pr ș.cl lic tr p.ex art alin lit șos şos aprox spl
            """,
            .number: "nr pag p pp vol cap fig art alin lit tel nr.crt sec par",
            .general: """
            ian feb febr mar apr iun iul aug sept sep oct noi nov dec lei mil mld min max î.hr d.hr î.e.n \
            e.n a.c a.m p.m s.a s.r.l km kg
            """,
            .final: "etc ș.a ș.a.m.d șamd ș.cl lei km kg",
        ],
        "hu": [
            .prefix: "dr prof ifj id özv kb ún stb.-i pl ill vö ld szt u krt tér bp vm sz old lásd",
            .number: "sz old bek par f évf tel em u ép",
            .general: "jan febr márc ápr máj jún júl aug szept okt nov dec i.e i.sz kft zrt rt bt",
            .final: "stb",
        ],
        "fi": [
            .prefix: "esim ks mm ns tri prof dos hra rva nti mr eaa kts vrt em po tri yht",
            .number: "s nr n:o kpl luku art",
            .general: "eaa klo oy milj mrd tuh jkr ekr eur",
            .final: "jne yms ym",
        ],
        "hr": [
            .prefix: "dr prof mr doc ing dipl gđa g sv npr tj tzv odn sl god ul br str čl st",
            .number: "br str čl st sv toč tab sl",
            .general: "god st mil mlrd d.d d.o.o pr.kr kn",
            .final: "itd i.sl sl",
        ],
        "sr": [
            .prefix: "др проф инж мр г гђа св нпр тј тзв ул бр стр dr prof npr tj tzv",
            .number: "бр стр чл св br str čl",
            .general: "год мил млрд в год н.е пр.н.е",
            .final: "итд и.сл itd",
        ],
        "sl": [
            .prefix: "dr prof mag doc ing dipl g ga gdč sv npr tj t.i oz ul str čl",
            .number: "št str čl zv",
            .general: "mio mrd pr.n.št d.o.o d.d l",
            .final: "itd ipd idr",
        ],
        "ca": [
            .prefix: "sr sra srta dr dra d na prof sta sto st av avda c pl núm p.ex cf ex aprox",
            .number: "núm pàg p pp art vol cap fig tel",
            .general: "gen febr març abr juny jul ag set oct nov des s.a s.l a.c d.c",
            .final: "etc",
        ],
        "id": [
            .prefix: "dr drs dra ir prof h hj tn ny nn sdr yth dll.-nya jl jln gg no kec kab kel a.n u.p d.a s.d",
            .number: "no hlm hal vol jil pasal ayat tel",
            .general: "jan feb mar apr mei jun jul agt sep okt nov des rp tbk pt",
            .final: "dll dsb dst",
        ],
        "hi": [
            .prefix: """
            डॉ डा डॉक्ट प्रो श्री श्रीम सुश्री कु पं मो मु ले लेफ्टि कै कर्न स्व सं क्र रु रू ए बी सी डी ई एफ जी एच \
            आई जे के एल एम एन ओ पी आर एस टी यू वी कं
            """,
            .number: "पृ सं क्र नं भा अनु धा दि क्र.सं पृ.सं",
            .general: "ई.पू ई कि.मी किमी मि.मी से.मी कि.ग्रा ग्रा बजे लि प्रा",
            .final: "आदि",
        ],
        "mr": [
            .prefix: "डॉ प्रा श्री सौ कु पं मा ह.भ.प रु क्र",
            .number: "पृ क्र नं",
            .general: "इ.स इ.स.पू कि.मी",
            .final: "इ",
        ],
        "bn": [
            .prefix: "ড ডা মো মোঃ প্রফে অধ্যা শ্রী জনাব বি.দ্র",
            .number: "পৃ নং",
            .general: "খ্রি কি.মি",
            .final: "",
        ],
        "ur": [
            .prefix: "ڈاکٹر پروفیسر جناب ڈ",
            .number: "ص نمبر",
            .general: "ق.م",
            .final: "",
        ],
        "he": [
            .prefix: "ד\"ר פרופ' גב' מר עמ' ר' ח\"כ",
            .number: "עמ' מס'",
            .general: "ק\"מ",
            .final: "וכו' וגו'",
        ],
        "lt": [
            .prefix: "dr prof doc g gat pr al gyv t.y vad žr pvz p pan r",
            .number: "nr p psl t sk str",
            .general: "m mėn d val min tūkst mln mlrd proc",
            .final: "t.t pan",
        ],
        "lv": [
            .prefix: "dr prof doc k-gs t.i piem sk u.c ielā",
            .number: "nr lpp p",
            .general: "g gs milj mljrd tūkst",
            .final: "utt u.c",
        ],
        "et": [
            .prefix: "dr prof hr pr s.o nt näit vt tn mnt lk",
            .number: "nr lk ptk",
            .general: "a aastal mln mld tuh e.m.a p.m.a",
            .final: "jne jms jt",
        ],
        "mk": [
            .prefix: "д-р проф г г-ѓа св ул бр стр т.е т.н",
            .number: "бр стр чл",
            .general: "год мил н.е",
            .final: "итн и.т.н",
        ],
        "be": [
            .prefix: "г вул праф акад доц св гл нап т.зв р",
            .number: "№ с ст гл",
            .general: "руб тыс млн млрд ст гг н.э",
            .final: "г.д інш",
        ],
        "sq": [
            .prefix: "z znj dr prof sh rr nr p.sh dmth",
            .number: "nr f fq vëll",
            .general: "lek mln mld p.e.s e.s",
            .final: "etj",
        ],
        "is": [
            .prefix: "dr prof hr fr sr t.d þ.e m.a sbr o.fl",
            .number: "nr bls kafli",
            .general: "jan feb mar apr maí jún júl ágú sep okt nóv des kr þús millj",
            .final: "o.s.frv o.fl",
        ],
        "eu": [
            .prefix: "dr jn and prof adib ik",
            .number: "zk or art",
            .general: "k.a k.o urt ots",
            .final: "etab",
        ],
    ]
}
