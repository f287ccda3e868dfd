import Foundation

/// What sites write around their articles, in the languages of many pages. Compared in lower case without punctuation.
///
/// Kept here by hand: the words of buttons, boxes and notices as news sites and the usual templates of blogs have them. No script
/// makes the lists. A phrase belongs here only where it is no sentence of an article.
enum HTMLPhrases {
    /// Lines that are a label for something that is not text.
    static let labels = set(
        """
        ad|ads|advert|adverts|advertisement|advertisements|advertising|sponsored|sponsored content|promoted|
        promoted content|story continues below|story continues below advertisement|article continues below|
        article continues below advertisement|article continues after advertisement|continue reading below|
        continue reading|continue reading the main story|read more|learn more|see more|show more|load more|view more|
        more|share|share this|share this article|share this story|share on facebook|share on twitter|tweet|pin it|
        email|print|save|comment|comments|close|caption|hide caption|toggle caption|enlarge this image|loading|
        loading ad|click to enlarge|play|pause|next|previous|back to top|top|skip|skip ad|skip to main content|menu|
        search|related|see also|photo|photos|image|images|video|videos|gallery|view gallery|image source|
        photo gallery|getty|getty images|ap|reuters|view this post on instagram|facebook|twitter|whatsapp|linkedin|
        pinterest|anzeige|werbung|publicidade|publicidad|publicite|pubblicita|reklama|reklame|advertentie|teilen|
        drucken|compartilhar|compartilhe|compartir|partager|condividi|weiterlesen|mehr|leia mais|leia tambem|
        lire la suite|leggi anche|continua a leggere|sigue leyendo|lee tambien|lees ook|lees meer|las mer|
        skip past newsletter promotion|after newsletter promotion|article reserve aux abonnes|reserve aux abonnes
        """)

    /// Headings and labels behind which nothing of the article follows.
    static let endings = set(
        """
        related|related articles|related stories|related posts|related content|related news|related topics|
        related links|related coverage|related reading|related items|see also related|more from|more stories|
        more news|more like this|more on this story|more on this topic|more articles|more to read|more to explore|
        you may also like|you might also like|you may like|you might be interested in|recommended|recommended for you|
        recommended stories|recommended articles|recommended reading|recommended posts|read next|read more|read also|
        further stories|up next|next article|previous article|next post|previous post|next story|trending|
        trending now|trending stories|most popular|most read|most viewed|popular|popular posts|popular stories|latest|
        latest news|latest stories|latest posts|latest articles|recent posts|recent articles|recent stories|
        editors picks|top stories|top news|dont miss|in case you missed it|from around the web|around the web|
        promoted stories|sponsored stories|comments|leave a comment|leave a reply|leave a response|
        responses|replies|join the conversation|join the discussion|post a comment|add a comment|reader comments|conversation|
        discussion|about the author|about the authors|about author|author|the author|author bio|written by|share this|
        share this article|share this story|share this post|share|share this entry|share this page|like this|
        follow us|connect with us|stay connected|sign up|sign up for our newsletter|subscribe|
        subscribe to our newsletter|newsletter|newsletters|get our newsletter|tags|filed under|topics|advertisement|
        support us|contact us|press contact|media contact|media contacts|about us|like this article|privacy overview|
        cookie policy|rate this article|was this article helpful|explore more|keep reading|continue reading|
        what to read next|das konnte sie auch interessieren|mehr zum thema|weitere artikel|kommentare|
        verwandte artikel|veja tambem|leia tambem|leia mais|noticias relacionadas|posts relacionados|
        artigos relacionados|comentarios|deixe um comentario|deixe uma resposta|deixe seu comentario|compartilhe|
        sobre o autor|mais lidas|articulos relacionados|te puede interesar|mas noticias|mas leidas|deja un comentario|
        deja una respuesta|sur le meme sujet|a lire aussi|lire aussi|articles similaires|commentaires|
        laisser un commentaire|leggi anche|articoli correlati|potrebbe interessarti|commenti|lascia un commento|
        lees ook|gerelateerd|reacties|las ocksa|relaterade artiklar|les ogsa|czytaj takze|komentarze
        """)

