/// Words so frequent that they say nothing about the topic of a text: articles, pronouns, prepositions, auxiliaries.
public enum Stopwords {
    /// The stop words of a language (ISO 639-1), lower-cased with their diacritics; empty for languages without a list.
    public static func words(of language: String) -> Set<String> { lists[language] ?? [] }

    /// Whether a word of a language is a stop word. Case does not matter.
    public static func contains(_ word: String, language: String) -> Bool {
        guard let list = lists[language] else { return false }
        return list.contains(word) || list.contains(word.lowercased())
    }

    /// Whether a word is a stop word of any language. Case does not matter.
    public static func contains(_ word: String) -> Bool {
        let lower = word.lowercased()
        return lists.values.contains { $0.contains(lower) }
    }

    private static let lists: [String: Set<String>] = StopwordLists.all.mapValues { Set(words: $0) }

    /// The stop words of a language as an analyzer, which may be one of another language, sees them.
    static func terms(of language: String, analyzer: SearchAnalyzer) -> Set<String> {
        if analyzer.language == "en" { return inEnglish[language] ?? [] }
        if analyzer.language == language { return inTheirOwn[language] ?? [] }
        return terms(lists[language] ?? [], analyzer)
    }

    private static let inEnglish = lists.mapValues { terms($0, SearchAnalyzer()) }
    private static let inTheirOwn = Dictionary(
        uniqueKeysWithValues: lists.map { ($0.key, terms($0.value, SearchAnalyzer(language: $0.key))) })

    private static func terms(_ words: Set<String>, _ analyzer: SearchAnalyzer) -> Set<String> {
        var terms: Set<String> = []
        for word in words {
            let found = analyzer.terms(in: word)
            // "一个" is a stop word; its characters on their own are not.
            terms.formUnion(found.count > 1 ? found.filter { $0.unicodeScalars.count > 1 } : found)
        }
        return terms
    }

    /// The stop words in other scripts than Latin, of all languages.
    static let termsBeyondLatin: Set<String> = Set(
        [inEnglish, inTheirOwn].flatMap { $0.values.joined() }.filter { ($0.utf8.first ?? 0) >= 0x80 })
}

