import HearthText

/// What sponsors have read out, and what shows ask of their listeners, in one language. Written by hand; none is taken from a text.
struct AdvertWording: Sendable {
    let language: String
    /// Who pays, codes, ratings: enough with any other. Then what is cheaper, what is free, where links are, where to go, to subscribe, to
    /// support: two more are needed.
    let lists: [PhraseList]
    /// "Support for", and "comes from" behind it.
    let supports: PhraseList
    let sources: PhraseList
    /// A code: of a sponsor where the same sentence says what is cheaper with it; doors have codes as well.
    let codes: PhraseList
    /// Words that announce a sponsor where nothing else is said: "Werbung." People who plan adverts say them in sentences.
    let alone: Set<String>
    /// "Dot com".
    let spokenAddress: PhraseList

    /// - Parameter language: ISO 639-1. `nil` where none are known.
    static func of(_ language: String) -> AdvertWording? { all[language] }

    private init(
        _ language: String, supports: [String] = [], sources: [String] = [], codes: [String] = [],
        alone: Set<String> = [], address: [String], _ lists: [[String]]
    ) {
        func phrases(_ list: [String]) -> PhraseList { PhraseList([language: list], language: language) }
        self.language = language
        self.lists = lists.map(phrases)
        self.supports = phrases(supports)
        self.sources = phrases(sources)
        self.codes = phrases(codes)
        self.alone = alone
        spokenAddress = phrases(address)
    }

    private static let all: [String: AdvertWording] = Dictionary(
        uniqueKeysWithValues: [english, german, french, spanish, italian, portuguese, dutch].map { ($0.language, $0) })

    private static let english = AdvertWording(
        "en", supports: ["support for"], sources: ["comes from"],
        address: ["dot com", "dot io", "dot co", "dot org", "dot net"],
        [
            [
                "sponsored by", "brought to you by", "our sponsor", "our sponsors", "today's sponsor",
                "this message comes from", "this episode's sponsor",
            ],
            ["use code", "use my code", "promo code", "discount code", "offer code", "coupon code"],
            [
                "leave us a review", "leave a review", "leave us a rating", "leave a rating", "rate and review",
                "five star review", "hit the like button", "smash that like", "give us a thumbs up",
            ],
            ["percent off", "off your first", "half price", "save up to", "dollars off", "pounds off"],
            [
                "free trial", "try it free", "try for free", "free for thirty", "free for the first", "free delivery",
                "free shipping", "money-back guarantee", "money back guarantee", "no obligation", "cancel anytime",
                "cancel any time", "year warranty",
            ],
            [
                "link in the description", "link in the show notes", "links in the description", "link below",
                "link is in the description", "in the description below",
            ],
            [
                "sign up at", "head to", "head over to", "go to", "visit", "check out", "check them out",
                "find out more at", "learn more at",
            ],
            [
                "subscribe", "hit that bell", "hit the bell", "wherever you get your podcasts", "tell a friend",
                "tell your friends", "join our patreon", "on patreon",
            ],
            ["support the show", "support this show", "support this podcast", "support the channel"],
        ])

    private static let german = AdvertWording(
        "de", codes: ["mit dem code", "mit unserem code", "den code"], alone: ["werbung", "anzeige"],
        address: ["punkt de", "punkt com", "punkt at", "punkt ch"],
        [
            [
                "präsentiert von", "gesponsert von", "unterstützt von", "unser sponsor", "unserem sponsor",
                "unseres sponsors", "unser werbepartner", "unserem werbepartner", "unser heutiger partner",
            ],
            ["rabattcode", "gutscheincode", "aktionscode"],
            [
                "fünf sterne", "lasst uns eine bewertung da", "hinterlasst uns eine bewertung",
                "gebt uns eine bewertung",
                "lasst einen daumen", "daumen hoch da", "bewertet uns",
            ],
            ["prozent rabatt", "rabatt", "prozent auf", "zum halben preis", "euro rabatt", "spart ihr", "sparst du"],
            [
                "kostenlos testen", "gratis testen", "kostenloses probeabo", "kostenlose probezeit",
                "versandkostenfrei",
                "geld-zurück-garantie", "jederzeit kündbar", "unverbindlich", "kostenlosen versand", "jahre garantie",
            ],
            ["link in der beschreibung", "link in den shownotes", "in den shownotes", "in der infobox"],
            [
                "geht auf", "geh auf", "schaut vorbei", "schau vorbei", "besucht", "mehr unter", "mehr infos auf",
                "klickt auf",
            ],
            [
                "abonniert", "abonnieren", "überall wo es podcasts gibt", "wo ihr podcasts hört",
                "aktiviert die glocke",
                "erzählt es euren freunden", "auf patreon", "auf steady",
            ],
            ["unterstützt den podcast", "unterstützt uns", "unterstützt die sendung", "unterstützt den kanal"],
        ])

