extension QuestionWords {
    /// Phrases that ask for a measure by its noun, "at what temperature", in all languages: what answers is a number with a unit, "190 degrees", and
    /// seldom has the noun.
    static let measures: [Entry] = [
        entry(
            .number,
            """
            what temperature|which temperature|what speed|what weight|what size|welcher temperatur|welche temperatur|welchem gewicht|quelle \
            température|quelle vitesse|qué temperatura|qué velocidad|che temperatura|quale temperatura|que temperatura|qual temperatura|welke \
            temperatuur|vilken temperatur|hvilken temperatur|missä lämpötilassa|mikä lämpötila|milyen hőfokon|milyen hőmérsékleten|jakiej \
            temperaturze|jaka temperatura|jaké teplotě|jaká teplota|akej teplote|kojoj temperaturi|ce temperatură|ποια θερμοκρασία|какой \
            температуре|какая температура|какой скоростью|якій температурі|яка температура|каква температура|kaç derecede|hangi \
            sıcaklıkta|nhiệt độ nào|suhu berapa|أي درجة|أية درجة|איזו טמפרטורה|באיזו טמפרטורה|किस तापमान|何度|몇 도
            """)
    ]

    /// The words that ask in languages that have not as many as the others here.
    static let further: [String: [Entry]] = [
        "sk": [
            entry(.person, "kto|koho|komu|kým"), entry(.time, "kedy|ktorom roku"), entry(.place, "kde|odkiaľ|kam"),
            entry(.number, "koľko|ako dlho|ako často|ako ďaleko|aký veľký|aká veľká|ako vysoko"),
            entry(.reason, "prečo"), entry([], "čo|čoho|aký|aká|aké|ako|ktorý|ktorá|ktoré"),
        ],
        "hr": [
            entry(.person, "tko|koga|kome"), entry(.time, "kada|kad|koje godine"), entry(.place, "gdje|kamo|odakle"),
            entry(.number, "koliko|koliko dugo|koliko često"), entry(.reason, "zašto"),
            entry([], "što|čega|koji|koja|koje|kako|kakav|kakva"),
        ],
        "sl": [
            entry(.person, "kdo|koga|komu"), entry(.time, "kdaj|katerega leta"), entry(.place, "kje|kam|od kod"),
            entry(.number, "koliko|kako dolgo|kako pogosto"), entry(.reason, "zakaj"),
            entry([], "kaj|česa|kateri|katera|katero|kako|kakšen|kakšna"),
        ],
        "bg": [
            entry(.person, "кой|кого"), entry(.time, "кога|коя година"), entry(.place, "къде|накъде|откъде"),
            entry(.number, "колко|колко дълго|колко често"), entry(.reason, "защо"),
            entry([], "какво|какъв|каква|какви|коя|кое|кои|как"),
        ],
        "sr": [
            entry(.person, "ко|кога|коме|ko|koga|kome"), entry(.time, "када|кад|kada|kad"),
            entry(.place, "где|куда|одакле|gde|kuda|odakle"), entry(.number, "колико|koliko"),
            entry(.reason, "зашто|zašto"), entry([], "шта|који|која|које|како|šta|koji|koja|koje|kako"),
        ],
        "mk": [
            entry(.person, "кого|кому"), entry(.time, "кога"), entry(.place, "каде"), entry(.number, "колку"),
            entry(.reason, "зошто"), entry([], "што|кој|која|кое|кои|како"),
        ],
        "ca": [
            entry(.person, "qui"), entry(.time, "quan|quin any"), entry(.place, "on"),
            entry(.number, "quant|quanta|quants|quantes"), entry(.reason, "per què"),
            entry([], "què|quin|quina|quins|quines|com"),
        ],
        "et": [
            entry(.person, "kes|keda|kelle|kellele"), entry(.time, "millal"), entry(.place, "kus|kuhu|kust"),
            entry(.number, "mitu|kui palju|kui kaua|kui tihti|kui suur"), entry(.reason, "miks"),
            entry([], "mis|mida|mille|kuidas|milline"),
        ],
        "lv": [
            entry(.time, "kad"), entry(.place, "kur|kurp"), entry(.number, "cik|cik daudz|cik ilgi|cik bieži"),
            entry(.reason, "kāpēc"), entry([], "kas|ko|kā|kurš|kura|kāds|kāda"),
        ],
        "lt": [
            entry(.time, "kada"), entry(.place, "kur|iš kur"), entry(.number, "kiek|kaip ilgai|kaip dažnai"),
            entry(.reason, "kodėl"), entry([], "kas|ką|kaip|kuris|kuri|koks|kokia"),
        ],
        "is": [
            entry(.person, "hver|hvern|hverjum"), entry(.time, "hvenær"), entry(.place, "hvar|hvert|hvaðan"),
            entry(.number, "hversu mikið|hversu margir|hve mikið|hve lengi|hvað kostar"),
            entry(.reason, "hvers vegna"),
            entry([], "hvað|hvaða|hvernig"),
        ],
        "fa": [
            entry(.time, "چه زمانی|چه وقت|چه سالی"), entry(.place, "کجا"), entry(.number, "چقدر|چند|چه مدت"),
            entry(.reason, "چرا"), entry(.person, "چه کسی"), entry([], "چه|چگونه|چطور|کدام|آیا"),
        ],
        "ur": [
            entry(.person, "کون|کس نے"), entry(.time, "کب"), entry(.place, "کہاں"),
            entry(.number, "کتنا|کتنی|کتنے"),
            entry(.reason, "کیوں"), entry([], "کیا|کیسے|کونسا|کونسی"),
        ],
        "af": [
            entry(.person, "wie"), entry(.time, "wanneer"), entry(.place, "waar"),
            entry(.number, "hoeveel|hoe lank|hoe groot|hoe hoog|hoe dikwels"), entry(.reason, "hoekom|waarom"),
            entry([], "wat|watter|hoe"),
        ],
    ]
}
