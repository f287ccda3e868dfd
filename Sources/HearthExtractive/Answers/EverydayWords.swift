import HearthText

/// What everyday things are kinds of: a dog is an animal and a pet, a piano an instrument.
///
/// What is written for many is written of the kind: "Any further animal needs consent". So a word is told by that of its kind, less than by
/// itself; and by a rule as well as by itself, since what is allowed or forbidden of every animal is so of a dog (such statements are
/// downward entailing: Ladusaw, Polarity Sensitivity, 1979).
///
/// The kinds are the everyday hypernyms of the WordNets of the languages (Miller, "WordNet: a lexical database for English", 1995; Open
/// Multilingual WordNet), of what people keep, drive, play, drink and whom they have in their houses; and where the noun of a thing that is done is none of
/// the verb's forms, so that no stem joins them, the noun beside the verb ("röka", "rökning"). A small table, kept here by hand; no script
/// makes it.
enum EverydayKinds {
    /// The words of the kinds that a word of a question is of.
    ///
    /// - Parameters:
    ///   - word: In lower case and without marks, as a search term without its stem.
    ///   - languages: ISO 639-1, of the question and of the texts.
    static func kinds(of word: String, languages: Set<String>) -> Set<String> {
        var found: Set<String> = []
        for language in languages.sorted() {
            for entry in byLanguage[language] ?? [] where entry.members.contains(word) { found.formUnion(entry.kinds) }
        }
        return found.subtracting([word])
    }

    private struct Entry: Sendable {
        var members: Set<String>
        var kinds: Set<String>

        init(_ members: String, _ kinds: String) {
            self.members = Self.terms(members)
            self.kinds = Self.terms(kinds)
        }

        /// Of each word one term. In scripts without spaces that is the first pair of characters: one alone is in many other words, and so
        /// is the last pair of "ペット".
        private static func terms(_ list: String) -> Set<String> {
            Set(
                list.split(separator: " ").compactMap { word in
                    let terms = SearchAnalyzer.unstemmed.terms(in: String(word))
                    let longest = terms.map(\.unicodeScalars.count).max() ?? 0
                    return terms.first { $0.unicodeScalars.count == longest }
                })
        }
    }