    private static let french = AdvertWording(
        "fr", codes: ["avec le code", "notre code", "le code"], alone: ["publicité", "pub"],
        address: ["point com", "point fr"],
        [
            [
                "sponsorisé par", "présenté par", "notre sponsor", "notre partenaire du jour",
                "vous est proposé par", "vous est offert par", "le sponsor de cet épisode", "page de publicité",
            ],
            ["code promo", "code de réduction", "code avantage"],
            [
                "cinq étoiles", "laissez-nous un avis", "laissez un avis", "laissez-nous une note", "mettez un pouce",
                "mettez-nous une note", "un petit pouce bleu",
            ],
            ["de réduction", "pour cent sur", "de remise", "à moitié prix", "sur votre première commande"],
            [
                "essai gratuit", "essayez gratuitement", "satisfait ou remboursé", "sans engagement",
                "livraison offerte",
                "livraison gratuite", "premier mois offert", "ans de garantie",
            ],
            [
                "lien dans la description", "lien en description", "lien dans les notes", "en description",
                "dans la description",
            ],
            ["rendez-vous sur", "allez sur", "allez faire un tour sur", "inscrivez-vous sur", "découvrez"],
            [
                "abonnez-vous", "sur toutes les plateformes", "votre application de podcast", "activez la cloche",
                "parlez-en autour de vous", "sur patreon", "sur tipeee",
            ],
            ["soutenez le podcast", "soutenez l'émission", "soutenez-nous", "soutenir le podcast"],
        ])

    private static let spanish = AdvertWording(
        "es", codes: ["con el código", "con nuestro código", "el código"], alone: ["publicidad"],
        address: ["punto com", "punto es"],
        [
            [
                "patrocinado por", "patrocinada por", "presentado por", "nuestro patrocinador",
                "nuestros patrocinadores",
                "el patrocinador de", "gracias al patrocinio", "traído por", "te lo trae", "os lo trae",
            ],
            ["código de descuento", "código promocional", "cupón de descuento"],
            [
                "cinco estrellas", "déjanos una reseña", "dejadnos una reseña", "dejad una reseña",
                "deja una valoración",
                "dale a me gusta", "dadle a me gusta", "dale like",
            ],
            [
                "de descuento", "por ciento en", "a mitad de precio", "en tu primer pedido", "en vuestro primer pedido",
                "euros menos",
            ],
            [
                "prueba gratis", "prueba gratuita", "pruébalo gratis", "envío gratis", "envío gratuito",
                "sin compromiso",
                "sin permanencia", "devolución garantizada", "años de garantía", "cancela cuando quieras",
            ],
            [
                "enlace en la descripción", "en la descripción", "link en la descripción", "en las notas del programa",
                "en las notas del episodio",
            ],
            [
                "entra en", "entrad en", "visita", "visitad", "pásate por", "pasaos por", "regístrate en",
                "descúbrelo en",
            ],
            [
                "suscríbete", "suscribíos", "suscríbanse", "activa la campanita", "donde escuches tus podcasts",
                "compártelo con", "en patreon",
            ],
            ["apoya el programa", "apoya el podcast", "apoyad el programa", "apóyanos"],
        ])

