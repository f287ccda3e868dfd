import HearthCore

/// Names that are known as such, in lower case.
package enum Gazetteer {
    package static let givenNames = set(GazetteerLists.givenNames)
    /// Those and more of them: names where they have a capital.
    package static let capitalGivenNames = givenNames.union(set(GivenNamesOfEurope.list))
    /// Given names that are ordinary words as well: names only with a capital.
    static let ambiguousGivenNames = set(GazetteerLists.ambiguousGivenNames)
    static let surnames = set(GazetteerLists.surnames)
    /// Countries, cities, regions, rivers and continents; of one or more words.
    package static let places = set(GazetteerLists.places, separator: ",")
    package static let organizations = set(GazetteerLists.organizations, separator: ",")
    package static let products = set(GazetteerLists.products, separator: ",")
    package static let works = set(GazetteerLists.works, separator: ",")
    package static let nationalities = set(GazetteerLists.nationalities)
    package static let titles = set(GazetteerLists.titles)
    static let placeNouns = set(GazetteerLists.placeNouns)
    static let organizationNouns = set(GazetteerLists.organizationNouns)
    static let workNouns = set(GazetteerLists.workNouns)
    static let calendar = set(GazetteerLists.calendar).union(set(GazetteerLists.otherCalendars))

    /// Whether any of the names of one word may be this one: by its first byte, at no cost. In a script that the lists do not have, no word
    /// needs to be looked up in each.
    static func mayHold(_ word: String) -> Bool { word.utf8.first.map { openings[Int($0)] } ?? false }

    private static let openings: [Bool] = {
        var openings = [Bool](repeating: false, count: 256)
        for names in [capitalGivenNames, ambiguousGivenNames, surnames, places, organizations, products] {
            for name in names { name.utf8.first.map { openings[Int($0)] = true } }
        }
        return openings
    }()

    /// Names of two and more words, by their first word.
    static let phrases: [String: [(words: [String], type: Entity.Kind)]] = {
        var table: [String: [(words: [String], type: Entity.Kind)]] = [:]
        let lists: [(Set<String>, Entity.Kind)] = [
            (places, .location), (organizations, .organization), (products, .product), (works, .work),
        ]
        for (names, type) in lists {
            for name in names {
                let words = name.split(separator: " ").map(String.init)
                guard words.count > 1 else { continue }
                table[words[0], default: []].append((words, type))
            }
        }
        return table.mapValues { $0.sorted { $0.words.count > $1.words.count } }
    }()

    private static func set(_ list: String, separator: Character = " ") -> Set<String> {
        Set(
            list.split { $0 == separator || $0 == "\n" }.map { part in
                part.split(separator: " ").joined(separator: " ")
            })
    }
}

