// The words of each language.

extension TableWords {
    static let en = TableWords(
        most: [
            (.any, "most|highest|largest|biggest|greatest|maximum|top|highest paid|best paid"),
            (.price, "most expensive|dearest|priciest|costliest|most costly"),
            (.date, "most recent|most recently|latest|newest|last"), (.age, "oldest|eldest"),
            (.weight, "heaviest"), (.length, "longest"),
        ],
        least: [
            (.any, "least|fewest|lowest|smallest|minimum|lowest paid"),
            (.price, "cheapest|least expensive|most affordable"), (.date, "earliest|first"), (.age, "youngest"),
            (.weight, "lightest"), (.length, "shortest"),
        ],
        bare: "most|least|fewest",
        more: [
            (.any, "more|higher|larger|bigger|greater"), (.price, "more expensive|dearer|pricier|costlier"),
            (.weight, "heavier"), (.length, "longer"),
        ],
        less: [
            (.any, "less|fewer|lower|smaller"), (.price, "cheaper|less expensive"), (.weight, "lighter"),
            (.length, "shorter"),
        ],
        counting: "how many", or: "or", who: "who whose whom", which: "which what",
        blocking: """
            over under above below between before after since until till than without except excluding besides not never no nor neither \
            every each per average mean median distinct different unique percent second third why where when if \
            would should could both other others only more less fewer none another
            """,
        idle: """
            work works working worked live lives living lived based located listed list lists contain contains contained hold holds include \
            includes exist exists company companies firm organisation organization business currently today now table tables sheet \
            spreadsheet file files document documents record records recorded own owns owned claim claims claimed make makes made \
            submit submits submitted buy buys bought order orders ordered pay pays paid spend spends spent take takes took taken book \
            books booked use uses used give gives gave given write wrote written run runs get got please tell show name find total \
            altogether overall currently there
            """)

    static let de = TableWords(
        most: [
            (
                .any,
                "meisten|meiste|höchste|höchsten|höchster|höchstes|größte|größten|größter|größtes|maximale|maximalen"
            ),
            (.price, "teuerste|teuersten|teuerster|teuerstes"),
            (
                .date,
                "neueste|neuesten|neuester|neuestes|letzte|letzten|letzter|letztes|zuletzt|jüngste|jüngsten|aktuellste"
            ),
            (.age, "älteste|ältesten|ältester|ältestes"), (.weight, "schwerste|schwersten|schwerster|schwerstes"),
            (.length, "längste|längsten|längster|längstes"),
        ],
        least: [
            (
                .any,
                "wenigsten|wenigste|niedrigste|niedrigsten|niedrigster|niedrigstes|kleinste|kleinsten|kleinster|kleinstes|geringste|geringsten|minimale"
            ),
            (.price, "billigste|billigsten|billigster|billigstes|günstigste|günstigsten|günstigster|günstigstes"),
            (.date, "erste|ersten|erster|erstes|früheste|frühesten|zuerst"),
            (.weight, "leichteste|leichtesten|leichtester|leichtestes"),
            (.length, "kürzeste|kürzesten|kürzester|kürzestes"),
        ],
        bare: "meisten|meiste|wenigsten|wenigste",
        more: [
            (.any, "mehr|höher|höhere|höheren|höheres|größer|größere|größeren|größeres"),
            (.price, "teurer|teurere|teureres"), (.weight, "schwerer"), (.length, "länger|längere"),
        ],
        less: [
            (.any, "weniger|niedriger|niedrigere|niedrigeren|kleiner|kleinere|kleineren|geringer|geringere"),
            (.price, "billiger|günstiger"), (.weight, "leichter"), (.length, "kürzer|kürzere"),
        ],
        counting: "wie viele|wieviele|anzahl der|zahl der", or: "oder", who: "wer wem wessen wen",
        which: "welche welcher welches welchen welchem was",
        blocking: """
            über unter zwischen vor nach seit bis als ohne außer nicht nie kein keine keinen keiner jede jeder jedes jeden pro \
            durchschnitt durchschnittlich mittelwert verschiedene prozent anteil zweite zweiten zweithöchste warum weshalb wo wann wenn \
            mehr weniger beide andere anderen
            """,
        idle: """
            arbeiten arbeitet arbeitete gibt geben gab liegt liegen wohnen wohnt sitzen steht stehen firma unternehmen betrieb derzeit aktuell \
            heute tabelle liste datei dokument eingetragen hat haben hatte kaufte gekauft bezahlt ausgegeben eingereicht gemacht \
            insgesamt zusammen nenne zeige
            """)