    private static let italian = AdvertWording(
        "it", codes: ["con il codice", "col codice", "il codice"], alone: ["pubblicità"],
        address: ["punto com", "punto it"],
        [
            [
                "sponsorizzato da", "sponsorizzata da", "presentato da", "il nostro sponsor",
                "lo sponsor di",
            ],
            ["codice sconto", "codice promozionale"],
            [
                "cinque stelle", "lasciateci una recensione", "lasciate una recensione", "lascia una recensione",
                "mettete un mi piace", "metti mi piace", "lasciate un like",
            ],
            ["di sconto", "per cento su", "a metà prezzo", "sul primo ordine", "sul vostro primo ordine"],
            [
                "prova gratuita", "provalo gratis", "provatelo gratis", "spedizione gratuita", "senza impegno",
                "soddisfatti o rimborsati", "disdici quando vuoi", "anni di garanzia",
            ],
            ["link in descrizione", "link nella descrizione", "in descrizione", "nelle note dell'episodio"],
            ["andate su", "vai su", "visitate", "visita", "iscrivetevi su", "scoprite di più su"],
            [
                "iscrivetevi", "iscriviti", "abbonatevi", "attivate la campanella", "ovunque ascoltiate i podcast",
                "ditelo agli amici", "su patreon",
            ],
            ["sostenete il podcast", "sostieni il podcast", "sosteneteci", "supportate il canale"],
        ])

    private static let portuguese = AdvertWording(
        "pt", codes: ["com o código", "o código", "o cupom"], alone: ["publicidade"],
        address: ["ponto com", "ponto pt"],
        [
            [
                "patrocinado por", "patrocinada por", "apresentado por", "um oferecimento de",
                "nosso patrocinador", "nosso patrocinador de hoje", "o patrocínio de",
            ],
            ["código de desconto", "código promocional", "cupom de desconto"],
            [
                "cinco estrelas", "deixe uma avaliação", "deixem uma avaliação", "deixa uma avaliação",
                "avalie o podcast",
                "deixe o seu like", "deixa o like",
            ],
            ["de desconto", "por cento em", "pela metade do preço", "na primeira compra", "na sua primeira compra"],
            [
                "teste grátis", "experimente grátis", "experimenta grátis", "frete grátis", "portes grátis",
                "sem compromisso", "cancele quando quiser", "anos de garantia", "dinheiro de volta",
            ],
            ["link na descrição", "na descrição", "nas notas do episódio"],
            ["acesse", "entre em", "visite", "visita", "vá a", "cadastre-se em", "saiba mais em"],
            [
                "inscreva-se", "subscrevam", "subscreve", "assine o canal", "ative o sininho", "onde ouves podcasts",
                "na sua plataforma de podcasts", "conte para os amigos", "no patreon",
            ],
            ["apoie o podcast", "apoiem o podcast", "apoie o programa", "apoie o canal"],
        ])

    private static let dutch = AdvertWording(
        "nl", codes: ["met de code", "met code", "de code"], alone: ["reclame", "advertentie"],
        address: ["punt nl", "punt com", "punt be"],
        [
            [
                "gesponsord door", "mogelijk gemaakt door", "gepresenteerd door", "onze sponsor",
                "onze adverteerder", "de sponsor van",
            ],
            ["kortingscode", "actiecode"],
            [
                "vijf sterren", "laat een review achter", "laat een beoordeling achter", "geef ons een beoordeling",
                "duimpje omhoog", "geef een like",
            ],
            ["procent korting", "korting op", "korting", "voor de halve prijs", "op je eerste bestelling"],
            [
                "gratis proberen", "probeer gratis", "gratis proefperiode", "gratis verzending", "gratis bezorgd",
                "niet goed geld terug", "vrijblijvend", "maandelijks opzegbaar", "jaar garantie",
            ],
            ["link in de beschrijving", "in de shownotes", "in de beschrijving"],
            ["ga naar", "ga dan naar", "kijk op", "neem een kijkje op", "surf naar", "meld je aan op", "meer info op"],
            [
                "abonneer", "abonneer je", "overal waar je podcasts luistert", "in je favoriete podcastapp",
                "vertel het je vrienden", "op patreon", "vriend van de show",
            ],
            ["steun de podcast", "steun ons", "steun de show", "steun het kanaal"],
        ])
}
