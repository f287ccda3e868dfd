/// What sites write around their articles, in the languages of many pages. Compared in lower case without punctuation.
enum HTMLPhrases {
    /// Lines that are a label for something that is not text.
    static let labels = set(
        """
        ad|ads|advert|adverts|advertisement|advertisements|advertising|sponsored|sponsored content|promoted|promoted content|
        story continues below|story continues below advertisement|article continues below|
        article continues below advertisement|article continues after advertisement|continue reading below|
        continue reading|continue reading the main story|read more|learn more|see more|show more|load more|view more|
        more|share|share this|share this article|share this story|share on facebook|share on twitter|tweet|pin it|email|
        print|save|comment|comments|close|caption|hide caption|toggle caption|enlarge this image|loading|loading ad|
        click to enlarge|play|pause|next|previous|back to top|top|skip|skip ad|skip to main content|menu|search|
        related|see also|photo|photos|image|images|video|videos|gallery|view gallery|image source|photo gallery|
        getty|getty images|ap|reuters|view this post on instagram|facebook|twitter|whatsapp|linkedin|pinterest|
        anzeige|werbung|publicidade|publicidad|publicite|pubblicita|reklama|reklame|advertentie|teilen|drucken|
        compartilhar|compartilhe|compartir|partager|condividi|weiterlesen|mehr|leia mais|leia tambem|lire la suite|
        leggi anche|continua a leggere|sigue leyendo|lee tambien|lees ook|lees meer|las mer
        """)

    /// Headings and labels behind which nothing of the article follows.
    static let endings = set(
        """
        related|related articles|related stories|related posts|related content|related news|related topics|related links|
        related coverage|related reading|related items|see also related|more from|more stories|more news|more like this|
        more on this story|more on this topic|more articles|more to read|more to explore|you may also like|
        you might also like|you may like|you might be interested in|recommended|recommended for you|recommended stories|
        recommended articles|recommended reading|recommended posts|read next|read more|read also|further stories|up next|
        next article|previous article|next post|previous post|next story|trending|trending now|trending stories|
        most popular|most read|most viewed|popular|popular posts|popular stories|latest|latest news|latest stories|
        latest posts|latest articles|recent posts|recent articles|recent stories|editors picks|top stories|top news|
        dont miss|in case you missed it|from around the web|around the web|promoted stories|sponsored stories|comments|
        leave a comment|leave a reply|leave a response|join the conversation|join the discussion|post a comment|
        add a comment|reader comments|conversation|discussion|about the author|about the authors|about author|author|
        the author|author bio|written by|share this|share this article|share this story|share this post|share|
        share this entry|share this page|like this|follow us|connect with us|stay connected|sign up|sign up for our newsletter|
        subscribe|subscribe to our newsletter|newsletter|newsletters|get our newsletter|tags|filed under|topics|
        advertisement|support us|contact us|press contact|media contact|media contacts|about us|like this article|
        rate this article|was this article helpful|explore more|keep reading|continue reading|what to read next|
        das konnte sie auch interessieren|mehr zum thema|weitere artikel|kommentare|verwandte artikel|
        veja tambem|leia tambem|leia mais|noticias relacionadas|posts relacionados|artigos relacionados|comentarios|
        deixe um comentario|deixe uma resposta|deixe seu comentario|compartilhe|sobre o autor|mais lidas|
        articulos relacionados|te puede interesar|mas noticias|mas leidas|deja un comentario|deja una respuesta|
        sur le meme sujet|a lire aussi|lire aussi|articles similaires|commentaires|laisser un commentaire|
        leggi anche|articoli correlati|potrebbe interessarti|commenti|lascia un commento|lees ook|gerelateerd|reacties|
        las ocksa|relaterade artiklar|les ogsa|czytaj takze|komentarze
        """)

    /// Beginnings of lines that lead away or ask for something, where a link stands in them.
    static let callsToAction = list(
        """
        read more|read also|also read|read next|read the full|read our|read this|read:|related|see also|see more|see:|
        more:|more on|more from|watch:|watch now|watch the|listen:|click here|click to|click the|follow us|follow @|follow the|
        follow him|follow her|follow me|find us on|like us|join us|join our|sign up|subscribe|get the latest|get our|
        download the|download our|check out our|visit our|send us|send your|email us|email the|contact us|contact the|
        have a tip|got a tip|have a story|do you have|want more|for more|to read more|to learn more|share your|tell us|
        let us know|support our|become a|register for|register now|buy now|shop now|order now|originally published|
        this article originally|this article first|this story originally|this post originally|this story was originally|
        copyright|all rights reserved|© |(c) |posted in|filed under|tagged|tags:|categories:|category:|source:|
        photo:|photos:|photo by|photo courtesy|image:|image credit|image via|image courtesy|picture:|credit:|getty|
        updated:|published:|last updated|posted by|posted on|published on|by |comments|
        leia mais|leia tambem|leia também|veja mais|veja tambem|veja também|saiba mais|clique aqui|siga |curta |assine|
        lea tambien|lea también|lee también|vea tambien|siga leyendo|haga clic|lire aussi|à lire aussi|a lire aussi|
        lesen sie auch|mehr zum thema|leggi anche|leggi tutto|lees ook|lees meer|les også|läs också|czytaj też
        """)

    private static func list(_ text: String) -> [String] {
        text.split(separator: "|").map { $0.drop { $0 == "\n" } }.filter { !$0.isEmpty }.map(String.init)
    }

    private static func set(_ text: String) -> Set<String> { Set(list(text)) }
}