    static let fr = TableWords(
        most: [
            (
                .any,
                "le plus|la plus|les plus|le plus de|le plus grand|la plus grande|le plus élevé|la plus élevée|le plus haut|la plus haute|maximum"
            ),
            (.price, "le plus cher|la plus chère|les plus chers|les plus chères"),
            (.date, "le plus récent|la plus récente|dernier|dernière|le plus récemment"),
            (.age, "le plus âgé|la plus âgée|le plus vieux|la plus vieille|le plus ancien|la plus ancienne"),
            (.weight, "le plus lourd|la plus lourde"), (.length, "le plus long|la plus longue"),
        ],
        least: [
            (
                .any,
                "le moins|la moins|le moins de|le plus petit|la plus petite|le plus bas|la plus basse|le plus faible|la plus faible|minimum"
            ),
            (.price, "le moins cher|la moins chère|les moins chers|les moins chères"),
            (.date, "premier|première|en premier"), (.age, "le plus jeune|la plus jeune"),
            (.weight, "le plus léger|la plus légère"), (.length, "le plus court|la plus courte"),
        ],
        bare: "le plus|la plus|les plus|le plus de|le moins|la moins|le moins de",
        more: [
            (.any, "plus de|plus grand|plus grande|plus élevé|plus élevée|plus haut|plus haute"),
            (.price, "plus cher|plus chère"), (.weight, "plus lourd|plus lourde"),
            (.length, "plus long|plus longue"),
        ],
        less: [
            (.any, "moins de|plus petit|plus petite|plus bas|plus basse|plus faible"),
            (.price, "moins cher|moins chère"), (.weight, "plus léger|plus légère"),
            (.length, "plus court|plus courte"),
        ],
        counting: "combien de|combien d|nombre de|nombre d", or: "ou", who: "qui",
        which: "quel quelle quels quelles que quoi lequel laquelle",
        blocking: """
            sur sous entre avant après depuis jusque jusqu sans sauf pas jamais aucun aucune chaque par moyenne moyen différents \
            pourcentage deuxième second seconde pourquoi où quand si autre autres
            """,
        idle: """
            travaillent travaille travaillé habitent habite existe existent société entreprise actuellement aujourd hui tableau liste fichier \
            document achetés acheté payé dépensé fait soumis total
            """)

    static let es = TableWords(
        most: [
            (.any, "el más alto|la más alta|mayor|más alto|más alta|más grande|máximo|máxima|más"),
            (.price, "más caro|más cara|más caros|más caras"),
            (.date, "más reciente|más recientemente|último|última"),
            (.age, "más viejo|más vieja|más antiguo|más antigua"),
            (.weight, "más pesado|más pesada"), (.length, "más largo|más larga"),
        ],
        least: [
            (.any, "menor|más bajo|más baja|más pequeño|más pequeña|mínimo|mínima|menos"),
            (.price, "más barato|más barata|más baratos|más baratas|menos caro|menos cara"),
            (.date, "primero|primera|primer"), (.age, "más joven"), (.weight, "más ligero|más ligera|menos pesado"),
            (.length, "más corto|más corta"),
        ],
        bare: "más|menos",
        more: [
            (.any, "más|mayor|más alto|más alta|más grande"), (.price, "más caro|más cara"),
            (.weight, "más pesado|más pesada"), (.length, "más largo|más larga"),
        ],
        less: [
            (.any, "menos|menor|más bajo|más baja|más pequeño|más pequeña"),
            (.price, "más barato|más barata|menos caro"),
            (.weight, "más ligero|más ligera"), (.length, "más corto|más corta"),
        ],
        counting: "cuántos|cuántas", or: "o u", who: "quién quiénes",
        which: "qué cuál cuáles",
        blocking: """
            sobre bajo entre antes después desde hasta sin excepto no nunca ningún ninguna cada por promedio media diferentes porcentaje \
            segundo segunda dónde cuándo si otro otra otros
            """,
        idle: """
            trabajan trabaja trabajó viven vive hay existen empresa compañía actualmente hoy tabla lista archivo documento tiene tienen \
            compró comprado pagó gastó hizo total
            """)

