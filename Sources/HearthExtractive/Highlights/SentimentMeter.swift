import HearthText

/// Counts the words of mood in sentences of one language.
struct SentimentMeter {
    private let language: String
    private let positive: Set<String>
    private let negative: Set<String>
    private let negations: Set<String>
    private let parts: (positive: [String], negative: [String])
    private let stemmer: Stemmer?

    /// Whether there are words of mood for a language. Without them nothing is counted, and no mood is neutral for certain.
    static func knows(_ language: String) -> Bool { SentimentLexicon.positive[language] != nil }

    /// Words back from a word in which a negation turns it round.
    private static let reach = 3

    init(language: String) {
        let stemmer = Stemmer(language: language)
        func list(_ all: [String: String]) -> [String] {
            (all[language] ?? "").split { $0 == " " || $0 == "\n" }.map(String.init)
        }
        func stem(_ word: String) -> String { stemmer?.stem(word) ?? word.lowercased() }
        let isUnspaced = SpokenWords.hasNoSpaces(language)
        positive = isUnspaced ? [] : Set(list(SentimentLexicon.positive).map(stem))
        negative = isUnspaced ? [] : Set(list(SentimentLexicon.negative).map(stem))
        parts = isUnspaced ? (list(SentimentLexicon.positive), list(SentimentLexicon.negative)) : ([], [])
        negations = SentimentLexicon.negations[language] ?? []
        self.language = language
        self.stemmer = stemmer
    }

    /// How many words of each kind a sentence has.
    func count(_ words: SpokenWords) -> (positive: Int, negative: Int) {
        if !parts.positive.isEmpty { return countParts(words.text) }
        var found = (positive: 0, negative: 0)
        for (place, word) in words.words.enumerated() {
            let stem = stemmer?.stem(word) ?? word.lowercased()
            let isPositive = positive.contains(stem)
            guard isPositive || negative.contains(stem) else { continue }
            let isTurned = words.words[max(0, place - Self.reach)..<place].contains { negations.contains($0) }
            if isPositive != isTurned { found.positive += 1 } else { found.negative += 1 }
        }
        return found
    }

    private func countParts(_ text: String) -> (positive: Int, negative: Int) {
        var found = (positive: 0, negative: 0)
        for word in parts.positive where text.holds(word) {
            // "不好", "没有希望": the character before tells.
            let isTurned = negations.contains { text.holds($0 + word) } || text.holds("안 " + word)
            if isTurned { found.negative += 1 } else { found.positive += 1 }
        }
        found.negative += parts.negative.count { text.holds($0) }
        return found
    }

    /// The mood of a text with so many words, or sentences, of each kind.
    ///
    /// - Parameter prior: How many a text without mood would have by accident.
    static func sentiment(positive: Int, negative: Int, prior: Int = 5) -> Sentiment {
        let all = positive + negative
        let score = Double(positive - negative) / Double(all + prior)
        let label: Sentiment.Label =
            if score > 0.2 { .positive } else if score < -0.2 { .negative } else if all >= 6 { .mixed } else {
                .neutral
            }
        return Sentiment(label: label, score: score, positive: positive, negative: negative)
    }
}