    private static let byLanguage: [String: [Entry]] = [
        "en": [
            Entry(
                """
                dog dogs puppy puppies cat cats kitten kittens rabbit rabbits hamster hamsters parrot parrots budgie budgies tortoise \
                tortoises snake snakes ferret ferrets bird birds fish
                """, "animal animals pet pets"),
            Entry(
                "car cars van vans motorbike motorbikes motorcycle motorcycles scooter scooters caravan caravans campervan lorry truck trucks",
                "vehicle vehicles"),
            Entry("bicycle bicycles bike bikes", "vehicle vehicles cycle cycles"),
            Entry(
                "piano pianos guitar guitars drum drums trumpet trumpets violin violins saxophone",
                "instrument instruments"),
            Entry("wine beer whisky whiskey gin vodka champagne", "alcohol drink drinks beverages"),
            Entry(
                "friend friends girlfriend boyfriend mother father sister brother cousin aunt uncle",
                "guest guests visitor visitors"),
            Entry("fridge refrigerator freezer oven cooker dishwasher dryer", "appliance appliances"),
            Entry("sofa wardrobe bookcase armchair", "furniture"),
        ],
        "de": [
            Entry(
                """
                hund hunde hunden welpe welpen katze katzen kater kaninchen hamster papagei papageien wellensittich schildkröte schlange \
                vogel vögel fisch fische
                """, "tier tiere tieren haustier haustiere haustieren heimtier heimtiere"),
            Entry(
                "auto autos wagen pkw motorrad motorräder roller wohnmobil wohnwagen lkw",
                "fahrzeug fahrzeuge fahrzeugen kraftfahrzeug kraftfahrzeuge"),
            Entry("fahrrad fahrräder rad räder", "fahrzeug fahrzeuge fahrzeugen"),
            Entry(
                "klavier gitarre schlagzeug trompete geige saxophon",
                "instrument instrumente instrumenten musikinstrument musikinstrumente"),
            Entry("wein bier schnaps sekt whisky", "alkohol getränk getränke"),
            Entry(
                "freund freunde freundin mutter vater schwester bruder tante onkel", "gast gäste gästen besuch besucher"
            ),
        ],
        "fr": [
            Entry(
                """
                chien chiens chienne chiot chat chats chatte chaton lapin lapins hamster perroquet tortue serpent oiseau oiseaux poisson
                """, "animal animaux"),
            Entry("voiture voitures auto moto motos scooter camion caravane", "véhicule véhicules"),
            Entry("vélo vélos bicyclette bicyclettes", "véhicule véhicules cycle cycles"),
            Entry("piano guitare batterie trompette violon saxophone", "instrument instruments"),
            Entry("vin bière champagne whisky", "alcool boisson boissons"),
            Entry(
                "ami amis amie amies mère père sœur frère tante oncle", "invité invités visiteur visiteurs hôte hôtes"),
        ],
        "es": [
            Entry(
                "perro perros perra cachorro gato gatos gata gatito conejo hámster loro tortuga serpiente pájaro pez peces",
                "animal animales mascota mascotas"),
            Entry("coche coches carro auto moto motos camión caravana", "vehículo vehículos"),
            Entry("bicicleta bicicletas bici", "vehículo vehículos"),
            Entry("piano guitarra batería trompeta violín", "instrumento instrumentos"),
            Entry("vino cerveza whisky champán", "alcohol bebida bebidas"),
            Entry(
                "amigo amigos amiga amigas madre padre hermana hermano", "invitado invitados visita visitas visitante"),
        ],
        "it": [
            Entry(
                "cane cani cagnolino gatto gatti gatta coniglio criceto pappagallo tartaruga serpente uccello uccelli pesce pesci",
                "animale animali"),
            Entry("auto macchina moto motocicletta motorino camion furgone", "veicolo veicoli"),
            Entry("bicicletta biciclette bici", "veicolo veicoli"),
            Entry("pianoforte chitarra batteria tromba violino", "strumento strumenti"),
            Entry("amico amici amica madre padre sorella fratello", "ospite ospiti visitatore visitatori"),
        ],
        "pt": [
            Entry(
                "cão cães cachorro cachorros cadela gato gatos gata coelho papagaio tartaruga cobra pássaro peixe peixes",
                "animal animais estimação"),
            Entry("carro carros mota moto motas camião caminhão caravana", "veículo veículos"),
            Entry("bicicleta bicicletas", "veículo veículos"),
            Entry("amigo amigos amiga mãe pai irmã irmão", "hóspede hóspedes visita visitas visitante visitantes"),
        ],
        "nl": [
            Entry(
                "hond honden puppy kat katten poes konijn hamster papegaai schildpad slang vogel vogels vis vissen",
                "dier dieren huisdier huisdieren"),
            Entry("auto auto's wagen motor bestelbus caravan vrachtwagen", "voertuig voertuigen"),
            Entry("fiets fietsen", "voertuig voertuigen rijwiel rijwielen"),
            Entry("vriend vrienden vriendin moeder vader zus broer", "gast gasten bezoek bezoeker bezoekers logé"),
        ],
        "sv": [
            Entry("röka röker rökte", "rökning rökfri rökfritt rökförbud"),
            Entry(
                "hund hundar hunden katt katter katten kanin hamster papegoja fågel fåglar fisk",
                "djur djuren husdjur sällskapsdjur"), Entry("bil bilar bilen motorcykel moped", "fordon fordonet"),
        ],
        "da": [
            Entry("ryge ryger", "rygning røgfri røgfrit"),
            Entry("hund hunde hunden kat katte katten kanin hamster fugl fugle fisk", "dyr dyret husdyr kæledyr"),
            Entry("bil biler bilen motorcykel knallert", "køretøj køretøjer"),
        ],
        "nb": [
            Entry("røyke røyker", "røyking røykfri røykfritt"),
            Entry("hund hunder hunden katt katter katten kanin hamster fugl fugler fisk", "dyr dyret husdyr kjæledyr"),
            Entry("bil biler bilen motorsykkel moped", "kjøretøy kjøretøyer"),
        ],
        "fi": [
            Entry("tupakoida tupakoi polttaa", "tupakointi tupakointia savuton"),
            Entry(
                "koira koiran koiraa kissa kissan kissaa kani hamsteri lintu kala",
                "eläin eläimen eläimiä lemmikki lemmikkejä lemmikkieläin"),
            Entry("auto auton autoa moottoripyörä mopo", "ajoneuvo ajoneuvon ajoneuvoa ajoneuvoja"),
        ],
        "pl": [
            Entry("palić palę palimy", "palenie palenia"),
            Entry(
                "pies psa psem psy psów kot kota koty królik królika chomik papuga papugę ptak ryby",
                "zwierzę zwierzęcia zwierzęta zwierząt zwierzak"),
            Entry("samochód samochodu samochodem auto motocykl skuter", "pojazd pojazdu pojazdy pojazdów"),
        ],
        "cs": [
            Entry("kouřit kouřím kouříme", "kouření"),
            Entry(
                "pes psa psem psy kočka kočku kočky králík křeček papoušek pták",
                "zvíře zvířete zvířata zvířat mazlíček"),
            Entry("auto auta autem motorka motocykl", "vozidlo vozidla vozidel"),
        ],
        "hu": [
            Entry("dohányozni dohányozhatok dohányozhatunk", "dohányzás dohányozni"),
            Entry(
                "kutya kutyát kutyák macska macskát nyúl hörcsög papagáj madár hal",
                "állat állatot állatok háziállat háziállatot kisállat"),
            Entry("autó autót kocsi motor motort", "jármű járművet járművek gépjármű"),
        ],
        "ro": [
            Entry("fuma fumez fumăm", "fumatul fumat"),
            Entry(
                "câine câini câinele pisică pisici pisica iepure hamster papagal pasăre păsări pește",
                "animal animale animalul animalele"),
            Entry("mașină mașini mașina motocicletă camion", "vehicul vehicule autovehicul autovehicule"),
            Entry(
                "prieten prieteni prietenă mamă tată soră frate",
                "oaspete oaspeți musafir musafiri vizitator vizitatori"),
        ],
        "el": [
            Entry(
                "σκύλος σκύλο σκύλου σκύλοι σκύλους σκυλί γάτα γάτες γάτας κουνέλι χάμστερ παπαγάλο παπαγάλος πουλί ψάρι",
                "ζώο ζώα ζώου ζώων κατοικίδιο κατοικίδια κατοικίδιου"),
            Entry("αυτοκίνητο αυτοκίνητα αμάξι μηχανή μοτοσικλέτα ποδήλατο", "όχημα οχήματα οχήματος οχημάτων"),
        ],
        "ru": [
            Entry("курить курю курим", "курение курения"),
            Entry(
                "собака собаку собаки собак собакой кошка кошку кошки кошек кот кота кролик кролика хомяк хомяка попугай попугая птица птицу",
                "животное животные животных животного питомец питомца питомцы"),
            Entry("машина машину машины автомобиль автомобиля мотоцикл", "транспорт транспортное транспортных"),
        ],
        "uk": [
            Entry("курити палити", "куріння паління"),
            Entry(
                "собака собаку собаки пес пса кіт кота кішка кішку кролик кролика папуга папугу птах",
                "тварина тварину тварини тварин"),
            Entry("машина машину автомобіль автомобіля мотоцикл", "транспорт транспортний транспортного"),
        ],
        "tr": [
            Entry(
                "köpek köpeği köpekler kedi kediyi kediler tavşan hamster papağan kuş balık",
                "hayvan hayvanı hayvanlar evcil"),
            Entry("araba arabayı otomobil motosiklet", "araç aracı araçlar taşıt taşıtlar"),
        ],
        "hi": [
            Entry("कुत्ता कुत्ते कुत्तों बिल्ली बिल्लियाँ खरगोश तोता पक्षी मछली", "जानवर जानवरों पशु पालतू"),
            Entry("कार गाड़ी मोटरसाइकिल स्कूटर साइकिल", "वाहन वाहनों"),
        ],
        "ar": [
            Entry("أدخن ندخن", "تدخين التدخين"),
            Entry(
                "كلب الكلب كلاب الكلاب كلبا قطة القطة قطط القطط أرنب ببغاء", "حيوان حيوانات الحيوان الحيوانات حيوانا"),
            Entry("سيارة السيارة سيارات دراجة", "مركبة مركبات المركبات"),
        ],
        "he": [
            Entry("לעשן", "עישון העישון"),
            Entry("כלב כלבים הכלב חתול חתולים ארנב תוכי", "חיה חיות חיית מחמד"),
            Entry("מכונית אופנוע", "רכב רכבים"),
        ],
        "id": [Entry("anjing kucing kelinci burung ikan", "hewan binatang peliharaan")],
        "zh": [Entry("狗 犬 猫 兔子 仓鼠 鹦鹉", "动物 宠物 動物 寵物"), Entry("汽车 轿车 摩托车 卡车", "车辆 机动车")],
        "ja": [Entry("犬 猫 うさぎ ハムスター オウム 小鳥", "動物 ペット"), Entry("自動車 バイク オートバイ", "車両 車輌"), Entry("煙草 たばこ タバコ", "喫煙")],
        "ko": [Entry("반려견 강아지 고양이 토끼 햄스터 앵무새", "동물 애완동물 반려동물"), Entry("자동차 오토바이", "차량"), Entry("담배", "흡연 금연")],
    ]
}