    static let it = TableWords(
        most: [
            (.any, "più alto|più alta|maggiore|più grande|massimo|massima|più"),
            (.price, "più caro|più cara|più costoso|più costosa"),
            (.date, "più recente|più recentemente|ultimo|ultima"),
            (.age, "più vecchio|più vecchia|più anziano|più anziana"),
            (.weight, "più pesante"), (.length, "più lungo|più lunga"),
        ],
        least: [
            (.any, "più basso|più bassa|minore|più piccolo|più piccola|minimo|minima|meno"),
            (.price, "più economico|più economica|meno caro|meno cara"), (.date, "primo|prima"),
            (.age, "più giovane"), (.weight, "più leggero|più leggera"), (.length, "più corto|più corta|più breve"),
        ],
        bare: "più|meno",
        more: [
            (.any, "più|maggiore|più alto|più alta|più grande"), (.price, "più caro|più cara|più costoso|più costosa"),
            (.weight, "più pesante"), (.length, "più lungo|più lunga"),
        ],
        less: [
            (.any, "meno|minore|più basso|più bassa|più piccolo"), (.price, "più economico|più economica|meno caro"),
            (.weight, "più leggero|più leggera"), (.length, "più corto|più corta"),
        ],
        counting: "quanti|quante", or: "o oppure", who: "chi", which: "quale quali che cosa qual",
        blocking: """
            oltre sotto tra fra dopo da fino senza tranne non mai nessun nessuna ogni per media medio diversi percentuale secondo seconda \
            perché dove quando se altro altra altri
            """,
        idle: """
            lavorano lavora vivono vive ci sono esistono azienda società attualmente oggi tabella elenco file documento ha hanno comprato pagato \
            speso fatto totale
            """)

    static let pt = TableWords(
        most: [
            (.any, "mais alto|mais alta|maior|máximo|máxima|mais"), (.price, "mais caro|mais cara"),
            (.date, "mais recente|mais recentemente|último|última"),
            (.age, "mais velho|mais velha|mais antigo|mais antiga"),
            (.weight, "mais pesado|mais pesada"), (.length, "mais longo|mais longa"),
        ],
        least: [
            (.any, "mais baixo|mais baixa|menor|mínimo|mínima|menos"), (.price, "mais barato|mais barata|menos caro"),
            (.date, "primeiro|primeira"), (.age, "mais novo|mais nova|mais jovem"), (.weight, "mais leve"),
            (.length, "mais curto|mais curta"),
        ],
        bare: "mais|menos",
        more: [
            (.any, "mais|maior|mais alto|mais alta"), (.price, "mais caro|mais cara"),
            (.weight, "mais pesado|mais pesada"), (.length, "mais longo|mais longa"),
        ],
        less: [
            (.any, "menos|menor|mais baixo|mais baixa"), (.price, "mais barato|mais barata"),
            (.weight, "mais leve"), (.length, "mais curto|mais curta"),
        ],
        counting: "quantos|quantas", or: "ou", who: "quem", which: "qual quais que",
        blocking: """
            sobre sob entre antes depois desde até sem exceto não nunca nenhum nenhuma cada por média médio diferentes percentagem segundo \
            segunda onde quando se outro outra outros
            """,
        idle: """
            trabalham trabalha vivem vive existem há empresa companhia atualmente hoje tabela lista ficheiro arquivo documento tem têm comprou \
            pagou gastou fez total
            """)