/// Names written down from general knowledge, by hand and not by a script; modest on purpose. Rules and capitals find the rest.
enum GazetteerLists {
    static let givenNames = """
        aaron abdul abdullah abigail adam adele adrian agnes ahmed aidan aisha akira alan albert alejandro alex alexa alexander
        alexandra alexei alexis alfred ali alice alicia alison allison alyssa amanda amber amelia amir amit amy ana anastasia anders andre andrea
        andreas andrei andrew andy angela angelina anita anjali ann anna anne annie anthony antoine anton antonio arjun arnold arthur asha
        ashley ashok astrid audrey austin ava barack barbara barry beatrice ben benjamin bernard bernie beth betty beverly billy bjorn
        bob bobby boris brad bradley brandon brenda brendan brian britney brittany bruce bruno bryan caitlin cameron camille carl carla
        carlos carmen carol caroline catherine cathy cecilia cedric chad charles charlie charlotte chelsea cheryl chloe chris christian
        christina christine christopher cindy claire clara claude claudia clive colin connor conor craig cristiano crystal curtis cynthia
        daisuke damien dan dana daniel daniela danielle danny darren dave david dean deborah debra deepak denis denise dennis derek diana
        diane diego dimitri dmitri dolores dominic don donald donna doris dorothy doug douglas duncan dwayne dylan eddie edgar edith eduardo
        edward edwin eileen elaine eleanor elena eli elijah elizabeth ella ellen ellie elon elsa elton elvis emil emily emma emmanuel enrique eric
        erica erik erika ernest esther ethan eugene eva evan evelyn fatima felix fernando fiona florence francesca francis francisco
        frank franz fred freddie freddy frederick fritz gabriel gabriela gareth gary gavin geoff geoffrey george georgia gerald gerard
        gianni gilbert gina giorgio giovanni giulia gloria gordon graham greg gregory greta guillaume gustav guy hannah hans harold harriet
        harry harvey hassan heather hector heidi heinrich helen helena helga henri henry herbert herman hiroshi holly howard hubert hugh
        hugo ian ibrahim igor ingrid irene iris isaac isabel isabella isabelle ivan jacob jacqueline jacques jake james jamie jan jane
        janet janice jared jason javier jay jean jeff jeffrey jennifer jenny jeremy jerry jesse jessica jill jim jimmy joan joanna joe joel
        johan johann john johnny jon jonas jonathan jordan jorge jose josef joseph josh joshua juan juanita judith judy julia julian julie
        juliet june jurgen justin kaitlyn kapil karen karim karl kate katherine kathleen kathryn kathy katie keith kelly ken kendrick
        kenneth kenny kevin khalid kim kimberly klaus krishna kristen kristin kurt kyle kylie larry laura lauren laurence lebron lee lena leo leon
        leonard leonardo leroy leslie lewis liam linda lindsay lionel lisa liz logan lorenzo louis louise luca lucas lucia lucy luigi luis
        luke lydia lynn madison maggie malcolm manuel marc marcel marco marcus margaret maria marianne marie marilyn mario marion marissa
        marjorie martha martin marvin mary mason mateo mathieu matt matthew maurice max maxwell megan mehmet mei melanie melissa mia micah
        michael michel michelle mick mickey miguel mike mikhail mila miles milo miriam mitch mohamed mohammad mohammed moira molly monica
        morgan muhammad nadia nancy naomi natalia natalie natasha nathan neil nelson nicholas nick nicola nicolas nicole nigel nikita nikolai
        nina noah nora norman olaf oleg olga oliver olivia oscar oskar otto owen pablo pamela paolo pat patricia patrick paul paula pauline
        pavel pedro peggy penelope pete peter phil philip philippe phillip phoebe pierre piotr priya rachel rafael rahul raj rajesh ralph
        ramon randy raul ravi raymond rebecca reginald renee ricardo richard rick ricky riley rita robert roberto robin rodney roger roland
        roman romeo ron ronald ronnie rosa rosalind rosemary ross roy rudolf rupert russell ruth ryan sabrina sally sam samantha sami samuel
        sandra sandy sanjay santiago sara sarah sasha scott scotty sean sebastian serena sergei sergey seth shane shannon sharon shaun shawn sheila
        shirley sidney siegfried sigmund silvia simon simone sofia sonia sophia sophie stacy stan stanley stella stephanie stephen steve
        steven stewart stuart sunil suresh susan susanne suzanne svetlana sven sylvia tamara tanner tanya tara taylor ted teresa terence
        terry theodore theresa thomas tiffany tim timothy tina toby todd tom tommy tony tracy travis trevor trish tristan tyler tyrone umberto
        ursula valentina valerie vanessa vera veronica vicky victor victoria vijay vikram vincent viola virginia vivian vladimir walter
        wanda warren wayne wendy werner wilhelm william willie winston wolfgang xavier yasmin yolanda yosef yuki yusuf yvonne zach zachary zoe
        """

    static let ambiguousGivenNames = """
        april art august bill buck chase chuck claire cliff crystal dale dawn dick drew faith fay frank gene glen grace grant guy hope hunter
        ivy jack jade jasmine jay jean joy junior lance lee lily mark mat max may miles nick norm olive pat pearl penny pierce rand ray rich rob rod
        rose ruby rusty sage sandy sky stone sue summer tab terry vic violet ward wade will willow
        """

