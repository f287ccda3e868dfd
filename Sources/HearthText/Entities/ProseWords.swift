/// English words of books and newspapers that people seldom say: who somebody is, what bodies, times and things are called, and how
/// sentences of an account begin. A capital at the start of a sentence says nothing about them.
///
/// Apart from ``CommonWords``, whose words name no subject either; many of these do. General words, written down by hand.
enum ProseWords {
    /// Whether the lower-cased word is one of them, or an inflected form of one.
    static func contains(_ word: String) -> Bool {
        base.contains(word) || CommonWords.candidates(word).contains { base.contains($0) }
    }

    private static let base = Set(
        words: """
            actor actress architect artist athlete attorney author banker biologist boxer businessman businesswoman \
            cartoonist chairman chef chemist choreographer citizen clergyman columnist comedian commander commentator \
            composer conductor correspondent councillor counselor cricketer critic curator cyclist dancer deputy designer \
            diplomat director drummer economist editor educator emperor engineer entrepreneur environmentalist essayist \
            executive explorer farmer filmmaker firefighter fisherman footballer founder geographer geologist goalkeeper \
            golfer governor guitarist gymnast heir historian immigrant industrialist inhabitant inspector instructor \
            inventor investor journalist jurist keyboardist landowner lawyer lecturer legislator librarian linguist lyricist \
            magician magistrate mathematician merchant midfielder missionary monarch monk mountaineer musician narrator \
            naturalist navigator nobleman novelist nun nurse opponent organist orphan painter paleontologist peasant \
            percussionist philanthropist philosopher photographer physician physicist pianist pilgrim pilot pioneer pirate \
            pitcher playwright poet policeman politician preacher priest prisoner producer programmer prophet prosecutor \
            protester psychiatrist psychologist publisher pupil quarterback rabbi racer rapper rebel reformer refugee \
            reporter researcher resident restaurateur reviewer ruler sailor salesman saxophonist scholar scientist \
            screenwriter sculptor senator settler sheriff singer skater slave sociologist soldier songwriter soprano \
            spokesman spokeswoman sportsman statesman striker surgeon survivor swimmer tenor theologian theorist trader \
            translator treasurer trumpeter tutor veteran viceroy victim villager violinist visitor vocalist volunteer voter \
            warrior winemaker witness wrestler writer \
            abbey alliance ancestor anniversary announcement anthem archaeology archive army assassination autobiography \
            ballet battle bibliography biography birthplace brigade broadcast campaign castle cathedral cavalry chapter appendix preface verse paragraph cemetery \
            census century ceremony championship chapel charter chronicle cinema citizenship civilization clan coalition \
            coast colony commune composition concert congregation conquest constituency constitution coup creature crown \
            crusade cuisine cult currency dam debut decade decree defeat defender delegation democracy descendant diocese \
            disciple discography doctrine dynasty earthquake election embassy emergence emigrant empire engraving episode \
            epoch era eruption estate etymology evacuation excavation exhibition exile expedition exploration extinction \
            faculty famine fauna federation festival fiction filmography fleet flora folklore fortress fossil franchise \
            frontier garrison genre geography geology glacier graduate guild habitat headquarters heritage hierarchy highway \
            household ideology immigration inauguration independence infantry inscription insect insurgent invasion \
            jurisdiction kingdom landmark landscape legacy legend legislation legislature lineup literature livestock \
            locality lyrics mainland majority mammal manuscript massacre mausoleum medal memoir memorial merger migration \
            militia mineral minority monarchy monastery monument mosque municipality musical mythology nation nationalist \
            newspaper nickname nobility nomination novel offensive opera opposition orbit organism outbreak painting palace \
            parish peninsula performance philosophy physics plaintiff planet plateau playoff poem poetry pollution \
            population portrait premiere presidency proclamation propaganda prophecy province publication quarry railroad \
            railway rainfall ranking rebellion referendum reform regiment reign religion remnant renovation republic \
            reservoir restoration revenue revival revolt revolution riot ritual roster royalty ruins sanctuary satellite \
            scholarship sculpture secession sect sequel settlement shipwreck shrine siege slavery soundtrack sovereignty \
            spacecraft specimen spectator squad squadron statue strait subfamily subspecies suburb succession successor \
            summit surrender symphony synagogue syndicate taxonomy telescope terrain territory testimony theatre theorem \
            throne tomb tournament treaty tribe tribute trilogy troop tunnel uprising vegetation verdict vessel victory \
            vineyard volcano voyage warfare wildlife worship \
            aboriginal adjacent administrative aerial agricultural ancient annual aquatic archaeological architectural \
            aristocratic armed artistic atomic autonomous bilateral biographical botanical ceremonial charismatic civic \
            civilian classical coastal colonial commercial conservative constitutional contemporary continental \
            controversial cultural deceased democratic demographic devout diplomatic divine domestic dominant ecclesiastical \
            educational electoral elementary eminent endangered ethnic evangelical evolutionary experimental extinct famed \
            federal feudal fictional folk former founding geographical geological governmental historic historical humid \
            imperial inaugural independent indigenous industrial influential inland intellectual interim judicial juvenile \
            lesser lethal liberal literary longtime lunar magnetic maritime medical medieval metropolitan ministerial \
            monthly municipal mythical mythological native naval neighboring neighbouring nocturnal nomadic notable noted \
            olympic operatic ornamental orthodox overseas paramilitary parliamentary patriotic polar political posthumous \
            prehistoric presidential prestigious primitive prominent provincial radical regional religious renowned \
            residential retired rival royal rural sacred scenic secular separatist sovereign statistical subsequent suburban \
            successive surviving symbolic theatrical tidal traditional tribal tropical undergraduate unincorporated \
            unofficial unsuccessful upcoming urban vertebrate victorious violent volcanic widespread \
            accordingly additionally afterward afterwards albeit allegedly alongside alternatively amid amidst approximately \
            atop barring beforehand beneath beside besides beyond chiefly concurrently consequently contrary conversely \
            currently despite earlier elsewhere eventually evidently formerly furthermore hence henceforth incidentally \
            increasingly indeed initially ironically lately latterly likewise locally mainly meanwhile midway moreover \
            mostly namely nearby nevertheless nonetheless notwithstanding occasionally officially originally partly \
            predominantly presently presumably previously primarily prior regardless reportedly respectively roughly \
            seemingly shortly similarly simultaneously subsequently supposedly thereafter thereby traditionally typically \
            ultimately undoubtedly unlike widely worldwide \
            acclaim accompany appoint assist attend award bound capture commission compose comprise consist credit date \
            dedicate depict depose direct discover dub educate elect execute feature found fund govern inspire launch locate \
            marry measure model nominate own populate portray promote publish raise rank reprint restore sail situate \
            sponsor star surround target translate unveil wound \
            bacteria bird butterfly carbon cattle chemical dinosaur dolphin enzyme fern flower frog fungus gene genus \
            hormone hydrogen larva lizard mollusc moth mushroom nitrogen nucleus oxygen parasite plant predator primate \
            protein rabbit rat reptile rodent seed shark sheep snail snake species spider squirrel turtle virus whale zebra \
            eight eighteen eighteenth eighth eighty eleven eleventh fifteen fifteenth fifth fifty forty fourteen fourteenth \
            fourth half hundred million nine nineteen nineteenth ninety ninth seven seventeen seventeenth seventh seventy \
            six sixteen sixteenth sixth sixty ten tenth thirteen thirteenth thirty thousand twelfth twelve twentieth twenty
            """)
}