    static let nl = TableWords(
        most: [
            (.any, "meeste|hoogste|grootste|maximale"), (.price, "duurste"),
            (.date, "nieuwste|laatste|recentste|meest recente|laatst"), (.age, "oudste"), (.weight, "zwaarste"),
            (.length, "langste"),
        ],
        least: [
            (.any, "minste|laagste|kleinste|minimale"), (.price, "goedkoopste"), (.date, "eerste|vroegste|eerst"),
            (.age, "jongste"), (.weight, "lichtste"), (.length, "kortste"),
        ],
        bare: "meeste|minste",
        more: [
            (.any, "meer|hoger|hogere|groter|grotere"), (.price, "duurder"), (.weight, "zwaarder"),
            (.length, "langer"),
        ],
        less: [
            (.any, "minder|lager|lagere|kleiner|kleinere"), (.price, "goedkoper"), (.weight, "lichter"),
            (.length, "korter"),
        ],
        counting: "hoeveel|aantal", or: "of", who: "wie wiens", which: "welke welk wat",
        blocking: """
            boven onder tussen voor na sinds tot dan zonder behalve niet nooit geen elke elk per gemiddeld gemiddelde verschillende procent \
            tweede waarom waar wanneer als andere
            """,
        idle: """
            werken werkt werkte wonen woont bedrijf momenteel vandaag tabel lijst bestand document heeft hebben kocht gekocht betaald \
            uitgegeven gemaakt totaal
            """)

    static let sv = TableWords(
        most: [
            (.any, "mest|flest|högst|högsta|störst|största"), (.price, "dyrast|dyraste"),
            (.date, "senast|senaste|nyast|nyaste|sist|sista"), (.age, "äldst|äldsta"), (.weight, "tyngst|tyngsta"),
            (.length, "längst|längsta"),
        ],
        least: [
            (.any, "minst|lägst|lägsta|minsta"), (.price, "billigast|billigaste"),
            (.date, "först|första|tidigast|tidigaste"), (.age, "yngst|yngsta"), (.weight, "lättast|lättaste"),
            (.length, "kortast|kortaste"),
        ],
        bare: "mest|flest|minst", more: [(.any, "mer|fler|högre|större"), (.price, "dyrare"), (.weight, "tyngre")],
        less: [(.any, "mindre|färre|lägre"), (.price, "billigare"), (.weight, "lättare")],
        counting: "hur många|antal", or: "eller", who: "vem vilka", which: "vilken vilket vilka vad",
        blocking:
            "över under mellan före efter sedan utan inte aldrig ingen inget inga varje per genomsnitt olika procent andra varför var när om",
        idle: "arbetar jobbar bor finns företaget idag tabellen listan filen har köpte köpt betalat gjort totalt")

    static let da = TableWords(
        most: [
            (.any, "mest|flest|højest|højeste|størst|største"), (.price, "dyrest|dyreste"),
            (.date, "senest|seneste|nyest|nyeste|sidst|sidste"), (.age, "ældst|ældste"), (.weight, "tungest|tungeste"),
            (.length, "længst|længste"),
        ],
        least: [
            (.any, "mindst|færrest|lavest|laveste|mindste"), (.price, "billigst|billigste"),
            (.date, "først|første|tidligst|tidligste"), (.age, "yngst|yngste"), (.weight, "lettest|letteste"),
            (.length, "kortest|korteste"),
        ],
        bare: "mest|flest|mindst|færrest",
        more: [(.any, "mere|flere|højere|større"), (.price, "dyrere"), (.weight, "tungere")],
        less: [(.any, "mindre|færre|lavere"), (.price, "billigere"), (.weight, "lettere")],
        counting: "hvor mange|antal", or: "eller", who: "hvem hvis", which: "hvilken hvilket hvilke hvad",
        blocking:
            "over under mellem før efter siden uden ikke aldrig ingen hver per gennemsnit forskellige procent anden hvorfor hvor hvornår om",
        idle: "arbejder bor findes der firmaet idag tabellen listen filen har købte købt betalt lavet")