    static let surnames = """
        smith johnson williams jones brown davis miller wilson moore anderson jackson harris thompson garcia martinez robinson clark
        rodriguez lewis walker allen hernandez wright lopez hill scott adams baker gonzalez nelson carter mitchell perez roberts turner
        phillips campbell parker evans edwards collins sanchez morris rogers reed murphy bailey rivera cooper richardson cox howard peterson
        ramirez watson brooks sanders bennett barnes henderson coleman jenkins perry powell patterson hughes flores washington butler simmons
        foster bryant alexander griffin diaz hayes myers hamilton sullivan wallace reynolds obama trump clinton biden bush reagan kennedy
        nixon lincoln jefferson putin merkel macron thatcher churchill hitler stalin lenin mao gandhi mandela schumer minaj kardashian
        beyonce rihanna drake eminem kanye bieber messi ronaldo neymar federer nadal djokovic einstein newton darwin mozart beethoven bach
        shakespeare picasso schmidt schneider fischer weber meyer wagner becker schulz hoffmann dubois moreau laurent rossi ferrari
        esposito bianchi romano silva santos ferreira oliveira pereira kumar singh sharma patel gupta khan chen wang zhang liu yang huang zhao
        tanaka suzuki sato watanabe yamamoto nakamura kim park choi nguyen tran ivanov petrov smirnov kowalski nowak novak horvat o'brien
        o'connor macdonald mcdonald mckenzie mccarthy schwarzenegger spielberg tarantino hitchcock kubrick disney
        """

