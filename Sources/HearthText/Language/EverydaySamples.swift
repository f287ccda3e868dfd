/// What people write to each other, in the languages that share a script: the same plain sentences in each of them.
///
/// Short texts are messages and headings, whose words the declaration in ``LanguageSample`` has not. Neighbours (Danish and Norwegian, Czech
/// and Slovak, Indonesian and Malay) are told apart where they say the same thing in other letters, so every language says the same here.
/// Written for this purpose; no script makes them.
enum EverydaySamples {
    static func text(of language: String) -> String { latin[language] ?? beyondLatin[language] ?? "" }

    private static let latin: [String: String] = germanicAndRomance.merging(otherLatin) { own, _ in own }

    private static let germanicAndRomance: [String: String] = [
        "en": """
        Where are you? I am already home. How much does this cost? I don't know what happened there. We have no time
        today. My sister works in a hospital. It rained all night and the street is wet. Could you help us, please?
        The meeting begins on Monday at nine o'clock. He wants to eat something warm. They bought a new house near
        the sea. I love you very much. When does the shop open? Write to me if you have any questions. The doctor
        said that everything is fine. Yesterday evening we drank coffee with friends. The government will raise
        taxes next year. She read a book about the history of the city. Good evening, thank you, see you soon. One
        two three four five six seven eight nine ten. Tuesday Wednesday Thursday Friday Saturday Sunday.
        """,
        "de": """
        Wo bist du? Ich bin schon zu Hause. Wie viel kostet das? Ich weiß nicht, was dort passiert ist. Wir haben
        heute keine Zeit. Meine Schwester arbeitet im Krankenhaus. Es hat die ganze Nacht geregnet und die Straße
        ist nass. Könnten Sie uns bitte helfen? Die Sitzung beginnt am Montag um neun Uhr. Er will etwas Warmes
        essen. Sie kauften ein neues Haus am Meer. Ich liebe dich sehr. Wann macht der Laden auf? Schreib mir, wenn
        du Fragen hast. Der Arzt sagte, dass alles in Ordnung ist. Gestern Abend tranken wir Kaffee mit Freunden.
        Die Regierung will nächstes Jahr die Steuern erhöhen. Sie las ein Buch über die Geschichte der Stadt. Guten
        Abend, danke, bis bald. Eins zwei drei vier fünf sechs sieben acht neun zehn. Dienstag Mittwoch Donnerstag
        Freitag Samstag Sonntag.
        """,
        "fr": """
        Où es-tu ? Je suis déjà à la maison. Combien ça coûte ? Je ne sais pas ce qui s'est passé là-bas. Nous
        n'avons pas le temps aujourd'hui. Ma sœur travaille à l'hôpital. Il a plu toute la nuit et la rue est
        mouillée. Pourriez-vous nous aider, s'il vous plaît ? La réunion commence lundi à neuf heures. Il veut
        manger quelque chose de chaud. Ils ont acheté une nouvelle maison près de la mer. Je t'aime beaucoup. Quand
        ouvre le magasin ? Écris-moi si tu as des questions. Le médecin a dit que tout va bien. Hier soir on a bu un
        café avec des amis. Le gouvernement va augmenter les impôts l'an prochain. Elle a lu un livre sur l'histoire
        de la ville. Bonsoir, merci, à bientôt. Un deux trois quatre cinq six sept huit neuf dix. Mardi mercredi
        jeudi vendredi samedi dimanche.
        """,
        "es": """
        ¿Dónde estás? Ya estoy en casa. ¿Cuánto cuesta esto? No sé qué pasó allí. Hoy no tenemos tiempo. Mi hermana
        trabaja en un hospital. Llovió toda la noche y la calle está mojada. ¿Nos podría ayudar, por favor? La
        reunión empieza el lunes a las nueve. Él quiere comer algo caliente. Compraron una casa nueva cerca del mar.
        Te quiero mucho. ¿Cuándo abre la tienda? Escríbeme si tienes preguntas. El médico dijo que todo está bien.
        Ayer por la noche tomamos café con unos amigos. El gobierno subirá los impuestos el año que viene. Ella leyó
        un libro sobre la historia de la ciudad. Buenas tardes, gracias, hasta luego. Uno dos tres cuatro cinco seis
        siete ocho nueve diez. Martes miércoles jueves viernes sábado domingo.
        """,
        "it": """
        Dove sei? Sono già a casa. Quanto costa questo? Non so che cosa è successo là. Oggi non abbiamo tempo. Mia
        sorella lavora in ospedale. È piovuto tutta la notte e la strada è bagnata. Potrebbe aiutarci, per favore?
        La riunione comincia lunedì alle nove. Lui vuole mangiare qualcosa di caldo. Hanno comprato una casa nuova
        vicino al mare. Ti voglio molto bene. Quando apre il negozio? Scrivimi se hai domande. Il medico ha detto
        che va tutto bene. Ieri sera abbiamo bevuto un caffè con gli amici. Il governo aumenterà le tasse l'anno
        prossimo. Lei ha letto un libro sulla storia della città. Buonasera, grazie, a presto. Uno due tre quattro
        cinque sei sette otto nove dieci. Martedì mercoledì giovedì venerdì sabato domenica.
        """,
        "pt": """
        Onde estás? Já estou em casa. Quanto custa isto? Não sei o que aconteceu lá. Hoje não temos tempo. A minha
        irmã trabalha num hospital. Choveu a noite toda e a rua está molhada. Você poderia ajudar a gente, por
        favor? A reunião começa na segunda-feira às nove horas. Ele quer comer alguma coisa quente. Eles compraram
        uma casa nova perto do mar. Gosto muito de você. Quando abre a loja? Escreve-me se tiveres perguntas. O
        médico disse que está tudo bem. Ontem à noite tomamos café com amigos. O governo vai aumentar os impostos no
        próximo ano. Ela leu um livro sobre a história da cidade. Boa noite, obrigada, até logo. Um dois três quatro
        cinco seis sete oito nove dez. Terça quarta quinta sexta-feira sábado domingo.
        """,
        "gl": """
        Onde estás? Xa estou na casa. Canto custa isto? Non sei que pasou alí. Hoxe non temos tempo. A miña irmá
        traballa nun hospital. Choveu toda a noite e a rúa está mollada. Poderíanos axudar, por favor? A reunión
        comeza o luns ás nove. El quere comer algo quente. Mercaron unha casa nova preto do mar. Quérote moito.
        Cando abre a tenda? Escríbeme se tes preguntas. O médico dixo que todo vai ben. Onte pola noite tomamos café
        cuns amigos. O goberno subirá os impostos o ano que vén. Ela leu un libro sobre a historia da cidade. Boas
        tardes, grazas, ata logo. Un dous tres catro cinco seis sete oito nove dez. Martes mércores xoves venres
        sábado domingo. Todos os seres humanos nacen libres e iguais en dignidade e dereitos e, dotados como están
        de razón e conciencia, débense comportar fraternalmente uns cos outros. Pola mañá facía frío, así que
        quedamos na casa e escribimos cartas aos nosos amigos.
        """,
        "ca": """
        On ets? Ja soc a casa. Quant costa això? No sé què ha passat allà. Avui no tenim temps. La meva germana
        treballa en un hospital. Ha plogut tota la nit i el carrer està moll. Ens podria ajudar, si us plau? La
        reunió comença dilluns a les nou. Ell vol menjar alguna cosa calenta. Han comprat una casa nova a prop del
        mar. T'estimo molt. Quan obre la botiga? Escriu-me si tens preguntes. El metge va dir que tot va bé. Ahir al
        vespre vam prendre un cafè amb uns amics. El govern apujarà els impostos l'any vinent. Ella va llegir un
        llibre sobre la història de la ciutat. Bona tarda, gràcies, fins aviat. Un dos tres quatre cinc sis set vuit
        nou deu. Dimarts dimecres dijous divendres dissabte diumenge.
        """,
        "ro": """
        Unde ești? Sunt deja acasă. Cât costă asta? Nu știu ce s-a întâmplat acolo. Astăzi nu avem timp. Sora mea
        lucrează la spital. A plouat toată noaptea și strada este udă. Ne puteți ajuta, vă rog? Ședința începe luni
        la ora nouă. El vrea să mănânce ceva cald. Au cumpărat o casă nouă lângă mare. Te iubesc foarte mult. Când
        se deschide magazinul? Scrie-mi dacă ai întrebări. Doctorul a spus că totul este bine. Aseară am băut cafea
        cu niște prieteni. Guvernul va mări taxele anul viitor. Ea a citit o carte despre istoria orașului. Bună
        seara, mulțumesc, pe curând. Unu doi trei patru cinci șase șapte opt nouă zece. Marți miercuri joi vineri
        sâmbătă duminică.
        """,
        "nl": """
        Waar ben je? Ik ben al thuis. Hoeveel kost dit? Ik weet niet wat daar gebeurd is. We hebben vandaag geen
        tijd. Mijn zus werkt in een ziekenhuis. Het heeft de hele nacht geregend en de straat is nat. Kunt u ons
        alstublieft helpen? De vergadering begint maandag om negen uur. Hij wil iets warms eten. Ze kochten een
        nieuw huis dicht bij zee. Ik hou heel veel van jou. Wanneer gaat de winkel open? Schrijf me als je vragen
        hebt. De dokter zei dat alles goed is. Gisteravond dronken we koffie met vrienden. De regering gaat volgend
        jaar de belasting verhogen. Zij las een boek over de geschiedenis van de stad. Goedenavond, bedankt, tot
        straks. Een twee drie vier vijf zes zeven acht negen tien. Dinsdag woensdag donderdag vrijdag zaterdag
        zondag.
        """,
        "af": """
        Waar is jy? Ek is reeds by die huis. Hoeveel kos dit? Ek weet nie wat daar gebeur het nie. Ons het nie
        vandag tyd nie. My suster werk by 'n hospitaal. Dit het heelnag gereën en die straat is nat. Kan u ons
        asseblief help? Die vergadering begin Maandag om nege-uur. Hy wil iets warms eet. Hulle het 'n nuwe huis
        naby die see gekoop. Ek is baie lief vir jou. Wanneer maak die winkel oop? Skryf vir my as jy vrae het. Die
        dokter het gesê alles is reg. Gisteraand het ons koffie saam met vriende gedrink. Die regering gaan volgende
        jaar belasting verhoog. Sy het 'n boek oor die geskiedenis van die stad gelees. Goeienaand, dankie, tot
        siens. Een twee drie vier vyf ses sewe agt nege tien. Dinsdag Woensdag Donderdag Vrydag Saterdag Sondag.
        """,
        "sv": """
        Var är du? Jag är redan hemma. Hur mycket kostar det? Jag vet inte vad som hände där. Vi har ingen tid idag.
        Min syster arbetar på ett sjukhus. Det regnade hela natten och gatan är våt. Kan ni hjälpa oss, snälla?
        Mötet börjar på måndag klockan nio. Han vill äta något varmt. De köpte ett nytt hus nära havet. Jag tycker
        mycket om dig. När öppnar affären? Skriv till mig om du har frågor. Läkaren sade att allt är bra. Igår kväll
        drack vi kaffe med några vänner. Regeringen ska höja skatten nästa år. Hon läste en bok om stadens historia.
        God kväll, tack, vi hörs snart. En två tre fyra fem sex sju åtta nio tio. Tisdag onsdag torsdag fredag
        lördag söndag.
        """,
        "da": """
        Hvor er du? Jeg er allerede hjemme. Hvor meget koster det? Jeg ved ikke, hvad der skete der. Vi har ikke tid
        i dag. Min søster arbejder på et hospital. Det regnede hele natten, og gaden er våd. Kan I hjælpe os? Mødet
        begynder på mandag klokken ni. Han vil gerne spise noget varmt. De købte et nyt hus tæt på havet. Jeg elsker
        dig meget højt. Hvornår åbner butikken? Skriv til mig, hvis du har spørgsmål. Lægen sagde, at alt er godt. I
        går aftes drak vi kaffe med nogle venner. Regeringen vil hæve skatten næste år. Hun læste en bog om byens
        historie. God aften, mange tak, vi tales ved. En to tre fire fem seks syv otte ni ti. Tirsdag onsdag torsdag
        fredag lørdag søndag. Det bliver ikke nemt, men det synes jeg godt, man kan. Hvad laver du nu? Er toget
        forsinket? Han tog af sted i morges.
        """,
        "nb": """
        Hvor er du? Jeg er allerede hjemme. Hvor mye koster det? Jeg vet ikke hva som skjedde der. Vi har ikke tid i
        dag. Søsteren min jobber på et sykehus. Det regnet hele natten, og gata er våt. Kan dere hjelpe oss? Møtet
        begynner på mandag klokka ni. Han vil gjerne spise noe varmt. De kjøpte et nytt hus nær sjøen. Jeg er veldig
        glad i deg. Når åpner butikken? Skriv til meg hvis du har spørsmål. Legen sa at alt er bra. I går kveld
        drakk vi kaffe med noen venner. Regjeringen vil øke skatten neste år. Hun leste ei bok om byens historie.
        God kveld, tusen takk, vi snakkes. En to tre fire fem seks sju åtte ni ti. Tirsdag onsdag torsdag fredag
        lørdag søndag. Det blir ikke lett, men det synes jeg man kan. Hva gjør du nå? Er toget forsinket? Han dro av
        sted i morges.
        """,
        "is": """
        Hvar ertu? Ég er kominn heim. Hvað kostar þetta mikið? Ég veit ekki hvað gerðist þar. Við höfum engan tíma í
        dag. Systir mín vinnur á spítala. Það rigndi alla nóttina og gatan er blaut. Gætuð þið hjálpað okkur?
        Fundurinn byrjar á mánudaginn klukkan níu. Hann vill borða eitthvað heitt. Þau keyptu nýtt hús nálægt
        sjónum. Mér þykir mjög vænt um þig. Hvenær opnar búðin? Skrifaðu mér ef þú ert með spurningar. Læknirinn
        sagði að allt væri í lagi. Í gærkvöldi drukkum við kaffi með vinum. Ríkisstjórnin ætlar að hækka skatta á
        næsta ári. Hún las bók um sögu borgarinnar. Góða kvöldið, takk fyrir, sjáumst fljótlega. Einn tveir þrír
        fjórir fimm sex sjö átta níu tíu.
        """,
    ]
}