    /// The same, in front of a name or a title: "2 thoughts on …".
    static let endingBeginnings = WordSequences(
        "thoughts on|thought on|responses to|response to|replies to|comments on|comment on|written by|more from")

    /// Headings of what is said in short before the text.
    static let keyPoints = set(
        """
        summary|key points|key takeaways|key facts|takeaways|in brief|in short|at a glance|highlights|tl dr|
        what we know|what we know so far|das wichtigste in kurze|auf einen blick|kurz gefasst|l essentiel|en bref|
        en resume|puntos clave|claves|lo esencial|en resumen|in sintesi|em resumo|pontos principais|in het kort
        """)

    /// Beginnings of lines that lead away or ask for something, where a link stands in them.
    static let callsToAction = WordSequences(
        """
        read more|read also|also read|read next|read the full|read our|read this|related|see also|see more|more on|
        more from|watch|listen|click here|click to|click the|follow us|follow the|follow him|follow her|follow me|
        find us on|like us|join us|join our|sign up|subscribe|get the latest|get our|download the|download our|
        check out our|visit our|send us|send your|email us|email the|contact us|contact the|have a tip|got a tip|
        have a story|do you have|want more|for more|to read more|to learn more|share your|tell us|let us know|
        support our|become a|register for|register now|buy now|shop now|order now|originally published|
        this article originally|this article first|this story originally|this post originally|
        this article was originally|this story was originally|this post was originally|copyright|all rights reserved|
        posted in|filed under|tagged|tags|categories|category|source|sources|photo|photos|image|image credit|
        image via|picture|credit|updated|published|last updated|posted by|posted on|published on|if you enjoyed|
        if you liked|leia mais|leia tambem|veja mais|veja tambem|saiba mais|clique aqui|siga|curta|assine|lea tambien|
        lee tambien|vea tambien|siga leyendo|haga clic|lire aussi|a lire aussi|lesen sie auch|mehr zum thema|
        leggi anche|leggi tutto|lees ook|lees meer|les ogsa|las ocksa|czytaj tez|comments
        """)

    /// Requests and legal lines that stand below articles.
    static let solicitations = WordSequences(
        """
        if you enjoyed this|if you liked this|did you enjoy this|we d like to hear what you think|
        would like to hear from you|want to hear from you|letters to the editor|send us a tip|send tips to|
        sign up for our|sign up for the|sign up to our|sign up to receive|subscribe to our|subscribe to the|
        subscribe now|subscribe today|follow us on|follow her on|follow him on|follow me on|follow them on|follow on twitter|follow on facebook|on facebook and twitter|
        facebook twitter and instagram|like us on facebook|find us on facebook|join us on facebook|
        join our newsletter|our free newsletter|our daily newsletter|our weekly newsletter|delivered to your inbox|
        straight to your inbox|in your inbox|delivered through your letterbox|support our journalism|
        support independent journalism|become a member|become a subscriber|become a patron|make a donation|
        all rights reserved|may not be published broadcast|without our prior permission|without express written|
        without written permission|click here for more|click here to subscribe|click here to sign|click here to read|
        download our app|download the app|auto generated from a syndicated feed|can be reached at|may be reached at|reach the reporter|contact the reporter|
        contact the author|contact the writer|this material may not be|our commenting policy|our comments policy|
        comment policy|privacy policy|terms of use|terms of service|terms and conditions apply|
        subject to change without notice|assine nossa newsletter|siga nos nas redes|siga nos no|
        todos os direitos reservados|todos los derechos reservados|suscribete a nuestro|siguenos en|
        tous droits reserves|abonnez vous a|suivez nous sur|alle rechte vorbehalten|melden sie sich|folgen sie uns|
        tutti i diritti riservati|iscriviti alla|seguici su|volg ons op|alle rechten voorbehouden
        """)