    static let places = """
        afghanistan,africa,albania,algeria,america,andorra,angola,antarctica,argentina,armenia,asia,australia,austria,azerbaijan,bahamas,
        bahrain,bangladesh,barbados,belarus,belgium,belize,benin,bhutan,bolivia,bosnia,botswana,brazil,brunei,bulgaria,burma,burundi,cambodia,
        cameroon,canada,chad,chile,china,colombia,congo,costa rica,croatia,cuba,cyprus,czech republic,denmark,dominican republic,ecuador,egypt,
        el salvador,england,eritrea,estonia,ethiopia,europe,fiji,finland,france,gabon,gambia,germany,ghana,great britain,greece,greenland,
        grenada,guatemala,guinea,guyana,haiti,honduras,hong kong,hungary,iceland,india,indonesia,iran,iraq,ireland,israel,italy,
        ivory coast,jamaica,japan,kazakhstan,kenya,kosovo,kuwait,kyrgyzstan,laos,latvia,lebanon,lesotho,liberia,libya,
        liechtenstein,lithuania,luxembourg,macedonia,madagascar,malawi,malaysia,maldives,mali,malta,mauritania,mauritius,mexico,moldova,
        monaco,mongolia,montenegro,morocco,mozambique,myanmar,namibia,nepal,netherlands,new zealand,nicaragua,niger,nigeria,north korea,
        northern ireland,norway,oman,pakistan,palestine,panama,papua new guinea,paraguay,peru,philippines,poland,portugal,puerto rico,qatar,romania,
        russia,rwanda,samoa,saudi arabia,scotland,senegal,serbia,sierra leone,singapore,slovakia,slovenia,somalia,south africa,
        south korea,south sudan,soviet union,spain,sri lanka,sudan,sweden,switzerland,syria,taiwan,tajikistan,tanzania,thailand,tibet,togo,tunisia,
        turkey,turkmenistan,uganda,uk,ukraine,united arab emirates,united kingdom,united states,united states of america,
        uruguay,usa,u.s,u.s.a,u.k,us,uzbekistan,vatican,venezuela,vietnam,wales,yemen,yugoslavia,zambia,zimbabwe,korea,britain,kashmir,
        alabama,alaska,arizona,arkansas,california,colorado,connecticut,delaware,florida,georgia,hawaii,idaho,illinois,indiana,iowa,kansas,
        kentucky,louisiana,maine,maryland,massachusetts,michigan,minnesota,mississippi,missouri,montana,nebraska,nevada,new hampshire,new jersey,
        new mexico,new york,new york city,nyc,north carolina,north dakota,ohio,oklahoma,oregon,pennsylvania,rhode island,south carolina,
        south dakota,tennessee,texas,utah,vermont,virginia,west virginia,wisconsin,wyoming,washington dc,washington d.c,ontario,quebec,
        british columbia,alberta,manitoba,nova scotia,bavaria,saxony,catalonia,andalusia,tuscany,sicily,normandy,brittany,siberia,crimea,punjab,
        amsterdam,ankara,antwerp,athens,atlanta,auckland,austin,baghdad,baltimore,bangalore,bangkok,barcelona,beijing,beirut,belfast,belgrade,
        berlin,birmingham,bogota,bologna,bombay,bordeaux,boston,brisbane,bristol,brooklyn,brussels,bucharest,budapest,buenos aires,cairo,calcutta,
        calgary,cambridge,canberra,cape town,caracas,cardiff,casablanca,chennai,chicago,cleveland,cologne,copenhagen,dallas,damascus,delhi,denver,
        detroit,dhaka,dubai,dublin,edinburgh,florence,frankfurt,geneva,genoa,glasgow,hamburg,hanoi,havana,helsinki,hiroshima,hollywood,bollywood,
        houston,islamabad,istanbul,jakarta,jerusalem,johannesburg,kabul,karachi,kiev,kyiv,kinshasa,kolkata,kuala lumpur,kyoto,lagos,lahore,las vegas,
        leeds,leicester,leipzig,lima,lisbon,liverpool,london,los angeles,lyon,madrid,manchester,manhattan,manila,marseille,melbourne,memphis,miami,
        milan,milwaukee,minneapolis,minsk,montreal,moscow,mumbai,munich,nagasaki,nairobi,naples,nashville,new delhi,new orleans,newcastle,
        odessa,orlando,osaka,oslo,ottawa,oxford,palermo,paris,philadelphia,phoenix,pittsburgh,portland,prague,pretoria,reykjavik,
        riga,rio de janeiro,rome,rotterdam,sacramento,saigon,salt lake city,san antonio,san diego,san francisco,san jose,santiago,sao paulo,
        sarajevo,seattle,seoul,shanghai,sheffield,shenzhen,sofia,stockholm,strasbourg,stuttgart,sydney,taipei,tallinn,tampa,tehran,
        tel aviv,tokyo,toronto,tripoli,tunis,turin,valencia,vancouver,venice,vienna,vilnius,warsaw,wellington,zagreb,zurich,
        alps,himalayas,andes,amazon,danube,rhine,nile,mississippi,thames,volga,mediterranean,atlantic,pacific,baltic,caribbean,balkans,sahara,
        middle east,latin america,north america,south america,silicon valley,wall street,white house,central park,times square,
        bay area,east coast,west coast
        """

    static let organizations = """
        google,microsoft,facebook,twitter,amazon,netflix,ibm,intel,nvidia,amd,samsung,sony,nintendo,nokia,motorola,huawei,xiaomi,lenovo,dell,
        hp,toshiba,panasonic,oracle,cisco,uber,lyft,airbnb,spotify,paypal,ebay,tesla,spacex,boeing,airbus,toyota,honda,nissan,ford,volkswagen,bmw,
        mercedes,audi,porsche,ferrari,lamborghini,hyundai,siemens,bosch,bayer,basf,nestle,unilever,walmart,target,costco,ikea,starbucks,mcdonalds,
        burger king,kfc,nike,adidas,puma,gucci,prada,zara,disney,pixar,marvel,hbo,bbc,cnn,nbc,cbs,abc,fox news,espn,mtv,nasa,fbi,cia,nsa,irs,epa,
        fda,nato,un,eu,unesco,unicef,opec,imf,wto,nba,nfl,mlb,nhl,fifa,uefa,ufc,wwe,nypd,lapd,mit,ucla,harvard,stanford,yale,princeton,
        real madrid,barcelona fc,manchester united,arsenal,chelsea fc,juventus,lakers,celtics,warriors,cavs,cavaliers,yankees,red sox,dodgers,patriots,
        cowboys,packers,steelers,bengals,knicks,al qaeda,isis,hamas,taliban,hezbollah,congress,senate,parliament,kremlin,pentagon,
        reddit,wikipedia,youtube,instagram,snapchat,whatsapp,tumblr,pinterest,linkedin,github,gitlab,stackoverflow,stack overflow,mozilla,apache,
        red hat,canonical,openai,anthropic,deepmind,red cross,the beatles,rolling stones,pink floyd,led zeppelin,coldplay,nirvana,metallica,radiohead
        """