// MARK: - Relations

/// Words of everyday papers that tell what another word asks for: "how much do I earn?", "Salary: £42,000".
///
/// A small table of relations between verbs and nouns, kept here by hand; no script makes it, and it is no thesaurus: each row is for
/// questions of one kind, is answered only by a sentence of the form that belongs to it (``AnswerShape``), and says less than the word
/// itself does.
enum EverydayRelations {
    struct Relation {
        /// What the question words ask for; empty where the word alone says it.
        fileprivate var kind: QuestionKind
        fileprivate var asked: Set<String>
        /// What a sentence must hold to answer in these words.
        var shape: AnswerShape
        /// Words that tell it, in lower case and without marks.
        var told: Set<String>

        /// - Parameter told: `nil` where the words that ask tell it as well, one for another.
        init(_ kind: QuestionKind, _ shape: AnswerShape, _ asked: String, _ told: String? = nil) {
            self.kind = kind
            self.shape = shape
            self.asked = Self.terms(asked)
            self.told = told.map(Self.terms) ?? self.asked
        }

        /// In scripts without spaces the pairs of characters: one alone is in many other words.
        private static func terms(_ list: String) -> Set<String> {
            Set(
                list.split(separator: " ").flatMap { word in
                    let terms = SearchAnalyzer.unstemmed.terms(in: String(word))
                    let pairs = terms.filter { $0.unicodeScalars.count > 1 }
                    return pairs.isEmpty ? terms : pairs
                })
        }
    }

