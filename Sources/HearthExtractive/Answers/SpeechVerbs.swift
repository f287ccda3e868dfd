import HearthText

/// Whether a question asks what somebody said or wrote, and not only about them: "what did Bob say about the roof?"
///
/// Closed classes, kept here by hand from grammars and dictionaries of the languages; no script makes them.
enum SpeechVerbs {
    static func ask(_ question: String) -> Bool {
        let lower = question.lowercased()
        if lower.split(whereSeparator: { !$0.isLetter }).contains(where: { words.contains(String($0)) }) { return true }
        return signs.contains(where: lower.contains)
    }

    /// The word of a question that asks so, in lower case; `nil` where none does, or its script sets no spaces.
    ///
    /// The first alone: in "what did Bob say about the report?" the second is what is asked about.
    static func first(in question: String) -> String? {
        question.lowercased().split(whereSeparator: { !$0.isLetter }).map(String.init).first(where: words.contains)
    }

    private static let words = Set(
        """
        say says said saying write writes wrote written tell tells told think thinks thought mention mentions mentioned suggest suggests \
        suggested propose proposes proposed ask asks asked report reports reported promise promises promised reply replies replied opinion \
        sagt sagte gesagt schreibt schrieb geschrieben erzählt erzählte meint meinte denkt dachte erwähnt erwähnte vorgeschlagen fragt fragte \
        gefragt meinung dit disait écrit écrivait raconté pense pensait propose proposé demande demandé mentionné dijo dice dicho escribió \
        escribe escrito contó piensa mencionó propuso preguntó detto disse scritto scrive scrisse raccontato pensa proposto chiesto diz dito \
        escreveu escreve escrito contou perguntou propôs zei zegt gezegd schreef schrijft geschreven vindt dacht vertelde vroeg voorgesteld \
        sade säger sagt skrev skriver skrivit sa skrev sagde siger skriver sanoi kirjoitti powiedział powiedziała napisał napisała pisze mówi \
        řekl řekla napsal napsala сказал сказала написал написала пишет говорит думает предложил предложила спросил спросила сказав сказала \
        написав пише spus scris zice είπε έγραψε λέει dedi yazdı mondta írta
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// Found anywhere, in scripts that set no spaces, and where words have many endings.
    private static let signs = [
        "说", "說", "写了", "寫了", "写道", "认为", "提到", "言った", "言って", "言い", "書い", "書き", "述べ", "말했", "말한", "썼", "적었", "พูด",
        "เขียน", "कहा", "लिखा",
    ]
}

extension ExtractiveAnswerer {
    /// Whether a question asks what somebody said or wrote, and not only about them.
    package static func asksWhatWasSaid(_ question: String) -> Bool { SpeechVerbs.ask(question) }
}