    static let products = """
        iphone,ipad,ipod,macbook,imac,airpods,android,windows,linux,ubuntu,debian,macos,ios,xbox,playstation,gameboy,kindle,chrome,firefox,safari,
        photoshop,excel,powerpoint,word doc,gmail,outlook,minecraft,fortnite,pokemon,overwatch,tetris,skyrim,fallout,zelda,mario kart,call of duty,
        league of legends,world of warcraft,dota,csgo,roblox,java,javascript,typescript,python,kotlin,matlab,mysql,postgresql,postgres,sqlite,
        mongodb,redis,docker,kubernetes,jenkins,maven,gradle,jquery,angular,react native,nodejs,node.js,django,rails,wordpress,tensorflow,
        visual studio,xcode,eclipse,coca cola,coca-cola,coke,pepsi,red bull,nutella,oreo,doritos,skittles,snickers,lego,barbie,
        galaxy,pixel,alexa,siri,cortana,bitcoin,ethereum
        """

    static let works = """
        star wars,star trek,game of thrones,breaking bad,the simpsons,south park,family guy,harry potter,lord of the rings,
        the godfather,pulp fiction,jurassic park,the matrix,toy story,twin peaks,doctor who,downton abbey,stranger things,the walking dead,
        bible,koran,quran,torah,hamlet,macbeth,odyssey,iliad,don quixote,moby dick,mona lisa
        """

    static let nationalities = """
        african afghan albanian algerian american arab arabic argentine armenian asian australian austrian belgian bolivian bosnian brazilian british
        bulgarian cambodian canadian catholic celtic chilean chinese christian colombian croatian cuban czech danish dutch egyptian english ethiopian
        european finnish flemish french german ghanaian greek haitian hebrew hindi hindu hispanic hungarian icelandic indian indonesian iranian
        iraqi irish islamic israeli italian jamaican japanese jewish jews kenyan korean kurdish latin latino lebanese libyan lithuanian lutheran malaysian
        maltese mexican mongolian moroccan muslim muslims nepalese nigerian norwegian ottoman pakistani palestinian persian peruvian
        polish portuguese protestant prussian roman romanian russian samoan saudi scandinavian scottish serbian sicilian slavic slovak somali soviet
        spanish swedish swiss syrian taiwanese tamil thai tibetan tunisian turkish ukrainian venetian victorian vietnamese welsh americans germans
        canadians australians russians italians indians buddhist democrat republican democrats republicans
        """

    static let titles = """
        mr mrs ms miss dr doctor prof professor sir madam lady lord king queen prince princess president senator governor mayor judge justice
        officer captain colonel general major lieutenant sergeant admiral commander chief minister chancellor ambassador pope bishop
        archbishop cardinal saint st father brother sister uncle aunt coach rev reverend baron count countess duke duchess emperor empress
        sen rep gov gen capt sgt lt col congressman director secretary herr herrn frau monsieur madame mme mlle señor señora signor signora
        """

    static let placeNouns = """
        street avenue road boulevard blvd lane drive square park beach bay river lake mountain mount mountains valley island islands county
        city town village province state district desert forest canyon falls bridge airport station harbor harbour hill hills coast ocean sea
        peninsula cape port fort castle palace tower stadium arena hotel hospital cathedral church temple museum plaza center centre
        """