    /// What a word of a question is told by, for each form of answer.
    ///
    /// - Parameters:
    ///   - word: In lower case and without marks.
    ///   - kind: Of the question.
    ///   - languages: ISO 639-1, of the question and of the texts.
    static func relation(of word: String, kind: QuestionKind, languages: Set<String>) -> Relation? {
        for language in languages.sorted() {
            for relation in [byLanguage[language], bounds[language]].compactMap(\.self).joined()
            where relation.asked.contains(word) && (relation.kind.isEmpty || kind.contains(relation.kind)) {
                var relation = relation
                relation.told.formUnion(ownLabels[relation.shape.rawValue] ?? [])
                return relation
            }
        }
        return nil
    }

    /// What fields are called in texts that are written out here, of calendars and address books, in whatever language it is asked.
    private static let ownLabels: [Int: Set<String>] = [
        AnswerShape.phone.rawValue: ["phone"], AnswerShape.place.rawValue: ["address"],
    ]

    /// The words by which documents may tell what a question asks, beside its own: for a search.
    static func words(for question: String, languages: Set<String>) -> [String] {
        let kind = AskedQuestion(question, languages: languages).kind
        var found: [String] = []
        for word in SearchAnalyzer.unstemmed.terms(in: question).prefix(mostWords) {
            let told = relation(of: word, kind: kind, languages: languages)?.told ?? []
            let kinds = EverydayKinds.kinds(of: word, languages: languages)
            found += told.union(kinds).sorted().filter { $0 != word && !found.contains($0) }
        }
        return found
    }

