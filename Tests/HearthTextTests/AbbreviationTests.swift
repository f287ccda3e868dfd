import HearthCore
import HearthText
import Testing

/// Full stops of addresses, laws, measures and titles in many languages: sentences of our own, with a space between.
@Suite struct AbbreviationTests {
    private func sentences(_ text: String, _ language: String) -> [String] {
        SentenceSplitter().sentences(in: text, language: language).map { text.text(in: $0) ?? "not a span" }
    }

    static let joined: [(language: String, sentences: [String])] = [
        ("de", ["Sie wohnt in der Goethestr. 12 in Köln.", "Er kommt um 9."]),
        ("de", ["Das Büro liegt in der Karl-Marx-Str. 5 am Domplatz.", "Bitte klingeln."]),
        ("de", ["Er wohnt am Goethepl. 3 und sie am Markt.", "Beide sind da."]),
        ("de", ["Das Haus liegt Ecke Bergstr. in Bonn.", "Die Poststr. ist gesperrt."]),
        ("de", ["Sie zog in die Hauptstr.", "Dann kam der Winter."]),
        ("de", ["Der Kl. widerspricht ggü. dem Bekl. Meier.", "Siehe Kap. IV und Art. VII.", "Das gilt auch hier."]),
        ("nl", ["Dhr. Jansen woont aan de Kerkstr. 12 te Utrecht.", "Hij belt."]),
        ("sv", ["Han bor på Kungsg. 5 i Lund, enl. 5 kap. 3 §.", "Ring först."]),
        ("nb", ["Han bor i Storgt. 5 i Oslo.", "Ring først."]),
        ("fi", ["Hän asuu Mannerheimint. 5 B:ssä.", "Soita ensin."]),
        ("hu", ["A Kossuth u. 12. em. 3. ajtó a miénk.", "Csengessen."]),
        ("pl", ["Bitwa miała miejsce w 1410 r. pod Grunwaldem.", "Wygrał Jagiełło."]),
        ("pl", ["Czynsz wynosi 1200 zł.", "Płatny jest do 10. dnia miesiąca."]),
        ("pl", ["Spotkanie jest w al. Jerozolimskich 5 lok. 12.", "Zapraszam."]),
        ("pl", ["Por. rozdz. IV i nast. 3 umowy z dn. 3 maja.", "Koniec."]),
        ("tr", ["Atatürk Cad. No. 5 adresinde oturuyor.", "Kapı mavi."]),
        ("tr", ["Sözleşmenin md. 5 hükmü geçerlidir.", "Av. Kaya ve Uzm. Dr. Er geldi."]),
        ("tr", ["Yakl. 500 kişi geldi.", "Örn. Ayşe de oradaydı."]),
        ("el", ["Βλ. σελ. 12 και άρθ. 3 παρ. 2 του νόμου.", "Τέλος."]),
        ("el", ["Η λεωφ. Κηφισίας 12 είναι κλειστή.", "Ο Άγ. Νικόλαος γιορτάζει."]),
        ("el", ["Το έργο γράφτηκε το 400 π.Χ. στην Αθήνα.", "Το οικόπεδο έχει 300 τ.μ. και θέα."]),
        ("ro", ["Îl găsiți pe Șos. Colentina nr. 5.", "E deschis."]),
        ("ro", ["În sec. XIX s-au născut aprox. 200 de copii.", "Chiria era de 3 lei.", "Plata era lunară."]),
        ("ro", ["Conform art. 5 alin. (2) lit. b) din lege, contractul încetează.", "Gata."]),
        ("hi", ["कं. का कार्यालय दि. 5 मई को बंद है।", "क्र. सं. 5 देखें।"]),
        ("hi", ["श्री. वर्मा का मकान नं. 12 है।", "किराया रु. 500 है।"]),
        ("es", ["El Sr. Gómez vive en la Av. Libertador 12.", "Uds. deben firmar.", "Ud. recibe una copia."]),
        ("es", ["La caja pesa 5 kg.", "Mide un metro, p. ej. de alto."]),
        ("es", ["La empresa Ruiz S. A. tiene su sede en EE. UU. desde 1990.", "Fue en el siglo III a. C. en Roma."]),
        ("fr", ["M. Dupont habite au 5, av. Foch.", "Il est absent."]),
        (
            "fr",
            ["Selon l'art. L. 145-1 du code, p. ex., le bail court.", "Le train part à 9 h.", "Apportez le contrat."]
        ),
        ("fr", ["J.-P. Martin est né vers 100 apr. J.-C. à Lyon.", "Il est mort."]),
        ("it", ["Nel 300 a. C. Roma vinse.", "Il decreto è del sec. XIX, cap. IV.", "Poi basta."]),
        ("it", ["Via Roma n. 5, int. 3, è della ditta F.lli Bruni.", "Suonare."]),
        ("pt", ["No séc. XIX viveu aqui D. Pedro II.", "O Sr. Silva mora na Av. Brasil, n.º 12, ap. 3, lt. 5."]),
        ("ru", ["См. разд. IV и гл. II договора.", "Гл. инж. Петров пришёл."]),
        ("en", ["See Sect. IV of Vol. II.", "It is long.", "He said no.", "I know no. 5 and no. B12."]),
    ]

    @Test(arguments: joined) func aStopOfAnAbbreviationEndsNoSentence(language: String, expected: [String]) {
        #expect(sentences(expected.joined(separator: " "), language) == expected)
    }

    @Test func aWordBehindAHyphenIsNoAbbreviation() {
        let expected = ["They shop at the co-op.", "Then came the pre-op.", "Nobody minded."]
        #expect(sentences(expected.joined(separator: " "), "en") == expected)
    }
}
