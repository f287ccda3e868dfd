/// Words and their stems in every language of the stemmer.
///
/// The stems were made by the Python that Snowball 2.2.0 generates from the same algorithms (PyPI's snowballstemmer 2.2.0: the word in
/// lower case and in Unicode's form NFC, through `stemmer(language).stemWord`), so that they do not depend on the C, on our
/// runtime header or on how words are prepared. The words are ours, and some of `LanguageSample`.
enum StemmerSamples {
    static let all: [(language: String, pairs: String)] = [
        (
            "ar",
            """
            والكتاب والكتاب الكتب كتب المدرسة مدرس يكتبون يكتب كتابهم كتاب مكتبات مكتبا المعلمين معلم \
            والمدارس والمدارس بالقلم قلم لغاتنا لغا الأطفال اطفال مُدَرِّسَةٌ مدرس
            """
        ),
        (
            "ca",
            """
            canviarà canv perquè perque amics amic dignitat dign fraternalment fraternal Potser pot drets dret \
            nostres nostr lliures lliur éssers es reunió reun iguals igu
            """
        ),
        (
            "da",
            """
            ugens ugen havde havd breve brev hjemme hjem noget nog under und eller ell skulle skul \
            rettigheder ret udstyret udstyr dette det efter eft
            """
        ),
        (
            "de",
            """
            Häuser haus Häusern haus aufeinanderfolgenden aufeinanderfolg möglichkeiten moglich \
            kategorischen kategor unter unt schrieben schrieb heute heut Woche woch Rechten recht Freunde freund \
            einem ein
            """
        ),
        (
            "el",
            """
            ΔΡΌΜΟΣ δρομ δρόμος δρομ δρόμους δρομ γλώσσες γλωσσ βιβλία βιβλ παιδιών πα μαθητές μαθητ \
            σχολείου σχολει εργάζονται εργαζ μεγαλύτερος μεγαλ Αθήνα αθην θάλασσες θαλασσ
            """
        ),
        (
            "en",
            """
            consistency consist consolations consol knightly knight generously generous skies sky dying die \
            flies fli agreed agre hopping hop hoping hope relational relat happily happili national nation \
            controlling control gas gas
            """
        ),
        (
            "es",
            """
            chicharrones chicharron torneado torn naciones nacion rápidamente rapid empresa empres aunque aunqu \
            nacen nac después despues fraternalmente fraternal Todos tod todos tod comportarse comport
            """
        ),
        (
            "eu",
            """
            eskubide esku dituztela ditu berberak berber beharra behar jokatu jok senide sen baina bai \
            guztiak guz ezaguera ezagu emakume ema horrek horr duintasun duin
            """
        ),
        (
            "fi",
            """
            kanssa kan minun minu veljeyden veljeyd vapaina vapa eilen eile jäimme jäim arvoltaan arvo \
            syntyvät syntyv mutta mut oikeuksiltaan oikeuks tasavertaisina tasavertais tämän tämä
            """
        ),
        (
            "fr",
            """
            continuellement continuel majestueusement majestu nationales national chevaux cheval après apres \
            égaux égal conscience conscienc toujours toujour restés rest envers enver êtres être ainsi ains
            """
        ),
        (
            "ga",
            """
            ndínit dínit Saolaítear saolaí bhráithreachais bráithreachais chine cine cheart ceart \
            choinsiasa coinsiasa gcearta cearta chéile céile dtreo treo
            """
        ),
        (
            "hi",
            """
            लड़कियों लड़क किताबें किताब भाषाओं भाष जाएगा ज बच्चों बच्च घरों घर नदियाँ नद लिखता लिख \
            अधिकारों अधिकार मनुष्यों मनुष्य बुद्धि बुद्ध समानता समान
            """
        ),
        (
            "hu",
            """
            születik szület volna voln között közöt minden min reggel reg emberek ember lehet leh akkor ak \
            megváltozik megváltoz barátainknak barát szabadon szab szellemben szell
            """
        ),
        (
            "hy",
            """
            տներում տներ գրքեր գրքեր քաղաքների քաղ մարդկանց մարդկ գնացել գնաց աշխատանքային աշխատանքայ \
            լեզուներից լեզուներից գեղեցիկ գեղեց դպրոցում դպրոց երեխաներ երեխ
            """
        ),
        (
            "id",
            """
            perusahaan usaha dilahirkan lahir diumumkan umum Mereka reka bergaul gaul dikaruniai karunia \
            ketika tika mempunyai punya seperti sepert sebagai sebaga kemarin marin hendaknya hendak
            """
        ),
        (
            "it",
            """
            faceva fac questo quest Tutti tutt cambierà camb quindi quind devono dev coscienza coscienz \
            hanno hann freddo fredd esseri esser dignità dignit dotati dot
            """
        ),
        (
            "lt",
            """
            žmonės žmon namie nam broliai brol todėl tod atžvilgiu atžvilg lygūs lyg laisvi laisv \
            pasikeis pasike laiškus laišk paskelbė paskelb savaitės savait draugams draug
            """
        ),
        (
            "ne",
            """
            व्यक्तिहरू व्यक्ति भएकोले भ निजहरूले निज आपसमा आपस सबैको सबै भन्ने भन् गर्नु गर् गरेको गर \
            भातृत्वको भातृत्व निजहरूमा निज
            """
        ),
        (
            "nl",
            """
            tegen teg kunnen kunn moeten moet geweten gewet mensen mens bleven blev brieven briev \
            vergadering vergader gisteren gister schreven schrev gedragen gedrag geboren gebor
            """
        ),
        (
            "no",
            """
            etter ett hadde hadd kaldt kald hjemme hjemm brorskapets brorskap under und eller ell skulle skull \
            samvittighet samvitt møtet møt menneskerettigheter menneskerett dette dett
            """
        ),
        (
            "pt",
            """
            ficámos fic empresa empres devem dev consciência consciênc razão razã estava estav escrevemos escrev \
            dignidade dignidad mesmo mesm Todos tod Dotados dot iguais igu
            """
        ),
        (
            "ro",
            """
            cărților cărţ cărţilor cărţ orașelor oraş fraternității fratern scrisori scrisor altele alte \
            sfârșitul sfârşit Toate toat Poate poat săptămânii săptămân demnitate demnitat înzestrate înzestr
            """
        ),
        (
            "ru",
            """
            Ёлками елк можно можн наделены надел которые котор разумом разум свободными свободн друга друг \
            также такж вчера вчер поэтому поэт работы работ равными равн
            """
        ),
        (
            "sr",
            """
            kućama kuć Јутрос jutros остали ostal поступају postupa свешћу svešć разумом razum правима prav \
            једни jedn писма pism достојанству dostojanstv хладно hladn слободна slobodn
            """
        ),
        (
            "sv",
            """
            andra andr utrustade utrust dessa dess meddelade meddel varandra varandr under und eller ell \
            skulle skull veckans veckan rättigheter rätt stannade stann samvete samvet
            """
        ),
        (
            "ta",
            """
            புத்தகங்கள் புத்தகம் மரங்கள் மரங் வீட்டில் வீடு பேசுகிறார்கள் பேசு நகரத்தில் நகரம் \
            குழந்தைகள் குழந்தை மொழிகளில் மொழி வந்தான் வ எழுதினார் எழுதி பள்ளிக்கூடம் பள்ளிக்கூடம்
            """
        ),
        (
            "tr",
            """
            İSTANBULLULARDAN istanbullu kitaplarından kitap IŞIKLAR ışık sonundan son bakımından bakım \
            doğarlar doğar olduğunu olduk zihniyeti zihniyet Bütün büt kendi ke vicdana vicda soğuktu soğuk
            """
        ),
        (
            "yi",
            """
            געלערנט לערנ מענטשן מענטש קינדער קינד געזאָגט זאג שפּראַך שפראכ ייִדישע ייד װערטער װער לערערס לער \
            גרעסטער גרע בוכשטאַבן בוכשטאב הײזער הײז
            """
        ),
    ]
}
