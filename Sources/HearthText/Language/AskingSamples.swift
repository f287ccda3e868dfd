/// The words with which people ask and are allowed, by language: interrogatives and, where a question begins with them, modal verbs.
///
/// A question has two or three words, and one of these is among them, while prose has so few of them that most are in no list of frequent words:
/// "Vilken temperatur?" has no other word that tells Swedish. Interrogatives are a closed class; kept here by hand from grammars of the
/// languages, no script makes the list.
enum AskingSamples {
    /// - Parameter language: ISO 639-1; empty for one without a list.
    static func words(of language: String) -> String { all[language] ?? "" }

    private static let all: [String: String] = [
        "en": "who whom whose what which when where why how whether may can could will would shall should",
        "de": """
        wer wen wem wessen was welche welcher welches welchen welchem wann wo woher wohin warum weshalb wieso \
        wozu wie wieviel viel viele gilt darf dürfen kann muss soll
        """,
        "fr": """
        qui que quoi quel quelle quels quelles quand où pourquoi comment combien lequel laquelle puis peut dois
        """,
        "es": """
        quién quiénes qué cuál cuáles cuándo dónde adónde cómo cuánto cuánta cuántos cuántas por puedo puede \
        debo
        """,
        "it": "chi che cosa quale quali quando dove perché come quanto quanta quanti quante posso può devo",
        "pt": "quem que qual quais quando onde aonde como quanto quanta quantos quantas porquê posso pode devo",
        "nl": "wat welk welke wanneer waar waarom waarheen hoe hoeveel waarvoor mag kan moet",
        "sv": "vem vems vad vilken vilket vilka när var vart varifrån varför hur får kan måste ska",
        "da": "hvem hvis hvad hvilken hvilket hvilke hvornår hvor hvorfor hvordan hvorfra må kan skal får",
        "nb": "hvem hva hvilken hvilket hvilke når hvor hvorfor hvordan hvorfra får kan må skal",
        "fi": """
        kuka kenen kenet ketkä kenelle keneltä ketä mikä mitä minkä mitkä missä mistä mihin minne milloin koska \
        miksi miten kuinka paljonko montako kauanko saanko saako voinko voiko pitääkö onko
        """,
        "pl": """
        kto kogo komu kim co czego czemu jaki jaka jakie jakiej jakim jakich który która które którego której \
        kiedy gdzie skąd dokąd dlaczego ile ilu jak czy czyj czyja czyje mogę można
        """,
        "cs": """
        kdo koho komu kým co čeho čemu jaký jaká jaké jakou který která které kterou kdy kde odkud kam proč \
        kolik jak čí zda mohu můžu lze
        """,
        "sk": """
        kto koho komu kým čo čoho čomu aký aká aké akú ktorý ktorá ktoré kedy kde odkiaľ kam prečo koľko ako čí \
        či môžem možno
        """,
        "hu": """
        ki kit kinek kik kié mi mit minek milyen melyik mikor hol hova hová honnan miért hogyan mennyi mennyit \
        mekkora hány meddig mennyibe szabad lehet
        """,
        "ro": "cine cui ce care cărui cărei când unde de cum cât câtă câți câte pot poate",
        "tr": """
        kim kimi kime kimin kimler ne neyi neye nedir nasıl neden niçin niye nerede nereye nereden neresi hangi \
        hangisi kaç kaçta kaçıncı zaman mı mi mu mü mıyım miyim
        """,
        "hr": """
        tko koga komu kome kim što čega čemu koji koja koje kojeg kojoj kada kad gdje kamo odakle zašto kako \
        koliko čiji čija mogu smijem
        """,
        "sl": """
        kdo koga komu kaj česa čemu kateri katera katero kakšen kakšna kdaj kje kam zakaj kako koliko čigav \
        lahko
        """,
        "et": """
        kes keda kelle kellele mis mida mille millal kus kuhu kust miks kuidas kui palju mitu milline kas tohin \
        võin
        """,
        "lv": "kas kam ko kurš kura kuru kad kur kāpēc kā cik kāds kāda vai drīkst",
        "lt": "kas ko kam ką kuris kuri kada kur kodėl kaip kiek koks kokia kieno ar galiu",
        "ca": "qui què quin quina quins quines quan on com quant quanta quants quantes puc pot",
        "id": "siapa apa apakah kapan mana dimana kemana mengapa kenapa bagaimana berapa bolehkah bisakah",
        "ms": "siapa apa apakah bila bilakah mana mengapa kenapa bagaimana berapa bolehkah",
        "vi": "ai gì nào đâu sao bao nhiêu mấy khi thế không được",
        "sq": "kush kë cili cila çfarë kur ku pse si sa a mund",
        "af": "wat watter wanneer waar hoekom waarom hoe hoeveel mag kan moet",
        "sw": "nani nini lini wapi kwa vipi ngapi gani je",
        "tl": "sino ano kailan saan nasaan bakit paano ilan magkano alin puwede",
        "is": "hver hvern hverjum hvers hvað hvaða hvenær hvar hvert hvaðan hvernig hve má get",
        "ga": "cé cad céard cathain cá conas cén an",
        "cy": "pwy beth pa pryd ble pam sut faint",
        "eu": "nor nork nori noren zer zein noiz non nora nondik zergatik nola zenbat",
        "gl": "quen que cal cales cando onde como canto canta cantos cantas podo pode",
        "ru": """
        кто кого кому кем что чего чему чем какой какая какое какие какую каком каких каким какими какого какому \
        который которая которое которые когда где куда откуда почему зачем сколько как чей чья чьё чьи ли можно \
        могу нельзя
        """,
        "uk": """
        хто кого кому ким що чого чому чим який яка яке які яку якій якому яких котрий коли де куди звідки \
        навіщо скільки як чий чия чиє чи можна можу
        """,
        "be": """
        хто каго каму кім што чаго чаму чым які якая якое якія якой калі дзе куды адкуль навошта колькі як чый \
        ці можна
        """,
        "bg": """
        кой коя кое кои кого какво какъв каква какви кога къде накъде откъде защо как колко чий чия дали може \
        мога
        """,
        "sr": """
        ко кога коме ким шта што чега који која које којег којој када кад где куда одакле зашто како колико чији \
        чија да ли могу смем
        """,
        "mk": "кој која кое кои кого што каков каква какви кога каде зошто како колку чиј дали може",
        "kk": "кім кімді не қандай қай қашан қайда қайдан неге неліктен қалай қанша неше",
        "mn": "хэн хэний юу ямар аль хэзээ хаана хаашаа яагаад яаж хэдэн хэр",
        "ar": "من ما ماذا متى أين كيف كم لماذا أي أية هل يمكن يمكنني يمكننا يجوز",
        "fa": "کی چه چی کدام کجا چرا چگونه چطور چقدر چند آیا کسی",
        "ur": "کون کس کسے کیا کونسا کب کہاں کیوں کیسے کتنا کتنی کتنے",
        "ps": "څوک چا څه کوم کله چیرته چېرته ولې څنګه څومره څو",
        "hi": "कौन किसने किसे किसका क्या कौनसा कब कहाँ कहां क्यों कैसे कितना कितनी कितने",
        "mr": "कोण कोणी कोणाला काय कोणता कोणती कधी कुठे का कसे कसा किती",
        "ne": "को कसले कसलाई के कुन कहिले कहाँ किन कसरी कति",
    ]
}