/// Words that tell a mood, and words that turn it round, by language.
///
/// A general list of our own, kept here by hand; no script makes it. Frequent words whose mood does not hang on the subject; those with
/// a second, sober meaning ("kind", "like", "mean") are left out. Forms are met by stems; in Chinese, Japanese and Korean by the
/// beginning of the word.
enum SentimentLexicon {
    static let positive: [String: String] = [
        "en": """
        good great excellent wonderful amazing awesome fantastic brilliant love loved enjoy enjoyed happy glad delighted pleased excited exciting \
        perfect beautiful nice best better success successful win won improve improved improvement helpful useful benefit positive hope hopeful \
        grateful thankful proud impressive impressed easy comfortable fun funny interesting fascinating favorite favourite strong safe reliable \
        agree agreed welcome confident optimistic progress achieve achieved praise celebrate recommend satisfied valuable elegant clever \
        outstanding incredible superb joy pleasure friendly generous
        """,
        "de": """
        gut gute guter besser beste super toll großartig wunderbar ausgezeichnet hervorragend fantastisch liebe genießen glücklich froh zufrieden \
        begeistert perfekt schön erfolgreich erfolg gewinnen verbessert verbesserung hilfreich nützlich positiv hoffnung dankbar stolz beeindruckend \
        einfach bequem spaß lustig interessant spannend stark sicher zuverlässig einverstanden freue freuen optimistisch fortschritt empfehlen wertvoll
        """,
        "fr": """
        bon bonne bien meilleur excellent merveilleux formidable génial super fantastique aimer adorer heureux content ravi enthousiaste parfait \
        beau belle agréable succès réussi gagner améliorer amélioration utile positif espoir reconnaissant fier impressionnant facile confortable \
        drôle intéressant passionnant fort sûr fiable accord bienvenue confiant optimiste progrès recommander satisfait précieux plaisir
        """,
        "es": """
        bueno buena bien mejor excelente maravilloso increíble genial fantástico estupendo amar encantar encanta feliz contento alegre emocionado perfecto \
        hermoso bonito éxito exitoso ganar mejorar mejora útil positivo esperanza agradecido orgulloso impresionante fácil cómodo divertido \
        interesante fascinante fuerte seguro fiable acuerdo bienvenido confiado optimista progreso recomendar satisfecho valioso placer
        """,
        "it": """
        buono buona buoni bene meglio migliore ottimo eccellente meraviglioso fantastico splendido amare amo adoro \
        felice contento contenta lieto entusiasta perfetto bello bella successo riuscito vincere migliorare \
        miglioramento utile positivo speranza grato orgoglioso facile comodo divertente interessante affascinante \
        forte sicuro affidabile fiducioso ottimista progresso consigliare soddisfatto prezioso piacere gioia
        """,
        "pt": """
        bom boa bons bem melhor ótimo excelente maravilhoso incrível fantástico amar amo adoro feliz contente alegre \
        animado perfeito bonito bonita lindo sucesso vencer ganhar melhorar melhoria útil positivo esperança grato \
        orgulhoso fácil confortável divertido interessante fascinante forte seguro confiável confiante otimista \
        progresso recomendar satisfeito valioso prazer alegria
        """,
        "nl": """
        goed goede beter beste uitstekend prachtig geweldig fantastisch schitterend liefde genieten geniet blij \
        gelukkig tevreden enthousiast perfect mooi mooie succes geslaagd winnen verbeteren verbetering nuttig handig \
        positief hoop dankbaar trots makkelijk comfortabel leuk grappig interessant boeiend sterk veilig betrouwbaar \
        optimistisch vooruitgang aanbevelen waardevol plezier vreugde
        """,
        "ru": """
        хорошо хороший хорошая лучше лучший отлично отличный прекрасно прекрасный замечательно замечательный чудесный \
        великолепный люблю нравится наслаждаться рад рада счастлив счастье счастливый доволен довольна восторг \
        идеальный красивый красиво успех успешно победа улучшить улучшение полезно полезный надежда благодарен \
        благодарна горжусь легко удобно весело интересно увлекательно сильный надёжный уверен прогресс рекомендую \
        приятно радость
        """,
        "pl": """
        dobry dobra dobre dobrze lepszy lepiej świetny świetnie wspaniały wspaniale cudowny znakomity fantastyczny \
        kocham uwielbiam szczęśliwy szczęśliwa zadowolony zadowolona radość radosny idealny piękny piękna pięknie \
        sukces udany wygrać poprawa pomocny przydatny pozytywny nadzieja wdzięczny wdzięczna dumny dumna łatwy wygodny \
        wesoły zabawny ciekawy interesujący silny bezpieczny niezawodny optymistyczny postęp polecam cenny przyjemność
        """,
        "sv": """
        bra god gott bättre bäst utmärkt underbar underbart fantastisk fantastiskt strålande älskar njuter glad \
        lycklig nöjd entusiastisk perfekt vacker vackert framgång lyckad vinna förbättra förbättring hjälpsam \
        användbar positiv hopp tacksam stolt enkelt bekväm rolig roligt intressant spännande stark säker pålitlig \
        optimistisk framsteg rekommendera värdefull glädje
        """,
        "zh":
            "好 很好 优秀 精彩 棒 太棒 喜欢 热爱 高兴 开心 快乐 满意 兴奋 完美 美丽 漂亮 成功 胜利 进步 改善 有用 有益 积极 希望 感谢 骄傲 容易 舒服 有趣 可靠 同意 欢迎 自信 乐观 推荐 愉快 出色",
        "ja":
            "良い いい 素晴らしい 最高 優れ 好き 大好き 嬉しい うれしい 楽しい 幸せ 満足 完璧 美しい きれい 成功 勝 改善 便利 役立 前向き 希望 感謝 誇り 簡単 快適 面白 おもしろ 信頼 賛成 歓迎 自信 進歩 おすすめ すごい",
        "ko":
            "좋 훌륭 멋진 최고 사랑 기쁘 기뻐 행복 만족 신나 완벽 아름다 예쁘 성공 승리 개선 유용 도움 긍정 희망 감사 자랑 인상적 쉬운 편안 편리 재미 흥미 강력 안전 믿을 동의 환영 자신 발전 추천",
    ]

