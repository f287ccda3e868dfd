extension DocumentFrame {
    /// A list begins with single words; behind each `|` stands one phrase.
    static let all: [DocumentFrame] = [
        DocumentFrame(
            "en",
            [
                (
                    .small,
                    """
                    what whats which is are was were does do did the a an of in from by for to it its this that these those there can could \
                    would will you me us please give write make show have has all short brief quick briefly quickly just exactly mainly whole \
                    entire overall anything something everything my our and any
                    """
                ),
                (.about, "topic subject gist deal deals cover covers theme purpose|main topic|deal with|deals with"),
                (.aboutLast, "about|all about"),
                (
                    .sums,
                    "summarize summarise summary summaries summarized summarised overview outline recap tldr|sum up|main points|key points"
                ),
                (
                    .says,
                    """
                    say says said state states stated tell tells told mention mentions mentioned contain contains written content contents|tell me \
                    about|tell us about|is in|whats in|is written in
                    """
                ),
                (
                    .marker,
                    """
                    about on regarding concerning mention mentions mentioned|with regard to|with respect to|in regard to|in relation to|on the \
                    topic of|on the subject of|as to
                    """
                ),
            ]),
        DocumentFrame(
            "de",
            [
                (
                    .small,
                    """
                    was der die das den dem des ein eine einen einem einer eines im in ins aus von vom für mir uns mal bitte kannst könntest kann \
                    können könnten du sie es dieser diese dieses diesem diesen hier drin darin alles denn eigentlich ganz kurz kurze kurzen genau da \
                    so mein meine meinem meinen meiner unser unsere unserem unseren gib geben gebe zeig sag mach erstelle schreib etwas nichts ist \
                    sind wird werden hat bei beim geht zusammen man
                    """
                ),
                (.about, "worum wovon handelt handeln thema|um was|von was|das thema"),
                (
                    .sums,
                    """
                    fasse fass zusammenfassen zusammenfassung zusammengefasst überblick kernaussage kernaussagen hauptpunkte kurzfassung \
                    inhaltsangabe
                    """
                ),
                (
                    .says,
                    """
                    steht stehen sagt sagen sagte schreibt geschrieben enthält besagt gesagt erwähnt erwähnen inhalt erzählt berichtet regelt \
                    vermerkt
                    """
                ),
                (
                    .marker,
                    """
                    über zu zum zur bezüglich betreffend betreffs hinsichtlich wegen erwähnt regelt|zum thema|zu dem thema|in bezug auf|mit bezug \
                    auf|im hinblick auf
                    """
                ),
            ]),
        DocumentFrame(
            "fr",
            [
                (
                    .small,
                    """
                    que qu quoi quel quelle quels quelles est ce cet cette ces le la les un une des du de dans en au aux y a t il elle on nous moi \
                    me peux peut pouvez pourrais tu vous se te plaît fais faire donne donner donnez dis mon ma mes notre nos pour c s l d bref \
                    brièvement court courte
                    """
                ),
                (.about, "traite agit porte thème sujet|de quoi|le sujet"),
                (
                    .sums,
                    "résume résumer résumez résumé synthèse synthétise aperçu|points essentiels|points principaux|grandes lignes|points clés"
                ),
                (.says, "dit disent écrit contient mentionne mentionnent indique précise parle parlent contenu"),
                (
                    .marker,
                    """
                    sur concernant mentionne mentionnent|à propos de|à propos du|à propos des|au sujet de|au sujet du|au sujet des|quant à|quant \
                    au|quant aux|en ce qui concerne
                    """
                ),
            ]),
        DocumentFrame(
            "es",
            [
                (
                    .small,
                    """
                    qué que cuál cual de del la el los las un una en lo al a se me nos por favor puedes puede podrías este esta esto ese esa mi mis \
                    nuestro nuestra es son hay haz hazme dame dime hacer algo breve brevemente
                    """
                ),
                (.about, "trata tratan tema|de que|de que va"),
                (
                    .sums,
                    "resume resumir resumirme resumen resúmeme síntesis sintetiza|puntos principales|puntos clave|ideas principales"
                ),
                (.says, "dice dicen pone contiene menciona mencionan habla hablan escrito indica cuenta contenido"),
                (
                    .marker,
                    """
                    sobre menciona mencionan|acerca de|acerca del|respecto a|respecto al|respecto de|respecto del|con respecto a|con respecto al|a propósito \
                    de|a propósito del|en cuanto a|en cuanto al|en relación con|referente a
                    """
                ),
            ]),
        DocumentFrame(
            "it",
            [
                (
                    .small,
                    """
                    che cosa cos di del della dello dei degli delle dell il lo la i gli le l un uno una in nel nella nello nei negli nelle nell a al \
                    alla mi ci puoi può potresti per favore questo questa questi mio mia nostro è sono si c ce fammi dammi dimmi fare breve \
                    brevemente
                    """
                ),
                (.about, "tratta trattano argomento tema riguarda|di cosa|di che"),
                (
                    .sums,
                    "riassumi riassumere riassunto riassumimi sintesi sintetizza riepilogo|punti principali|punti chiave"
                ),
                (.says, "dice dicono contiene menziona parla parlano scritto riporta contenuto"),
                (
                    .marker,
                    """
                    su sul sulla sullo sui sugli sulle sull circa menziona|a proposito di|a proposito del|a proposito dello|a proposito della|a proposito dei|a \
                    proposito degli|a proposito delle|a proposito dell|riguardo a|riguardo al|riguardo alla|riguardo ai|riguardo alle|riguardo agli|in \
                    merito a|in merito al|in merito alla|in merito ai|in merito alle|in merito agli|per quanto riguarda
                    """
                ),
            ]),
        DocumentFrame(
            "pt",
            [
                (
                    .small,
                    """
                    que o a os as do da dos das de um uma no na nos nas em se me por favor pode podes poderia este esta isto esse essa neste nesta \
                    meu minha nosso é são há faz faça fazer dê dá qual algo breve brevemente
                    """
                ),
                (.about, "trata tratam assunto tema|do que|de que"),
                (.sums, "resume resumir resuma resumo síntese sintetize|pontos principais|ideias principais"),
                (.says, "diz dizem contém menciona mencionam fala falam escrito consta conteúdo"),
                (
                    .marker,
                    """
                    sobre menciona mencionam|acerca de|acerca do|acerca da|acerca dos|acerca das|a respeito de|a respeito do|a \
                    respeito da|a respeito dos|a respeito das|em relação a|em relação ao|em relação à|em relação aos|em relação às|quanto a|quanto ao|quanto à|no que diz respeito a
                    """
                ),
            ]),
        DocumentFrame(
            "nl",
            [
                (
                    .small,
                    """
                    wat waar is de het een in van uit dit deze dat er mij me ons u je jij kun kunt kan alsjeblieft alstublieft geef maak samen \
                    mijn onze kort korte iets
                    """
                ),
                (.about, "waarover gaat onderwerp"), (.aboutLast, "over"),
                (.sums, "vat samenvatten samenvatting samengevat overzicht hoofdpunten"),
                (.says, "staat zegt zeggen vermeldt bevat schrijft gezegd inhoud"),
                (.marker, "over betreffende omtrent inzake|met betrekking tot|wat betreft"),
            ]),
        DocumentFrame(
            "sv",
            [
                (
                    .small,
                    "vad är det den de en ett i av från denna detta dessa här mig oss kan kunde du snälla ge gör finns min mitt vår kort något"
                ),
                (.about, "handlar ämnet"), (.aboutLast, "om"),
                (.sums, "sammanfatta sammanfattning sammanfattar översikt"),
                (.says, "står säger sägs skriver innehåller nämner innehållet"),
                (.marker, "om angående beträffande nämner|när det gäller"),
            ]),
        DocumentFrame(
            "da",
            [
                (
                    .small,
                    "hvad er det den de en et i af fra denne dette disse her mig os kan kunne du venligst giv lav sig min vores kort noget"
                ),
                (.about, "handler drejer emnet"), (.aboutLast, "om"),
                (.sums, "opsummer opsummere opsummering sammenfat sammenfatte sammenfatning resumé resumer overblik"),
                (.says, "står siger skriver indeholder nævner indholdet"), (.marker, "om angående vedrørende nævner"),
            ]),
        DocumentFrame(
            "nb",
            [
                (
                    .small,
                    "hva er det den de en et ei i av fra denne dette disse her meg oss kan kunne du vennligst gi lag seg min vår kort noe"
                ),
                (.about, "handler dreier temaet"), (.aboutLast, "om"),
                (.sums, "oppsummer oppsummere oppsummering sammendrag oversikt"),
                (.says, "står sier skriver inneholder nevner innholdet"), (.marker, "om angående vedrørende nevner"),
            ]),
        DocumentFrame(
            "fi",
            [
                (.small, "mitä mikä on tämä tämän tässä voitko voisitko anna tee minulle meille lyhyt lyhyesti"),
                (.about, "mistä kertoo käsittelee aihe"), (.sums, "tiivistä tiivistelmä yhteenveto"),
                (.says, "sanoo lukee sisältää"),
            ]),
        DocumentFrame(
            "pl",
            [
                (
                    .small,
                    "co jest to ten ta tym tej w we z ze mi nam możesz czy proszę zrób daj mój moja nasz krótko krótkie się"
                ),
                (.about, "dotyczy temat|o czym"), (.sums, "podsumuj podsumowanie streść streszczenie streścić"),
                (.says, "mówi napisane pisze zawiera wspomina"),
                (.marker, "o dotyczące odnośnie wspomina|na temat|w sprawie"),
            ]),
        DocumentFrame(
            "cs",
            [
                (
                    .small,
                    "co je to ten ta tom té v ve z ze mi nám můžeš prosím udělej dej můj moje náš stručně krátce se"
                ),
                (.about, "týká téma|o čem"), (.sums, "shrň shrnutí shrnout souhrn"),
                (.says, "říká píše stojí obsahuje zmiňuje"), (.marker, "o ohledně|na téma"),
            ]),
        DocumentFrame(
            "ro",
            [
                (
                    .small,
                    "ce e este în din de la un o al a acest această acesta îmi ne poți poate te rog fă dă meu mea nostru scurt se"
                ),
                (.about, "tema subiectul vorba|despre ce"), (.sums, "rezumă rezumat rezumatul rezuma"),
                (.says, "spune scrie conține menționează"),
                (.marker, "despre|cu privire la|referitor la|în legătură cu"),
            ]),
        DocumentFrame(
            "tr",
            [
                (.small, "ne bu şu bana bize lütfen mi mı misin mısın bir nedir çıkar ver yap var kısa kısaca"),
                (.about, "konusu|ne hakkında|neyle ilgili|ne ile ilgili|ne anlatıyor"),
                (.sums, "özetle özet özeti özetini özetler"), (.says, "diyor yazıyor söylüyor"),
            ]),
        DocumentFrame(
            "ru",
            [
                (
                    .small,
                    """
                    что в во из это этот эта этом этой этого мне нам пожалуйста можешь можете дай дайте сделай есть идет речь какая какой каково \
                    мой моем нашем наш кратко коротко краткое
                    """
                ),
                (.about, "тема|о чем|про что"),
                (.sums, "перескажи резюме обобщи суммируй сводка|краткое содержание|подведи итог"),
                (.says, "говорится сказано написано говорит пишет содержит содержание упоминается"),
                (.marker, "о об обо про касательно относительно насчет|по поводу"),
            ]),
        DocumentFrame(
            "uk",
            [
                (
                    .small,
                    "що в у із з це цей ця цьому цій мені нам будь ласка можеш можете дай зроби є йде мова коротко стислий мій наш"
                ),
                (.about, "тема|про що"), (.sums, "підсумуй підсумок резюме перекажи|стислий зміст|короткий зміст"),
                (.says, "сказано написано йдеться говорить пише містить"), (.marker, "про щодо стосовно|з приводу"),
            ]),
        DocumentFrame(
            "el",
            [
                (
                    .small,
                    "τι ποιο είναι το η ο του της τον την τα στο στη στην αυτό αυτή μου μας μπορείς κάνε δώσε σύντομη"
                ),
                (.about, "θέμα|για τι|με τι"), (.sums, "περίληψη συνόψισε σύνοψη"),
                (.says, "λέει γράφει αναφέρει περιέχει"), (.marker, "για|σχετικά με|όσον αφορά"),
            ]),
        DocumentFrame(
            "ar",
            [
                (.small, "ما ماذا في من هذا هذه لي لنا هل هو هي فضلك أعطني اكتب يمكنك"),
                (.about, "موضوع عم|عن ماذا|حول ماذا|عن ما"), (.sums, "لخص لخصي تلخيص ملخص ملخصا خلاصة"),
                (.says, "يقول تقول ورد جاء يذكر تذكر يتحدث تتحدث مكتوب يحتوي تحتوي محتوى مضمون"),
                (.marker, "عن حول بخصوص بشأن|فيما يتعلق ب"),
            ]),
        DocumentFrame(
            "id",
            [
                (
                    .small,
                    "apa yang di dalam ini itu dari saya kami tolong buat buatkan beri berikan singkat secara adalah"
                ),
                (.about, "topik|tentang apa|mengenai apa"), (.sums, "ringkas ringkasan ringkaskan rangkum rangkuman"),
                (.says, "mengatakan menyebutkan tertulis isi isinya dikatakan"), (.marker, "tentang mengenai soal"),
            ]),
        DocumentFrame(
            "vi",
            [
                (.small, "gì cái trong của này là hãy cho tôi chúng nào có những"),
                (.about, "chủ đề|nói về gì|nói về cái gì|về cái gì|về điều gì|viết về gì"), (.sums, "tóm tắt"),
                (.says, "nói viết nội dung"), (.marker, "về"),
            ]),
    ]
}
