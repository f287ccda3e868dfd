extension LanguageProfile {
    private static let han: [ClosedRange<UInt32>] = [0x4E00...0x9FFF]
    private static let kana: [ClosedRange<UInt32>] = [0x3041...0x30FF]

    /// The languages that are told apart. Latin and Cyrillic letters in order of frequency; of Chinese, Japanese and Korean
    /// the commonest characters, which make up about half of any text.
    static let all: [LanguageProfile] = western + centralEuropean + others + eastAsian

    /// French, German, Spanish, Portuguese, Italian, Nordic, Dutch and what English borrows.
    private static let western = [
        "éèàêçùâîôûëïœ", "üäöß", "óíáéñúü", "ãáéçíóêõúâôà", "èàòùìé", "äåö", "øåæéòôü", "ðíáþóæéúýö", "ëéïèöü",
        "àéíòóèçúïü",
    ].map { LanguageProfile([.windows1252], handicap: 0, letters: $0) }

    private static let centralEuropean =
        // Polish, Czech and Slovak, Hungarian, Croatian and Slovene, Romanian
        ["łęąóżśćńź", "íáěéřšýčžůúňťďó", "áíéžčýúšľťôňäďó", "áéőöóíüúű", "čšžćđ", "ăâîşţșț"]
        .map { LanguageProfile([.windows1250], letters: $0) }
        + [LanguageProfile([.windows1254], letters: "ıüşğöçîâ")]
        // Lithuanian, Latvian, Estonian
        + ["ėųįšžūčąę", "āīēšūņļžģķčļ", "äõüöšž"].map { LanguageProfile([.windows1257], handicap: 6, letters: $0) }

    private static let cyrillic: [LegacyEncoding] = [.windows1251, .koi8R, .cp866]

    private static let others = [
        LanguageProfile(cyrillic, letters: "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё№"),
        LanguageProfile([.windows1251], letters: "оаинвіертсклудмпязьбгйчхцєїжюшщфґ’№"),
        LanguageProfile([.windows1251], letters: "аоеиинтрсјудкмвлпзбгчшњцжљћђфхџѓѕќ"),
        LanguageProfile([.windows1253], letters: "αοιτεσνηυρπκμλςωδγχθάίόέφύήβώξζψϊ"),
        LanguageProfile([.windows1255], letters: "יוהלאמתרבשנדחעקפכטםגסזןצךףץ"),
        LanguageProfile([.windows1256], letters: "الينمرتوبةعدسفكهحقجشصطخىأذضزثإغئءؤظآ،؟یکپگچ"),
        LanguageProfile([.windows874], letters: "านรก่เอ้งัมยลวดีทตสิคปบหแจใไุ์ขพะืช็ถโซผูธศภำณ"),
    ]

    private static let eastAsian = [
        LanguageProfile(
            [.shiftJIS, .eucJP],
            letters: "のにるたとしはをがてでいなれかっらもりすさあこ、。ンまきくせうけそスルイトーつおリどめラよわ"
                + "クシアえべレジフ日一人国年大十二本中長出三時行見月分後前生間上東今学高子外下来気小話女書先名川水男西電語車何南万天自社"
                + "発者地業方新場立開手力問代明動目通言理体田主題意不作用度強公持野以思家世多正安心界教文元重近",
            mass: 0.8, script: kana + han),
        LanguageProfile(
            [.gb18030],
            letters: "的，一。是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里"
                + "用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它"
                + "与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身",
            mass: 0.6, script: han),
        LanguageProfile(
            [.big5],
            letters: "的，一。是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡"
                + "用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它"
                + "與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身",
            mass: 0.6, script: han),
        LanguageProfile(
            [.eucKR],
            letters: "이다는을의에가고하지한로기사도나리은를아서인어자대시해정일부그수과라만들게보으전었있주것장상원면여와적안구제스비우성"
                + "경거요마러조했까니위선동화신국소말음같방문때모없할오생공용습세무입관중더내계저개물당였진려간연미후민학실야않회업체년발",
            mass: 0.75, script: [0xAC00...0xD7A3], scriptBits: 12),
    ]
}