    /// Notes of the page's program to its visitor.
    static let notices = WordSequences(
        """
        uses cookies|use cookies|use of cookies|our cookie policy|accept cookies|cookie settings|cookie consent|
        verwendet cookies|verwenden cookies|nutzt cookies|utiliza cookies|utilizamos cookies|usamos cookies|
        usa cookies|utilise des cookies|utilisons des cookies|utilizza cookie|utilizza i cookie|gebruikt cookies|
        requires javascript|enable javascript|javascript is disabled|turn on javascript|browser does not support|
        browser is not supported|your browser doesn t support|this content is not available|already a subscriber|
        create a free account|to continue reading|your email address will not be published|required fields are marked|
        reload the page|your ad blocker|disable your ad blocker|may contain affiliate links|
        contains affiliate links|この記事は有料記事です|この記事は有料会員記事です|この記事は会員限定です
        """)

    /// What stands at the end of a picture's caption.
    static let pictureCredits = WordSequences(
        """
        getty images|ap photo|reuters|afp|photo by|photo courtesy|photo credit|image credit|image courtesy|
        courtesy photo|courtesy of|file photo|photograph|photo|photos|shutterstock|istock|istockphoto|pixabay|
        unsplash|wikimedia commons|foto|fotos|divulgacao|reproducao|bild|dpa|epa|screenshot|via ap|staff photographer
        """)

    /// Whether a heading says that the article ends above it, with or without a number: "Related stories", "3 comments".
    static func isEndingHeading(_ bytes: [UInt8]) -> Bool {
        let all = words(bytes)
        if endings.contains(all) { return true }
        let words = words(bytes.filter { !isDigit($0) })
        return words.count < all.count && (endings.contains(words) || endingBeginnings.begins(words[...]))
    }

    fileprivate static func list(_ text: String) -> [String] {
        text.split(separator: "|").map { $0.drop { $0 == "\n" } }.filter { !$0.isEmpty }.map(String.init)
    }

    private static func set(_ text: String) -> Set<[UInt64]> { Set(list(text).map { words(Array($0.utf8)) }) }

    /// Hashes of the words of a text: runs of letters and digits, in lower case and without the marks of accents.
    static func words(_ bytes: [UInt8]) -> [UInt64] {
        if bytes.contains(where: { $0 >= 0x80 }) { return words(folding: String(decoding: bytes, as: UTF8.self)) }
        var words: [UInt64] = []
        var start: Int?
        for (index, byte) in bytes.enumerated() {
            if isLetter(byte) || isDigit(byte) {
                if start == nil { start = index }
            } else if let from = start {
                words.append(HTMLTag.hash(bytes[from..<index]))
                start = nil
            }
        }
        if let start { words.append(HTMLTag.hash(bytes[start...])) }
        return words
    }

    private static func words(folding text: String) -> [UInt64] {
        var words: [UInt64] = []
        var word: [UInt8] = []
        for scalar in text.decomposedStringWithCanonicalMapping.lowercased().unicodeScalars {
            if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                word.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            } else if scalar.properties.generalCategory != .nonspacingMark, !word.isEmpty {
                words.append(HTMLTag.hash(word))
                word.removeAll(keepingCapacity: true)
            }
        }
        if !word.isEmpty { words.append(HTMLTag.hash(word)) }
        return words
    }
}

/// Phrases that are looked for in a line of words, all at once.
struct WordSequences: Sendable {
    private let byFirstWord: [UInt64: [[UInt64]]]

    init(_ text: String) {
        byFirstWord = Dictionary(grouping: HTMLPhrases.list(text).map { HTMLPhrases.words(Array($0.utf8)) }) {
            $0.first ?? 0
        }
    }

    func begins(_ words: ArraySlice<UInt64>) -> Bool {
        guard let first = words.first, let phrases = byFirstWord[first] else { return false }
        return phrases.contains { words.starts(with: $0) }
    }

    func occurs(in words: ArraySlice<UInt64>) -> Bool {
        words.indices.contains { begins(words[$0...]) }
    }
}