    static let nb = TableWords(
        most: [
            (.any, "mest|flest|høyest|høyeste|størst|største"), (.price, "dyrest|dyreste"),
            (.date, "senest|seneste|nyest|nyeste|sist|siste"), (.age, "eldst|eldste"), (.weight, "tyngst|tyngste"),
            (.length, "lengst|lengste"),
        ],
        least: [
            (.any, "minst|færrest|lavest|laveste|minste"), (.price, "billigst|billigste"),
            (.date, "først|første|tidligst|tidligste"), (.age, "yngst|yngste"), (.weight, "lettest|letteste"),
            (.length, "kortest|korteste"),
        ],
        bare: "mest|flest|minst|færrest",
        more: [(.any, "mer|flere|høyere|større"), (.price, "dyrere"), (.weight, "tyngre")],
        less: [(.any, "mindre|færre|lavere"), (.price, "billigere"), (.weight, "lettere")],
        counting: "hvor mange|antall", or: "eller", who: "hvem", which: "hvilken hvilket hvilke hva",
        blocking:
            "over under mellom før etter siden uten ikke aldri ingen hver per gjennomsnitt forskjellige prosent andre hvorfor hvor når om",
        idle: "arbeider jobber bor finnes firmaet dag tabellen listen filen har kjøpte kjøpt betalt laget")

    static let pl = TableWords(
        most: [
            (.any, "najwięcej|najwyższy|najwyższa|najwyższe|najwyższą|największy|największa|największe|największą"),
            (.price, "najdroższy|najdroższa|najdroższe"),
            (.date, "najnowszy|najnowsza|ostatni|ostatnia|ostatnio|najpóźniej"),
            (.age, "najstarszy|najstarsza|najstarsze"), (.weight, "najcięższy|najcięższa"),
            (.length, "najdłuższy|najdłuższa"),
        ],
        least: [
            (.any, "najmniej|najniższy|najniższa|najniższe|najmniejszy|najmniejsza|najmniejsze"),
            (.price, "najtańszy|najtańsza|najtańsze"), (.date, "pierwszy|pierwsza|najwcześniej"),
            (.age, "najmłodszy|najmłodsza"), (.weight, "najlżejszy|najlżejsza"), (.length, "najkrótszy|najkrótsza"),
        ],
        bare: "najwięcej|najmniej",
        more: [(.any, "więcej|wyższy|wyższa|większy|większa"), (.price, "droższy|droższa|droższe")],
        less: [(.any, "mniej|niższy|niższa|mniejszy|mniejsza"), (.price, "tańszy|tańsza|tańsze")],
        counting: "ile|ilu", or: "czy lub albo", who: "kto", which: "który która które jaki jaka jakie co",
        blocking:
            "ponad poniżej między przed po od do bez oprócz nie nigdy żaden każdy średnia średnio różnych procent drugi druga dlaczego gdzie kiedy jeśli inny",
        idle:
            "pracuje pracują mieszka mieszkają jest są firmie firma dziś tabela lista plik ma mają kupił kupiła zapłacił"
    )

    static let ru = TableWords(
        most: [
            (
                .any,
                "больше всего|самый высокий|самая высокая|самую высокую|самое высокое|самый большой|самая большая|наибольший|наибольшая|максимальный"
            ),
            (.price, "самый дорогой|самая дорогая|самое дорогое|дороже всего"),
            (.date, "последний|последняя|последним|самый новый|самая новая"),
            (.age, "самый старый|самая старая|самый старший"),
            (.weight, "самый тяжелый|самая тяжелая"), (.length, "самый длинный|самая длинная"),
        ],
        least: [
            (
                .any,
                "меньше всего|самый низкий|самая низкая|самую низкую|самое низкое|самый маленький|самая маленькая|наименьший|минимальный"
            ),
            (.price, "самый дешевый|самая дешевая|самое дешевое|дешевле всего"), (.date, "первый|первая|первым"),
            (.age, "самый младший|самый молодой"), (.weight, "самый легкий|самая легкая"), (.length, "самый короткий"),
        ],
        bare: "больше всего|меньше всего", more: [(.any, "больше|выше"), (.price, "дороже"), (.weight, "тяжелее")],
        less: [(.any, "меньше|ниже"), (.price, "дешевле"), (.weight, "легче")],
        counting: "сколько", or: "или", who: "кто у кого", which: "какой какая какое какие который что",
        blocking:
            "свыше между перед до после без кроме не никогда каждый среднем средний разных процентов второй почему где когда если другой",
        idle: "работает работают живет живут есть компании компания сегодня таблице списке файле купил заплатил")
}