    static let organizationNouns = """
        inc corp corporation company co ltd llc gmbh ag plc group holdings bank university college institute school academy association
        society club fc united party committee council commission agency department ministry bureau foundation union federation league team
        army navy force police orchestra band records studios pictures entertainment press times post journal news network magazine
        airlines airways motors industries systems technologies software labs laboratories partners brothers bros court senate parliament congress
        """

    static let workNouns =
        "act law treaty symphony sonata trilogy saga chronicles movie film song album book novel series episode show"

    /// Months, days and moneys of other languages that write them with a capital, or begin sentences with them. What people are called as well, "Julio",
    /// "Domingo", "Nisan", is left out: too much kept back does less harm than too little.
    static let otherCalendars = """
        şubat mayıs haziran temmuz ağustos aralık pazartesi salı çarşamba perşembe cuma cumartesi pazar tl
        januar jänner februar märz oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag
        janvier février mars juin juillet août septembre octobre novembre décembre lundi mardi mercredi jeudi vendredi samedi dimanche
        enero febrero agosto septiembre octubre noviembre diciembre lunes martes miércoles jueves viernes sábado
        gennaio febbraio aprile giugno luglio settembre ottobre novembre dicembre lunedì martedì mercoledì giovedì venerdì sabato domenica
        janeiro fevereiro março junho julho setembro outubro novembro dezembro segunda-feira terça-feira quarta-feira quinta-feira sexta-feira
        januari februari augustus oktober maandag dinsdag woensdag donderdag vrijdag zaterdag zondag
        måndag tisdag onsdag torsdag fredag lördag söndag mandag tirsdag lørdag søndag maanantai tiistai keskiviikko torstai perjantai lauantai
        sunnuntai tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu marraskuu joulukuu
        styczeń luty kwiecień czerwiec lipiec sierpień wrzesień październik listopad grudzień poniedziałek wtorek środa czwartek piątek niedziela
        stycznia lutego marca kwietnia czerwca lipca sierpnia września października listopada grudnia
        leden únor březen duben květen červen červenec srpen září říjen listopad prosinec pondělí úterý čtvrtek neděle kč
        január február március április május június július augusztus szeptember október november december hétfő kedd szerda csütörtök péntek szombat vasárnap ft
        январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь понедельник вторник среда четверг пятница суббота воскресенье
        січень лютий березень квітень травень червень липень серпень вересень жовтень листопад грудень понеділок вівторок середа четвер пʼятниця субота неділя
        """

    static let calendar = """
        january february march april may june july august september october november december monday tuesday wednesday thursday
        friday saturday sunday jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun christmas easter
        halloween thanksgiving xmas am pm gmt est pst utc
        """
}

// MARK: - Kin

