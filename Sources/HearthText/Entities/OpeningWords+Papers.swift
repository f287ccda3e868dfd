// What else begins sentences outside English and is no name there: words of papers, and verbs by their endings.

extension OpeningWords {
    /// Whether a lower-cased word is a verb by its ending: of a form that no name of the language has, such as the first person of the plural in
    /// the past, with which the sentences of a diary and of minutes begin ("Llegamos", "Spotkaliśmy", "Выехали"), or an infinitive.
    ///
    /// - Parameter language: ISO 639-1.
    static func isVerb(_ word: String, language: String) -> Bool {
        guard let endings = endings[language], word.count >= shortestVerb else { return false }
        return endings.contains { word.hasSuffix($0) } && !namesLikeVerbs.contains { word.hasSuffix($0) }
    }

    /// Letters.
    private static let shortestVerb = 6

    /// From grammars of the languages; by hand.
    private static let endings: [String: [String]] = [
        "es": ["amos", "emos", "imos"], "pt": ["amos", "emos", "imos", "ámos"], "it": ["iamo", "ammo", "emmo", "immo"],
        "ca": ["àrem", "érem", "írem"], "pl": ["liśmy", "łyśmy", "ujemy", "ować", "wano", "lono", "szono", "czono"],
        "cs": ["ujeme", "ovat", "áme", "íme"], "sk": ["ujeme", "ovať", "áme", "íme"],
        "ru": ["ать", "ять", "ить", "еть", "ться", "али", "или", "ели", "лись", "лось", "йте", "ите", "ьте"],
        "uk": ["ати", "ити", "іти", "ися", "али", "или", "іли", "йте", "іть"], "bg": ["хме", "ахме", "йте"],
        "fi": ["imme", "amme", "ämme", "emme", "ettiin", "attiin", "ättiin", "ottiin", "uttiin"],
        "hu": ["tunk", "tünk", "junk", "jünk"], "el": ["αμε", "ουμε"],
    ]

    /// Endings of family names that end like a verb: Саакашвили.
    private static let namesLikeVerbs = ["швили", "швілі", "натали"]