    static let negative: [String: String] = [
        "en": """
        bad terrible awful horrible worst worse hate hated dislike sad unhappy angry upset annoyed annoying disappointed disappointing disappointment \
        problem problems fail failed failure lose lost loss broken wrong mistake error difficult hard trouble worry worried concern concerned afraid fear \
        scared danger dangerous risk unfortunately poor weak ugly boring useless painful pain hurt sick tired stress stressful frustrated frustrating \
        confusing confused disaster crisis unfair unacceptable unsafe doubt complain complaint ashamed regret guilty nervous anxious lonely \
        ridiculous disagree impossible damage suffer suffering
        """,
        "de": """
        schlecht schlechter schlimm furchtbar schrecklich hasse hassen traurig unglücklich wütend verärgert enttäuscht enttäuschung problem probleme \
        gescheitert scheitern verlieren verloren verlust kaputt falsch fehler schwierig schwer ärger sorge sorgen angst gefahr gefährlich risiko \
        leider schwach hässlich langweilig nutzlos schmerz krank müde stress frustriert verwirrt katastrophe krise unfair zweifel beschwerde schuld \
        nervös einsam lächerlich unmöglich schaden leiden
        """,
        "fr": """
        mauvais mauvaise terrible horrible affreux pire détester triste malheureux fâché énervé déçu déception problème problèmes échec échouer perdre \
        perdu perte cassé faux erreur difficile dur ennui inquiet inquiétude peur danger dangereux risque malheureusement faible laid ennuyeux \
        inutile douleur malade fatigué stress frustré confus désastre crise injuste inacceptable doute plainte honte regret coupable nerveux seul \
        ridicule impossible dégât souffrir
        """,
        "es": """
        malo mala terrible horrible peor odiar triste infeliz enojado enfadado molesto decepcionado decepción problema problemas fracaso fracasar perder \
        perdido pérdida roto equivocado error difícil duro preocupado preocupación miedo peligro peligroso riesgo desgraciadamente débil feo aburrido \
        inútil dolor enfermo cansado estrés frustrado confundido desastre crisis injusto inaceptable duda queja vergüenza culpa nervioso solo ridículo \
        imposible daño sufrir
        """,
        "it": """
        male cattivo cattiva pessimo terribile orribile peggio peggiore odiare odio triste infelice arrabbiato \
        arrabbiata deluso delusa delusione problema problemi fallimento fallire perdere perso perdita rotto sbagliato \
        errore difficile preoccupato preoccupata preoccupazione paura pericolo pericoloso rischio purtroppo debole \
        brutto noioso inutile dolore malato stanco stanca stress frustrato confuso disastro crisi ingiusto \
        inaccettabile dubbio lamentela vergogna rimpianto colpa nervoso solo ridicolo impossibile danno soffrire
        """,
        "pt": """
        mau má ruim péssimo terrível horrível pior odiar odeio triste infeliz zangado irritado desapontado \
        decepcionado decepção problema problemas fracasso fracassar perder perdido perda quebrado errado erro difícil \
        preocupado preocupada preocupação medo perigo perigoso risco infelizmente fraco feio chato inútil dor doente \
        cansado cansada stress estresse frustrado confuso desastre crise injusto inaceitável dúvida queixa vergonha \
        culpa nervoso sozinho ridículo impossível dano sofrer
        """,
        "nl": """
        slecht slechter erg vreselijk verschrikkelijk ergste haten haat verdrietig ongelukkig boos geïrriteerd \
        teleurgesteld teleurstelling probleem problemen mislukt mislukken verliezen verloren verlies kapot fout \
        vergissing moeilijk zorgen bezorgd bang angst gevaar gevaarlijk risico helaas zwak lelijk saai nutteloos pijn \
        ziek moe stress gefrustreerd verward ramp crisis oneerlijk onaanvaardbaar twijfel klacht schaamte spijt schuld \
        nerveus eenzaam belachelijk onmogelijk schade lijden
        """,
        "ru": """
        плохо плохой плохая хуже ужасно ужасный худший ненавижу грустно грустный печально несчастный злой зла сердит \
        раздражает разочарован разочарование проблема проблемы провал неудача потерять потеря сломан неправильно \
        ошибка трудно сложно тяжело беспокоюсь беспокойство тревога боюсь страх страшно опасно опасность риск жаль \
        слабый уродливый скучно бесполезно боль болит больной устал устала стресс катастрофа кризис несправедливо \
        неприемлемо сомнение жалоба стыдно сожалею виноват нервничаю одиноко невозможно ущерб страдать
        """,
        "pl": """
        zły zła źle gorszy gorzej okropny okropnie straszny strasznie najgorszy nienawidzę smutny smutna nieszczęśliwy \
        zły wściekły zirytowany rozczarowany rozczarowanie problem problemy porażka przegrać stracić strata zepsuty \
        błędny błąd trudny trudno martwię zmartwiony obawa strach boję niebezpieczny ryzyko niestety słaby brzydki \
        nudny bezużyteczny ból boli chory zmęczony zmęczona stres zdezorientowany katastrofa kryzys niesprawiedliwy \
        wątpliwość skarga wstyd żal winny nerwowy samotny niemożliwy szkoda cierpieć
        """,
        "sv": """
        dålig dåligt sämre sämst hemsk hemskt fruktansvärd förfärlig hatar ledsen olycklig arg irriterad besviken \
        besvikelse problem misslyckas misslyckad förlora förlorad förlust trasig fel misstag svår svårt oro orolig \
        rädd rädsla fara farlig risk tyvärr svag ful tråkig värdelös smärta ont sjuk trött stress frustrerad förvirrad \
        katastrof kris orättvis oacceptabel tvivel klagomål skam ånger skyldig nervös ensam löjlig omöjlig skada lida
        """,
        "zh":
            "坏 糟糕 糟 可怕 最差 讨厌 恨 悲伤 难过 生气 失望 问题 失败 损失 错误 困难 麻烦 担心 害怕 恐惧 危险 风险 可惜 弱 丑 无聊 无用 痛苦 疼 生病 疲惫 压力 沮丧 困惑 灾难 危机 不公平 怀疑 抱怨 羞愧 后悔 紧张 孤独 不可能",
        "ja":
            "悪い ひどい 最悪 嫌い 嫌 悲しい 怒 残念 失望 問題 失敗 損失 間違 難しい 困 心配 不安 怖い 恐 危険 リスク 弱い 退屈 無駄 痛い 苦し 病気 疲れ ストレス 混乱 災害 危機 不公平 疑 不満 恥ずかし 後悔 緊張 寂し 不可能 つらい",
        "ko":
            "나쁘 나쁜 끔찍 최악 싫 미워 슬프 슬픈 화나 화가 실망 문제 실패 손실 잘못 실수 어렵 어려 걱정 불안 무서 두려 위험 약한 지루 쓸모없 아프 고통 피곤 스트레스 혼란 재난 위기 불공평 의심 불만 부끄 후회 긴장 외로 불가능",
    ]

    /// Words that turn a feeling into its opposite: those that deny, and those of lack.
    static let negations: [String: Set<String>] = [
        "en": "hardly without neither", "de": "ohne kaum", "fr": "sans ni guère", "es": "sin ni tampoco",
        "it": "né senza neanche", "pt": "sem nem", "nl": "zonder nauwelijks", "ru": "ни без", "pl": "bez ani",
        "sv": "utan knappt", "zh": "不 没 没有 别 无 未",
    ].reduce(into: [:]) { $0[$1.key] = Set(words: $1.value).union(Negations.words(of: $1.key)) }
}