/// What people call their nearest: "Mum", "Grandpa", "Oma". In a diary these are names, which lists of names do not have.
///
/// Such a word counts where it is written like a name: with a capital, and with no article or pronoun before it ("my Mum" is a mother, as
/// "my doctor" is one). The lists are kept by hand.
package enum KinNames {
    private static let words: [String: Set<String>] = [
        "en": [
            "mum", "mom", "mam", "mummy", "mommy", "mama", "mother", "dad", "daddy", "papa", "father", "grandma",
            "grandpa", "granny",
            "grandad", "granddad", "gran", "nan", "nana", "auntie",
        ],
        "de": ["mama", "mami", "mutti", "papa", "papi", "vati", "oma", "opa", "omi", "opi"],
        "fr": ["maman", "papa", "mamie", "papi", "papy", "mémé", "pépé", "tata", "tonton"],
    ]
    private static let before: Set<String> = [
        "a", "an", "the", "my", "your", "his", "her", "our", "their", "every", "no", "one", "meine", "mein", "meiner",
        "deine", "dein", "seine", "sein", "ihre", "ihr", "unsere", "unser", "die", "der", "eine", "ein", "ma", "mon",
        "ta",
        "ton", "sa", "son", "notre", "votre", "leur", "la", "le", "une", "un",
    ]

    /// In order of their places; where a name follows at once ("Oma Hilde"), it is that name's affair.
    package static func entities(in text: String, language: String) -> [Entity] {
        guard let known = words[language] else { return [] }
        return text.withBytes { bytes in
            let tokens = EntityToken.tokens(of: bytes)
            return tokens.indices.compactMap { index in
                let token = tokens[index]
                guard token.shape == .capitalized, !token.isExcluded, known.contains(token.lower),
                    index == 0 || !before.contains(tokens[index - 1].lower) || !tokens[index].touchesPrevious
                else { return nil }
                if isPartOfMore(index, tokens) { return nil }
                return Entity(text: bytes.string(token.span.range), type: .person, span: token.span)
            }
        }
    }

    /// Whether a name follows at once ("Oma Hilde", "Mother's Day"), or the word goes on ("mother-in-law").
    private static func isPartOfMore(_ index: Int, _ tokens: [EntityToken]) -> Bool {
        let next = index + 1
        guard next < tokens.count, tokens[next].touchesPrevious else { return false }
        let isPossessive = tokens[index].isPossessive
        if tokens[next].lower == "in", next + 1 < tokens.count, tokens[next + 1].lower == "law" { return true }
        if tokens[next].lower == "day", isPossessive { return true }
        return tokens[next].isCapital && !isPossessive
    }

    // MARK: The writer's parents

    /// One of the writer's parents, of whom there is one each, whatever they are called.
    package enum Parent: String, Sendable, CaseIterable {
        case mother, father
    }

    private static let parents: [String: [Parent: Set<String>]] = [
        "en": [
            .mother: ["mum", "mom", "mam", "mummy", "mommy", "mama", "mother"],
            .father: ["dad", "daddy", "papa", "father"],
        ],
        "de": [.mother: ["mama", "mami", "mutti", "mutter"], .father: ["papa", "papi", "vati", "vater"]],
        "fr": [.mother: ["maman", "mère"], .father: ["papa", "père"]],
        "es": [.mother: ["mamá", "mama", "madre"], .father: ["papá", "papa", "padre"]],
        "it": [.mother: ["mamma", "madre"], .father: ["papà", "babbo", "padre"]],
        "pt": [.mother: ["mãe", "mamãe", "mamã"], .father: ["pai", "papai", "papá"]],
    ]
    private static let own: [String: Set<String>] = [
        "en": ["my"], "de": ["meine", "meiner", "mein", "meinen", "meinem", "meines"], "fr": ["ma", "mon"],
        "es": ["mi"], "it": ["mia", "mio"], "pt": ["minha", "meu"],
    ]

    /// Which of the writer's parents a word names in a language; `nil` where it names neither. Grandparents are two of each, and may be told
    /// apart by what they are called.
    package static func parent(_ word: String, language: String) -> Parent? {
        let word = word.lowercased()
        return parents[language]?.first { $0.value.contains(word) }?.key
    }

    /// The writer's parents where they are named by what they are to the writer: "my mother". The text of each is the word alone, with a
    /// capital. Where a name follows ("my mother Ingrid"), it is that name's affair.
    package static func parents(in text: String, language: String) -> [Entity] {
        guard let own = own[language], parents[language] != nil else { return [] }
        return text.withBytes { bytes in
            let tokens = EntityToken.tokens(of: bytes)
            return tokens.indices.dropFirst().compactMap { index in
                let (before, token) = (tokens[index - 1], tokens[index])
                guard token.touchesPrevious, !token.isExcluded, own.contains(before.lower), !before.isPossessive,
                    parent(token.lower, language: language) != nil, !isPartOfMore(index, tokens)
                else { return nil }
                return Entity(
                    text: token.lower.prefix(1).uppercased() + token.lower.dropFirst(), type: .person,
                    span: TextSpan(before.span.range.lowerBound..<token.span.range.upperBound))
            }
        }
    }
}