    /// The nouns with which the lines of everyday papers begin, a lease, minutes, a recipe, a letter of an authority: what such papers and their
    /// parts are called, in the form that stands first in a sentence. General words, written down by hand.
    static let papers: [String: Set<String>] = [
        "fr": """
        contrat bail bailleur bailleresse locataire loyer caution appartement logement facture réunion présents décision ingrédients pâte \
        recette garantie adresse téléphone date objet prix total billet voyage départ arrivée prochaine prochain conformément
        """,
        "es": """
        contrato arrendador arrendadora arrendatario arrendataria inquilino inquilina alquiler renta fianza piso vivienda factura acta reunión \
        asistentes acuerdo orden ingredientes masa receta garantía dirección teléfono fecha asunto precio total billete viaje salida llegada \
        vuelta nueva nuevo próxima próximo
        """,
        "it": """
        contratto locatore locatrice conduttore conduttrice inquilino affitto canone cauzione deposito appartamento fattura verbale riunione \
        presenti ordine ingredienti impasto ripieno ricetta garanzia indirizzo telefono data oggetto prezzo totale biglietto viaggio partenza \
        arrivo ritorno prossima prossimo
        """,
        "pt": """
        contrato senhorio senhoria locador locatário inquilino inquilina renda aluguel caução apartamento casa fatura ata reunião presentes \
        ordem ingredientes massa recheio receita garantia morada endereço telefone data assunto preço total bilhete viagem partida chegada \
        próxima próximo
        """,
        "nl": """
        contract huurovereenkomst verhuurder huurder huur borg waarborgsom woning appartement factuur notulen vergadering aanwezig besluit \
        ingrediënten deeg vulling recept garantie adres telefoon datum onderwerp prijs totaal kaartje reis vertrek aankomst volgende
        """,
        "sv": """
        avtal kontrakt hyreskontrakt hyresvärd hyresvärden hyresgäst hyresgästen hyra hyran deposition depositionen lägenheten faktura protokoll \
        möte närvarande beslut ingredienser deg fyllning recept garanti adress telefon datum ärende pris summa biljett resa avresa ankomst nästa \
        uppsägningstiden rökning
        """,
        "da": """
        aftale kontrakt lejekontrakt udlejer lejer leje huslejen depositum lejligheden faktura referat møde deltagere beslutning ingredienser \
        dej fyld opskrift garanti adresse telefon dato emne pris beløb billet rejse afrejse ankomst næste
        """,
        "nb": """
        avtale kontrakt leiekontrakt utleier leietaker leie husleien depositum leiligheten faktura referat møte deltakere vedtak ingredienser \
        deig fyll oppskrift garanti adresse telefon dato emne pris beløp billett reise avreise ankomst neste
        """,
        "fi": """
        sopimus vuokrasopimus vuokranantaja vuokralainen vuokra takuu vakuus asunto lasku kokous pöytäkirja läsnä päätös ainekset taikina täyte \
        ohje resepti puhelin osoite päivämäärä aihe hinta yhteensä lippu matka lähtö paluu seuraava irtisanomisaika
        """,
        "pl": """
        umowa najemca wynajmujący wynajmująca czynsz kaucja mieszkanie lokal faktura protokół zebranie obecni uchwała porządek składniki ciasto \
        farsz przepis gwarancja adres telefon data temat cena razem suma bilet podróż wyjazd powrót nocleg następne następny następna okres \
        zamiast remont oferty
        """,
        "cs": """
        smlouva nájemce pronajímatel nájemné nájem kauce byt faktura zápis schůze přítomni usnesení program suroviny těsto náplň recept záruka \
        adresa telefon datum věc cena celkem lístek cesta odjezd návrat příští další místo
        """,
        "sk": """
        zmluva nájomca prenajímateľ nájomné nájom kaucia byt faktúra zápisnica schôdza prítomní uznesenie program suroviny cesto plnka recept \
        záruka adresa telefón dátum vec cena spolu lístok cesta odchod návrat ďalšia ďalší namiesto
        """,
        "tr": """
        sözleşme sözleşmesi kiraya kiracı kira depozito daire dairede fatura toplantı tutanak tutanağı katılanlar gündem karar malzemeler hamur \
        tarif garanti adres telefon tarih konu fiyat toplam bilet gezi yolculuk aylık fesih sonraki teklifleri aidat aidatı
        """,
        "ru": """
        договор наниматель наймодатель арендатор арендодатель квартира плата залог счёт протокол собрание присутствовали вопрос повестка \
        стороны показания ингредиенты тесто начинка рецепт инструкция гарантия адрес телефон дата тема цена итого билет поездка выезд \
        следующее следующий следующая вместо домой дождь готовый держать мелкий
        """,
        "uk": """
        договір орендар орендодавець наймач квартира плата застава рахунок протокол збори присутні питання порядок сторони інгредієнти тісто \
        начинка рецепт інструкція гарантія адреса телефон дата тема ціна разом квиток поїздка виїзд наступні наступний наступна замість
        """,
        "ro": """
        contract contractul chiriaș chiriașul proprietar proprietarul chirie chiria garanție garanția apartamentul factura proces ședința \
        prezenți hotărâre ingrediente aluat umplutură rețetă adresa telefon data subiect preț total bilet călătorie plecare întoarcere următoarea
        """,
        "hu": """
        szerződés bérlő bérbeadó bérleti kaució lakás számla jegyzőkönyv gyűlés ülés jelen jelenlévők határozat napirend hozzávalók tészta \
        töltelék recept garancia jótállás cím telefon dátum tárgy ár összesen jegy utazás indulás érkezés következő
        """,
        "el": """
        συμβόλαιο μισθωτήριο μισθωτής εκμισθωτής ενοικιαστής ενοίκιο εγγύηση διαμέρισμα λογαριασμός πρακτικά συνέλευση παρόντες απόφαση θέμα \
        υλικά ζύμη γέμιση συνταγή διεύθυνση τηλέφωνο ημερομηνία τιμή σύνολο εισιτήριο ταξίδι αναχώρηση επιστροφή επόμενη επόμενο
        """,
        "id": """
        perjanjian kontrak penyewa pemilik sewa deposit tagihan notulen rapat hadir keputusan bahan adonan resep garansi alamat telepon tanggal \
        perihal harga jumlah tiket perjalanan berangkat berikutnya
        """,
        "vi": """
        hợp biên việc cuộc cách bên căn chủ tiền số giá vé nếu muốn khi vì sự các những phải cần đã sẽ không có luộc ninh giấy đơn
        """,
        "de": """
        gestern heute morgen übermorgen vorgestern abends morgens mittags nachts vormittags nachmittags montags dienstags mittwochs donnerstags \
        freitags samstags sonntags anschließend danach zuerst zuletzt schließlich später endlich sehr leider
        """,
    ].mapValues { Set(words: $0) }
}