    /// Words of a question that are looked up.
    private static let mostWords = 64

    private static let byLanguage: [String: [Relation]] = [
        "en": [
            Relation(
                .number, .money, "earn earns earned earning",
                "salary salaries wage wages income pay paid earn earns earned earnings remuneration"),
            Relation(
                [], .money,
                "salary wage wages income", "salary wage wages income pay earn earns earned remuneration"),
            Relation(.number, .money, "owe owes owed owing", "debt debts owed owing due outstanding arrears balance"),
            Relation(.number, .money, "debt debts", "owe owes owed owing due outstanding arrears balance"),
            Relation(.number, .money, "price fee fees cost costs charge charges"),
            Relation(.time, .moment, "pay pays paid", "due payable"),
            Relation(.time, .date, "born birthday birth birthdate"),
            Relation([], .date, "birthday birthdate", "born birth"),
            Relation(.time, .date, "die dies died death"),
            Relation(.time, .date, "marry married wedding"),
            Relation(.place, .place, "live lives lived living reside resides", "address lives lived resides residence"),
            Relation([], .place, "address", "lives live lived resides residence"),
            Relation([], .phone, "mobile cell cellphone", "mobile cell cellphone phone telephone tel call"),
            Relation([], .phone, "phone telephone", "phone telephone mobile cell tel call"),
            Relation([], .phone, "call ring", "phone telephone mobile cell tel"),
            Relation(
                .time, .moment,
                "start starts started starting begin begins began begun beginning commence commences commenced"),
            Relation(
                .time, .moment,
                "end ends ended ending expire expires expired finish finishes finished terminates"),
            Relation(.time, .moment, "leave leaves depart departs departure"),
            Relation(.time, .moment, "arrive arrives arrived arrival"),
            Relation(.time, .moment, "buy buys bought purchase purchased"),
            Relation(.number, .money, "buy buys bought purchase purchased"),
            Relation(.number, .number, "last lasts lasted", "duration"),
            Relation(.number, .number, "weigh weighs weighed", "weight"),
        ],
        "de": [
            Relation(.time, .date, "geboren geburtstag geburtsdatum", "geboren geb geburtsdatum geburtstag"),
            Relation(
                .time, .moment, "zahlen bezahlen bezahlt gezahlt zahle überweisen überwiesen",
                "überweisen überwiesen zahlbar fällig zahlen bezahlen entrichten zahlung"),
            Relation(.number, .number, "groß größe", "wohnfläche fläche quadratmeter qm"),
            Relation(
                .number, .money, "verdiene verdienst verdient verdienen verdiente",
                "gehalt monatsgehalt jahresgehalt bruttogehalt lohn stundenlohn monatslohn vergütung einkommen"),
            Relation(
                .number, .money,
                "schulde schuldet schulden", "schulden rückstand rückstände offen offener fällig"),
            Relation(.place, .place, "wohne wohnst wohnt wohnen", "adresse anschrift wohnhaft wohnort wohnt"),
            Relation([], .place, "adresse anschrift", "wohnt wohnhaft anschrift adresse"),
            Relation(
                [], .phone, "telefonnummer handynummer rufnummer telefon",
                "tel telefon handy mobil telefonnummer rufnummer"),
            Relation(
                .time, .moment,
                "anfangen anfängt fängt angefangen anfing beginnen beginnt begann begonnen beginn anfang starten startet start"
            ),
            Relation(
                .time, .moment, "enden endet endete ende aufhören aufhört hört",
                "enden endet endete ende aufhören aufhört hört befristet bis"),
            Relation(.number, .number, "wiegt wiegen", "gewicht"), Relation(.number, .number, "dauert dauern", "dauer"),
        ],
        "fr": [
            Relation(.time, .date, "né née naissance", "né née naissance"),
            Relation(
                .time, .moment, "payer payé payée régler virer",
                "payable payer virer virement régler échéance exigible versé"),
            Relation(.number, .number, "taille surface grand grande", "surface superficie mètres"),
            Relation(.number, .money, "gagne gagnes gagner gagnons", "salaire rémunération revenu paie"),
            Relation(.place, .place, "habite habites habitons habitent", "adresse domicile domicilié domiciliée"),
            Relation(.time, .moment, "commence commencent commencer commencera débute début débutera"),
            Relation(.time, .moment, "finit finissent termine terminent fin expire expirera"),
            Relation([], .phone, "téléphone portable", "tél tel téléphone portable mobile"),
        ],
        "es": [
            Relation(
                .time, .moment, "pagar paga pagarse",
                "abonar abonará pagadero pagar ingresar vence vencimiento transferir pago"),
            Relation(.number, .number, "grande tamaño metros superficie", "superficie metros"),
            Relation(.number, .money, "gano ganas gana ganar ganamos", "salario sueldo nómina ingresos"),
            Relation(.place, .place, "vivo vives vive vivimos viven", "dirección domicilio domiciliado"),
            Relation(.time, .moment, "empieza empiezan comienza comienzan inicia inicio comienzo"),
            Relation(
                .time, .moment, "termina terminan acaba acaban finaliza fin vence",
                "termina terminan acaba acaban finaliza fin vence hasta"),
            Relation(.time, .date, "nació nací nacido nacimiento"),
            Relation([], .phone, "teléfono móvil", "tel teléfono móvil"),
        ],
        "it": [
            Relation(
                .time, .moment, "pagare pagato pagata", "pagabile pagare versare versato scadenza bonifico pagamento"),
            Relation(.number, .number, "grande superficie", "superficie mq metri"),
            Relation(.number, .money, "guadagno guadagni guadagna guadagniamo", "stipendio salario retribuzione"),
            Relation(.place, .place, "abito abiti abita abitano", "indirizzo residenza residente domicilio"),
            Relation(.time, .moment, "comincia cominciano inizia iniziano inizio"),
            Relation(
                .time, .moment, "finisce finiscono termina terminano fine scade scadenza",
                "finisce finiscono termina terminano fine scade scadenza fino"),
            Relation(.time, .date, "nato nata nascita"),
            Relation([], .phone, "telefono cellulare", "tel telefono cellulare cell mobile"),
        ],
        "pt": [
            Relation(.time, .moment, "pagar pago paga", "pagável pagar vencimento vence transferir pagamento"),
            Relation(.time, .date, "nasci nasceu nascido nascida nascimento", "nascido nascida nascimento nasc"),
            Relation(.number, .number, "tamanho área grande", "área metros"),
            Relation([], .phone, "telefone telemóvel celular", "tel telefone telemóvel celular"),
        ],
        "nl": [
            Relation(.time, .date, "geboren geboortedatum", "geb geboren geboortedatum"),
            Relation(
                .time, .moment, "betalen betaald betaal", "betalen overmaken overgemaakt verschuldigd voldoen betaling"),
            Relation(.number, .number, "groot grootte oppervlakte", "oppervlakte vierkante"),
            Relation([], .phone, "telefoonnummer telefoon mobiel", "tel telefoon telefoonnummer mobiel"),
        ],
        "sv": [
            Relation(.time, .date, "född föddes födelsedag", "född födelsedatum"),
            Relation(
                .time, .moment, "betala betalas betalad", "betala betalas förfaller inbetalas överföras förfallodag"),
            Relation([], .phone, "telefonnummer telefonnumret mobilnummer", "tel telefon mobil telefonnummer"),
        ],
        "da": [Relation([], .phone, "telefonnummer telefonnummeret mobilnummer", "tlf telefon mobil telefonnummer")],
        "nb": [Relation([], .phone, "telefonnummer telefonnummeret mobilnummer", "tlf telefon mobil telefonnummer")],
        "fi": [
            Relation(.time, .date, "syntynyt synnyin syntyi syntymäaika", "synt syntynyt syntymäaika"),
            Relation(.time, .moment, "maksaa maksettava maksaminen maksettu", "eräpäivä maksettava maksetaan maksaa"),
            Relation(.number, .number, "iso suuri koko pinta", "pinta neliötä"),
            Relation([], .phone, "puhelinnumero puhelinnumeron", "puh puhelin puhelinnumero"),
        ],
        "pl": [
            Relation(
                .time, .date, "urodziłem urodziłam urodził urodziła urodzony urodzona urodzin",
                "ur urodzony urodzona urodzenia"),
            Relation(
                .time, .moment, "płacić zapłacić płatny płaci",
                "płatny płatne płacić zapłacić przelać przelew wpłata wpłacić termin"),
            Relation(.number, .number, "duże duży duża powierzchnia wielkość", "powierzchnia powierzchni metrów"),
            Relation([], .phone, "telefon telefonu komórki", "tel telefon kom"),
        ],
        "cs": [
            Relation(.time, .date, "narozen narozena narodil narodila narození", "nar narozen narozena narození"),
            Relation(.time, .moment, "zaplatit platit placení", "zaplatit platit splatné splatnost uhradit převést"),
            Relation(.number, .number, "velký velká velké velikost", "plocha výměra metrů"),
            Relation([], .phone, "telefon telefonní telefonu", "tel telefon mobil"),
        ],
        "ro": [Relation([], .phone, "telefon telefonul telefonului", "tel telefon mobil")],
        "hu": [
            Relation(.time, .date, "születtem született születési", "szül született születési"),
            Relation(
                .time, .moment, "fizetni befizetni kifizetni fizetnem", "fizetendő esedékes átutalni befizetni fizetni"),
            Relation(.number, .number, "nagy alapterület", "alapterület alapterülete négyzetméter"),
            Relation([], .phone, "telefonszáma telefonszám telefonszámát", "tel telefon mobil telefonszám"),
        ],
        "ru": [
            Relation(.time, .date, "родился родилась рождения рождён", "родился родилась рождения"),
            Relation(
                .time, .moment, "платить заплатить оплатить оплата",
                "оплата оплатить платить перечисляется вносится внести"),
            Relation(.number, .number, "площадь размер размера большая", "площадь площадью метров"),
            Relation([], .phone, "телефон телефона", "тел телефон моб"),
        ],
        "uk": [
            Relation(.time, .date, "народився народилася народження", "народився народилася народження"),
            Relation(
                .time, .moment, "платити заплатити сплатити оплатити", "оплата сплатити сплачується вноситься внести"),
            Relation([], .phone, "телефон телефону", "тел телефон моб"),
        ],
        "el": [Relation([], .phone, "τηλέφωνο τηλεφώνου", "τηλ τηλέφωνο κιν κινητό")],
        "tr": [
            Relation(.time, .date, "doğdum doğdu doğum", "doğum doğumlu"),
            Relation(.time, .moment, "ödemem ödemeliyim ödenmeli ödeme ödemek", "ödeme ödenir ödenmeli vade havale"),
            Relation(.number, .number, "büyük büyüklük büyüklüğü alanı", "alan alanı metrekare"),
            Relation([], .phone, "telefon telefonu telefonunun numarası", "tel telefon gsm cep"),
        ],
        "vi": [Relation([], .phone, "điện thoại", "điện thoại đt")],
        "id": [Relation([], .phone, "telepon", "telp telepon hp")],
        "hi": [Relation([], .phone, "फ़ोन फोन मोबाइल", "फ़ोन फोन मोबाइल दूरभाष")],
        "ar": [Relation([], .phone, "هاتف الهاتف هاتفه", "هاتف الهاتف جوال")],
    ]
}