/// Function words by language (ISO 639-1): closed classes, so that a list can hold them. Kept here by hand; no script makes them.
enum StopwordLists {
    static let all: [String: String] = [
        "en":
            """
        a about above after again against all also am among an and any are aren't as at be because been before being \
        below between both but by can can't cannot could couldn't did didn't do does doesn't doing don't down during \
        each either else ever every few for from further get gets got had hadn't has hasn't have haven't having he \
        he'd he'll he's her here here's hers herself him himself his how how's however i i'd i'll i'm i've if in into \
        is isn't it it's its itself just let let's like may me might more most much must mustn't my myself neither no \
        nor not now of off often on once only onto or other others our ours ourselves out over own per quite rather \
        same shall shan't she she'd she'll she's should shouldn't since so some still such than that that's the \
        their theirs them themselves then there there's therefore these they they'd they'll they're they've this those \
        though through thus to too toward towards under until up upon us very via was wasn't we we'd we'll we're \
        we've were weren't what what's when when's where where's whether which while who who's whom whose why why's \
        will with within without won't would wouldn't yet you you'd you'll you're you've your yours yourself \
        yourselves
        """,
        "de":
            """
        aber alle allem allen aller alles als also am an andere anderem anderen anderer anderes auch auf aus bei beim \
        bin bis bist da dadurch daher damit dann daran darauf darin darum das dass daß dazu dein deine deinem deinen \
        deiner dem den denen denn der deren des deshalb dessen die dies diese diesem diesen dieser dieses doch dort du \
        durch ein eine einem einen einer eines einige einigen einiger er es etwa etwas euch euer eure für gegen gewesen \
        hab habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im in indem \
        ins ist ja jede jedem jeden jeder jedes jedoch jener jetzt kann kein keine keinem keinen keiner können könnte \
        machen man manche mehr mein meine meinem meinen meiner mich mir mit muss musste müssen nach nicht nichts noch \
        nun nur ob oder ohne sehr sein seine seinem seinen seiner seines seit selbst sich sie sind so solche soll \
        sollen sollte sondern sonst sowie über um und uns unser unsere unserem unseren unserer unter viel vom von vor \
        während wann war waren warum was weder weil weiter welche welchem welchen welcher welches wenn wer werde werden \
        wie wieder wieviel will wir wird wo wollen wollte worden wurde wurden würde würden zu zum zur zwar zwischen
        """,
        "fr":
            """
        a à afin ai ainsi alors après au aucun aucune aussi autre autres aux avait avant avec avoir car ce ceci cela celle \
        celles celui cependant ces cet cette ceux chaque chez comme comment contre d d'un d'une dans de depuis des donc \
        dont du elle elles en encore entre es est et étaient était étant été être eu eux fait faire furent fut ici il \
        ils j je jusqu l la le lequel les leur leurs lors lorsque lui m ma mais me même mêmes mes mieux moi moins mon n \
        ne ni non nos notre nous on ont ou où par parce pas pendant peu peut peuvent plus pour pourquoi puis qu quand \
        que quel quelle quelles quels qui quoi s sa sans se selon sera serait seront ses si soit son sont sous sur t \
        ta te tes toi ton tous tout toute toutes très trop tu un une vers voici voilà vos votre vous y
        """,
        "es":
            """
        a al algo algunas algunos ante antes aquel aquella aquellas aquellos así aún aunque cada como cómo con contra \
        cual cuál cuales cuando cuándo cuanto de del desde donde dónde dos durante e el él ella ellas ellos en entre era \
        eran es esa esas ese eso esos esta está están estar estas este esto estos estoy fue fueron ha había habían \
        haber han has hasta hay he hizo la las le les lo los mas más me mi mientras mis mucho muchos muy nada ni no nos \
        nosotros nuestra nuestras nuestro nuestros o os otra otras otro otros para pero poco por porque pues que qué \
        quien quién quienes se sea según ser será si sí sido sin sino sobre son su sus también tan tanto te tenía tiene \
        tienen toda todas todo todos tu tus un una unas uno unos usted ustedes vosotros y ya yo
        """,
        "it":
            """
        a abbiamo ad agli ai al alla alle allo allora altre altri altro anche ancora avere aveva avevano c che chi ci \
        come con contro cosa così cui da dagli dai dal dalla dalle dallo degli dei del dell della delle dello dentro di \
        dopo dove e è ed era erano essere fa fino fra già gli ha hai hanno ho i il in io l la le lei li lo loro lui ma me \
        mentre mi mia mie miei mio molto ne negli nei nel nella nelle nello no noi non nostra nostri nostro o ogni per \
        perché però più poi prima proprio può qual quale quali quando quanto quella quelle quelli quello questa queste \
        questi questo qui se sei senza si sia siamo sono sta stata stati stato su sua sue sugli sui sul sulla sulle suo \
        suoi tra tu tua tutta tutte tutti tutto un una uno vi voi
        """,
        "pt":
            """
        a à ainda além algumas alguns antes ao aos aquela aquelas aquele aqueles aquilo as às até cada com como contra da \
        das de dela delas dele deles depois desde dessa desse desta deste do dos e é ela elas ele eles em então entre era \
        eram essa essas esse esses esta está estão estas estava este estes eu foi foram há isso isto já la lhe lhes lo \
        mais mas me mesmo meu meus minha minhas muito muitos na nas nem no nos nós nossa nossas nosso nossos num numa o \
        onde os ou outra outras outro outros para pela pelas pelo pelos pode por porque qual quais quando que quem são se \
        seja sem sempre ser será seu seus só sob sobre sua suas também tão te tem têm ter teu tinha toda todas todo todos \
        tu tua um uma umas uns você vocês
        """,
        "nl":
            """
        aan al alle alleen als altijd andere bij dan dat de deze die dit doch doen door dus een eens en er ge geen haar had \
        hadden heb hebben heeft hem het hier hij hoe hun iemand iets ik in is ja je jij jullie kan kon kunnen maar me meer men met \
        mij mijn moet moeten na naar niet niets nog nu of om omdat onder ons onze ook op over reeds te tegen toch toen tot u \
        uit uw van veel voor want waren was wat we wel werd werden wie wij wil worden wordt zal ze zei zelf zich zij zijn \
        zo zonder zou zouden
        """,
        "ru":
            """
        а без более больше будет будто бы был была были было быть в вам вас весь во вот все всего всех вы где да даже для до его \
        ее ей ему если есть еще ж же за здесь и из или им их к как какая какой когда кто ли либо между меня мне много может \
        можно мой моя мы на над надо нас не него нее нет ни них но ну о об один он она они оно от перед по под после потому \
        почти при про раз с сам свою себя со так также такой там тебя тем теперь то тогда того тоже только том тот тут ты у уже \
        хотя чего чей чем что чтобы эта эти это этого этой этом этот эту я является
        """,
        "zh":
            """
        的 了 和 是 在 我 有 他 这 中 也 不 就 人 都 一 一个 上 们 我们 你 你们 他们 她 她们 它 它们 这个 那个 这些 那些 什么 怎么 \
        哪 哪里 哪个 哪些 谁 为什么 多少 几 与 及 或 而 但 但是 因为 所以 如果 虽然 以 以及 对 从 到 被 把 让 使 由 于 为 之 其 \
        并 并且 等 还 又 很 会 能 可以 没有 没 吗 呢 吧 啊 着 过 地 得 个 这里 那里 自己 其他 進 這 這個 們 為 什麼 與 從 對
        """,
        "ja":
            """
        の に は を た が で て と し れ さ ある いる も する から な こと として い や れる など なっ ない この ため その あっ よう \
        また もの という あり まで られ なる へ か だ これ によって により おり より による ず なり られる において ば なかっ \
        なく しかし について せ だっ その後 できる それ う ので なお のみ でき き つ における および いう さらに でも ら たり その他 \
        に関する たち ます ん なら です ました でした
        """,
        "ko":
            """
        이 그 저 것 수 등 들 및 에 의 를 을 가 은 는 도 에서 으로 로 와 과 하다 있다 되다 이다 없다 있는 하는 한 그리고 그러나 \
        하지만 또는 또한 때문에 위해 대한 대해 그것 이것 저것 우리 나는 너는 그는 그녀는 무엇 어떤 누가 언제 어디 왜 어떻게 매우 더 \
        가장 다른 모든 같은 통해 따라 니다 습니 니까 나요 어요 아요 해요 돼요 예요 에요 세요 네요 지요 까요 는지 인가 은가
        """,
        "pl":
            """
        a aby ale bardzo bez będzie bo by był była było były być ci cię co czy dla do gdy gdzie go i ich im in inne ja jak jako \
        je jego jej jest jeszcze jeśli już każdy kiedy kto która które którego której który których którzy lub ma mają mi mnie \
        może mu my na nad nam nas nie nim niż no o od on ona one oni oraz po pod ponieważ przed przez przy są się sobie swoje ta \
        tak także tam te tego tej ten to tu tych tylko tym u w we więc wszystko z za że
        """,
        "sv":
            """
        alla allt att av blev bli blir de dem den denna deras dess dessa det detta dig din du där efter ej eller en er ett från för \
        ha hade han hans har henne hennes hon honom hur här i icke ingen inom inte jag kan kunde man med mellan men mig min mot \
        mycket ni nu när någon något några och om oss på samma sedan sig sin sina sitta ska skulle som så till under upp ut utan \
        vad var vara vart vi vid vilka vilken vill är över
        """,
        "da":
            """
        af alle alt anden at blev blive bliver da de dem den denne der deres det dette dig din disse dog du efter eller en end er et \
        for fra ham han hans har havde have hende hendes her hos hun hvad hvem hver hvis hvor i ikke ind jeg jer jo kan kunne man \
        mange med meget men mig min mine mit mod ned noget nogle nu når og også om op os over på selv sig sin sine skal skulle som \
        sådan til ud under var vi vil ville være været
        """,
        "tr":
            """
        acaba ama ancak aslında az bazı belki ben bir biri birkaç biz bu bunlar bunu bunun çok çünkü da daha de defa değil diye en \
        gibi göre hangi hem hep hepsi her hiç için ile ise kadar ki kim mi mı mu mü nasıl ne neden nerede o olan olarak oldu olduğu \
        olduğunu on ona onlar onu onun sanki sen siz şey şu tüm var ve veya ya yani yok
        """,
    ]
}

// MARK: -

extension Set<String> {
    /// The words of a list in the source, which is read more easily as text than as an array: parted by spaces and line ends.
    package init(words list: String) { self.init(list.split { $0 == " " || $0 == "\n" }.map(String.init)) }
}
