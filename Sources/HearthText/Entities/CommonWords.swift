/// English words that are no names. A capital at the start of a sentence says nothing about them.
package enum CommonWords {
    /// Whether the lower-cased word is a common one, or an inflected form of one.
    package static func contains(_ word: String) -> Bool {
        if base.contains(word) { return true }
        if word.contains("'") { return Stopwords.contains(word, language: "en") }
        return candidates(word).contains { base.contains($0) } || hasCommonEnding(word)
    }

    private static let base: Set<String> = {
        var words = Set(words: list)
        words.formUnion(Stopwords.words(of: "en"))
        return words
    }()

    /// The base forms that an inflected word may have.
    static func candidates(_ word: String) -> [String] {
        var found: [String] = []
        func strip(_ ending: String, adding tails: [String]) {
            guard word.hasSuffix(ending), word.utf8.count >= ending.utf8.count + 3 else { return }
            let stem = String(word.dropLast(ending.count))
            for tail in tails { found.append(stem + tail) }
            if ending != "s", stem.utf8.count > 3, stem.last == stem.dropLast().last {
                found.append(String(stem.dropLast()))
            }
        }
        strip("ies", adding: ["y"])
        strip("ied", adding: ["y"])
        strip("es", adding: [""])
        strip("s", adding: [""])
        strip("ed", adding: ["", "e"])
        strip("ing", adding: ["", "e"])
        strip("in", adding: ["g", "ing"])
        strip("er", adding: ["", "e"])
        strip("est", adding: ["", "e"])
        strip("ly", adding: ["", "e"])
        return found
    }

    /// Long words with these endings are derived words, seldom names.
    private static func hasCommonEnding(_ word: String) -> Bool {
        guard word.utf8.count >= 7 else { return false }
        return endings.contains { word.hasSuffix($0) }
    }

    private static let endings = [
        "tion", "tions", "sion", "ness", "ment", "ments", "ously", "ingly", "able", "ible", "ful", "less", "ously",
        "ively", "ology",
        "ying", "ating", "ized", "izing", "ation",
    ]
}

extension CommonWords {
    /// The base forms of words that stand in lower case in ordinary English. A list that is kept by hand.
    ///
    /// It began as a count over meeting transcripts, conversations, product reviews and encyclopaedia articles, of which the texts are
    /// not here, and grew by words of informal messages; nothing can make it anew. It is needed: names (``NameMarker``), key phrases and
    /// what is redacted (names, secrets) are told by it. Whoever adds or takes out a word writes its base form in its place of the alphabet and
    /// runs the tests of names, key phrases and redaction, which hold what must be found and what must not.
    static let list = """
        abandon abhorrent ability able aboard abolished about above absence absolute abstract abstraction academic \
        acc accelerate acceleration accelerator accent accept acceptable acceptance access accessibility accessible \
        accessory accident accidental accommodate accommodation accompany accomplish accomplishment accordance \
        according account accountable accountants accredited accumulated accumulating accuracy accurate achieve \
        achievements acid acknowledge acknowledgement acoustic acoustically acquainted acquire acquisition acronym \
        across acted action actionable activate active activists activity actors acts actu actual acute ad adapt \
        adaptable adaptation adaptive add addicts addition additional address adequate adhere adjacent adjoining \
        adjourn adjunct adjust adjustable adjustment admin administration administrative admiration admire admission \
        admit ado adopted adopter adopting adoption adorable ads adult advance advancement advantage advantageous \
        adventures advert advertised advertisement advertising advice advise advisor advisory advocate aesthetic af \
        affect afford affordability affordable afloat afraid after aftermath afternoon afterthought afterwards again \
        against age agencies agenda agent aggregate aggressively agnostic ago agree agreement agricultural ah ahead \
        ahh ai aid aide aim ain air aircraft airplane aka alarm albeit album alcohol alcoholic alert algal algorithm \
        alias align alignment alive alkaline all allegations alley allies allocate allocation allow alluded almost \
        alone along alongside alot aloud already alright als also alternate alternative although altogether \
        aluminium always am ama amateur amazed amazing ambiguous ambition ambitious amen amending amendment \
        amenities aminities ammunition among amongst amount ample amplification amplify an analogy analyse analysis \
        analytics analyze ancestor ancestral ancient and anecdotal angle angry animal animated animation annotate \
        annotation announce announcement annoyed annoying annually ano anonymous anoth answer anthropology anti \
        anticipate anticipation antigens anxiety anxious any anybody anymore anyone anyth anytime anyway anywhere ap \
        apart apartheid apologies apologize app apparent appeal appear appearance apple applicable applicants \
        application appoint appreciate appreciation appreciative apprenticeship approach appropriate approval \
        approved approx approximate ar arbitrarily arbitrary architect architectural architecture archive are area \
        aren arent argue argument arise arisen aristocracy arithmetic arms army around arrange arrangement array \
        arrival arrive arrow art article articulating articulatory artifact artificial artist artistic as asap aside \
        ask aspect aspiration aspire ass assemble assess assessment assets asshole assign assignment assist \
        assistance assistants associate associations assume assumption assurance assure astounding astray astronauts \
        async asynchronous at ate atlas atmosphere attach attack attain attainment attempt attend attendance \
        attention attentive attest attitude attract attraction attractive attractiveness attribute audacity audience \
        audio aunt author authority automate automatic automatically automation automobiles autonomous autumn \
        auxiliaries availability available average avoid aw awaiting aware awareness away awesome awful awhile \
        awkward aww ba baby bac bachelor back backdrop backend background backlight backstory backup backwards bad \
        bag baked baking balance banana band bandwidth bang bank banned bar bare bargain baroque barrier base \
        baseline basement basic basically basin basis basket bat batch bathrobes bathroom battery bc be beach beam \
        bear beast beat beautiful beauty bec became because become bed bedroom bedtime beef beefy been beep beer bef \
        before beforehand began begin begun behalf behave behavior behavioral behaviour behemoth behind being belief \
        believe bells belly belong below beneath beneficial benefit besides bespoke best bet beta betwe between \
        beverage beware beyond bff bi bias bible bicycle bids big bike bilingual billion bills bin binary bind bio \
        biology bird birth birthday bit bitch bizarre black blah blame bland blank blanket blatantly bleeding bleep \
        blend bless blew blinds bliss blob block blockchain blog blood blow blown blue blueprint boasting boasts \
        boat body boiled boiling bold bolt bond bonus book boom boost boot bootstrap border bored boring born borrow \
        boss bot both bottle bottleneck bottom bought bounce bound boundary box boy boyfriend bracket brain \
        brainstorm brakes branch brand bread breadth break breakdowns breakfast breakthrough breath brew bricks \
        bridge brief bright brightness brilliant bring bro broad broadband broadcasters broadcasting broke broken \
        brother brought brown browser bruh btw bu bucks budget buffet bug buggy build built bulb bulk bulky bullet \
        bummer bunch bundle burden bureaucracy bureaucratic burgeoning burger burned burning burst bus business \
        busses busy but butt button buy by bye bytes ca cab cabin cable cache cadence cafes cake calculate \
        calculation calculator calendar call callback calm came camera campaign campus can cancel cancellation \
        cancer candidate candy cannon cannot canonical cant cap capability capable capacity capital capitalism \
        capitalization capitalizing captain capture car carbon card care careful carpet carriage carrot carry carve \
        case cash cast castles cat catalog catch category cattle caught causal cause caution cautious cave caveat cd \
        celebrate cell cellular cement census cent centered centers centralize centrally centres century ceo \
        cepstral ceremony cert certain certificates certification certified cetera cfo ch cha chain chalk challenge \
        champagne champion chan chance change changeable changers channel character characteristic characterize \
        charge charities chase chat cheap cheat check checklists checkout cheers cheese chemical chemistry chemists \
        cheque chicken chief child childcare childhood childish children chill chimes chip chloroplast chocolate \
        choice choose chorus chose chosen christ christmas chunk church cilia circle circuit circulated \
        circumstances citation cited citizen city civic civil civilization cl claim clap clarification clarify \
        clarity class classic classical classify claustrophobia clay clean cleanliness clear clever click clickable \
        clients cliff climate clinics clip clock close closure cloth clouds clue clumsy cluster cluttering co coach \
        coal coastal code codebase coercive coffee cognitive coherent cohort coin cold collaborate collaboration \
        collaborative collapse collar collate colleague collect collection collective collector college colony color \
        colour colourful column com comb combat combination combine combustion come comfort comfortable comfortably \
        comfy command commend comment commentary commercial commissioned commit commitment committees common \
        communicate communication community comp compact companion company comparable comparative compare comparison \
        compassion compatibility compatible compelling compensate compensation compete competent competition \
        competitive competitor compile complain complaint complementary complete completion complex complexity \
        compliance compliant complicate complication complimentary compliments component composed composite compound \
        comprehensive compressed comprises compromise compulsory computation computational compute computerized con \
        conceived concentrated concentrating concentration concept conceptual concern concert concise conclude \
        conclusion concrete concur condense condition conditional conduct conferences confess confidence confident \
        confidential config configuration configure confined confirm confirmation conflated conflict confortable \
        confuse confusion congrats congratulate congratulations congregations conjunction conjure connect connection \
        connector conquer conquests conscience conscious consensus consent consequence consider considerable \
        considerably consideration consisted consistency consistent consists console consolidated consonants const \
        constant constituency constituent constitutes constrain constraint construct construction constructional \
        consult consultancy consultant consultation consume consumption contact contain contamination contemporary \
        content contest context contextual contiguous continent continental contingency contingents continual \
        continue continuity continuous contours contract contractor contrary contrast contribute contribution \
        contributor control controversial convenience convenient conventional conventionalized conventions \
        conversation conversational conversion convert convey convince cook cookie cool cooperate cooperation \
        coordinate cop cope copy copyright cord cordless core corner cornerback cornerstone coronavirus corpora \
        corporate corporations corpus correct correlate correlation correspond corridor cortex cost cosy cou couch \
        could couldn couldnt councils count countdown counteract counterparts country couple coupon course court \
        cover coverage cow coz cozy cr crack craft craftsmanship cramped crap crappy crash crazy cream create \
        creation creative creativity creator credible credit creep creepy crew crime criminal cringe crises crisis \
        crisp criteria criterion critic critical criticism criticizing crockery cross crowd crowdsource crucial \
        crude cruise crunch crux cry crypto crystal ctenophore cto cultural culture cumbersome cure curiosity \
        curious currency current curriculum curve curvy custom customise customizable customize cut cute cuz \
        cyanobacterium cycle cyclical cydippids cyl cylinder cytotoxic dad daddy daily damage damn dance dang \
        dangerous dark darkness darn dash dashboard dat data database dataset date daughter day de dead deadline \
        deal dealership dealt dear death debate debt debug dec decade decent decide decimal decision deck \
        declarations declare decline decompression decor decorated decrease dedicate deemed deep deepen default \
        defeat defend defense defensive deficit define definite definition definitive degree delay delete deliberate \
        delighted delightful deliver deliverable delivery delta dem demand demise demo democracy democrat \
        demographic demonetized demonstrate demonstration denied denominations denoted departed departments depend \
        dependency dependent deploy deployment deposit depression depth der derivative derived derives deriving \
        descendant describe description desert deserve design designated designation desire desk desktop despite \
        destination destroyed destruction detail detect detection detector determination determine determing \
        deterministic detours detriment detrimental devastating develop development deviate device devise devolved \
        devs di diagram dial dialogue dictate dictionary did didn didnt die diff difference different differentiate \
        difficult difficulty dig digit dignity diligence diligently dimension diminished dimming dining dinner dip \
        dir direct direction directional director directory dirty dis disabilities disabled disadvantage disagree \
        disappearing disappoint disappointment disc discard discipline disclosure discourage discourse discover \
        discovery discretion discriminate discuss discussion disease disfmarker disgusting dishes disk dislike \
        disobedience disobedients disparate dispatched dispensing display disposable disposal disproportionately \
        disrupt dissects distance distant distilled distinct distinction distinctive distinguish distracting \
        distribute distribution district disturb ditch dive divers diverse diversity divide dividend division diy dj \
        dm do doable doc doctor doctrine document documentary documentation does doesn doesnt dog doing dollar \
        domain domestic dominate don donated done dont doom door doorman dopamine doses dot double doubt dove \
        dovetail down downfall download downsampling downstairs downtown dozen draft drag drained drama dramatic \
        dramatically drastic draw drawbacks drawn dream drew drifted drill drink drive driven drivers driveway drop \
        drove drowned drug dry dual duck dude due dug dumb dumbass dump dunno duplicate duplication durability \
        durable duration during duty dvd dying dynamic dynamically dynamo dynasty ea each eager ear earlier earliest \
        earmark earn earth ease easier easiest easily easter easy eat eaten echo eco economic economist economy \
        ecosystem edge edit editor educate educational educator effect effective efficiency efficient effort egg ego \
        eh ehhh eight eighteen eighty either elaborate elasticity elderly elders elected election electric \
        electrical electricity electromagnetic electronic elegant element elementary elevator eleven eli eligibility \
        eligible eliminate elite else elsewhere em email embargo embedded embrace emerge emergency emission emit \
        emotion emotional empathize emphasis emphasize employ employee employment empty en enable enacted encode \
        encounter encourage encouragement encrypted encryption end endeavor endpoint energy enforcing engage \
        engagement engine enhance enhancements enjoy enjoyable enjoyment enlarge enormous enough ensure entered \
        entering enterprise entertained entertaining enthusiasm enthusiastic enti entire entirety entitled entity \
        entrance entrepreneurs entrepreneurship entry environment environmental envision ephemeral epic epidemics \
        epiphany episode equal equality equation equip equipment equity equivalent era erase erected ergonomic \
        erosion err erratically error es escape especially essay essence essential establish establishment estate \
        estimate estimation et etc etcetera ethnic ethnicity ev eval evaluate evaluation evasion even event eventual \
        ever every everybody everyday everyone everything everytime everywhere evidence evil evolution evolutionary \
        evolve ex exact exaggerated examinations example exams exceeded exceeding excellent except exception \
        exceptionally excessive exchange excited excitement exciting exclude exclusive excuse execute execution \
        executives exemptions exercise exhibit exist existence exit exotic exp expand expansion expect expectation \
        expedient expenditure expense expensive experience experiment experimental experimentation expertise experts \
        explain explanation explicit exploded exploding exploit exploitation exploration explore explosion exposed \
        exposure expressed expressing expression expressive extend extensible extension extensive extent exterior \
        external extinction extra extract extraction extraordinarily extraordinary extreme eye eyeballs fabulous \
        faced faces facilitate facility facing fact factor faculty fail failure fair fairness faith faithful fake \
        fall fallen false fam familiar familiarity family famous fan fancier fanciness fancy fantastic faq far fare \
        farm farther fascinated fascinating fashion fashionable fast father fault favor favorite favour favourite \
        fawr fear feasible feat feature fed federal fee feedback feel feet fell fella fellow felt female feminine \
        fetch few fi fiber fiction fiddling field fifteen fifth fifty fight figure file fill film filter filth \
        filthy final finances financial financing find fine finger fingerprint finish finite fire firm firmware \
        first fiscal fish fishers fit fitness five fix flag flagship flaky flame flashing flashy flat flattering \
        flavor flaw flawlessly fled fleshed flew flexibility flexible flight flip flipside floating floor flop flow \
        fluent fluffy fluid fly fm fo focus fold folk follow followers font foo food fools foot footprint for foray \
        force forcibly forecast foreground foreign foremost foresee foreseeable forever forget forgive forgot \
        forgotten fork form formal formalism format formation formative formula formulate formulation forth \
        fortunate forty forward fossil fought foul found foundations four fourth fps fr fraction fragile frame \
        framework franchise frankly fraud fraught free freedom freeze frequency frequent fresh fridge friend \
        friendliness frills fro from front frontend frontier fruit fruitful fruity frustrated frustrating \
        frustration ft ftw fuck fudge fuel fulfil full fully fun function functional functionality fund fundamental \
        fundraising funky funny furnished furnishings furniture further furthermore future fuzzy fyi gadget gain \
        gallon gambling game gang gap garage garbage garden gas gasoline gate gather gauge gave gear geek gelatinous \
        gem gender gene general generalization generalized generate generation generative generator generic generous \
        genetic geniuses gentle gentleman gentlemen genuinely geographic geographical geography gesture get giant \
        gif gift gig gigabytes gimme gimmick girl girlfriend github give giveaway given glad glass glaze glean \
        glitch global globe gloom glossy go goal goat god goes going gold golden gone gonna good goodbye goodness \
        gorgeous gosh got gotta gotten govern governance government governor gps grab grade gradually graduate grain \
        grammar grammatical grandchildren grandma grandpa grandparents grandson granola grant granular graph graphic \
        grappling grasp grateful gratitude grave gravitation gravity gray great green greenhouse grep grew grey grid \
        grind grocery grokking gross ground groundwork group groupmates grow grown growth guarantee guess guest \
        guidance guide guidelines guilty gun guts guy ha habit hack had hadn haha hahaha hahahaha hair hairy half \
        halfway halloween hallway hand handful handle handy hang hangers happen happily happy hard hardware harm \
        harsh has hasn hastily hatch hate hav have haven hazard hd he head headaches headline headphones \
        headquarters headset healthy hear heard heart heartbeat heat heaven heavily heavy hectare hedge hefty held \
        hell hello helmet help helpful her here hero herself hertz hes hesitant hesitate hesitation hey hhh hi \
        hidden hide hierarchical hierarchy high highlight highway hiking hilarious hill him himself hints hip hire \
        his historian historical history hit hm hmm ho hobby hold hole holidays holistic home homeless homelessness \
        homepage homework hone honor honour honourable hood hook hope hopeful hopeless horizon horrible horrified \
        horror horse hospital hospitality host hostile hot hotel hour house household housekeeper housekeeping how \
        however hr http hug huge huh human humanity hundred hungry hunting hunts hurry hurt husband hwy hybrid hype \
        hypothesis ice icon id idea ideal identical identification identify identity ideological idioms idiot idk if \
        ignore ill illegal illustrate illustration im image imaginable imagination imaginative imagine imho \
        immaculate immediate immense immigration immune immunosuppressive imo impact impactful impeccably imperative \
        imperial imperialism impersonal implement implementation implication implicit imply impor import importance \
        important imposed impossible impressed impression impressive improper improve improvement in inaccessible \
        inaccuracy inaccurate inadequate inapplicable incentives inception incidences inclined include inclusion \
        inclusive income incomplete incorporate incorrect increase incredible incredibly incremental incumbent \
        incurred indeed independent indicate indication indicator indie indirect indisputably individual industry \
        ineffective inefficient ineligible inequality infected infection infer inference infinite inflammation \
        inflection influence influential info inform informal information informational infra infrared \
        infrastructure infringement ingredients inhabitants inherent inheritance inherited initial initiate \
        initiative injected injury inner innocent innovating innovation innovative input inquire inquiry ins insane \
        insert inside insiders insight insignificant insist insistent insofar inspected inspection inspiration \
        inspirational inspire install installation instance instant instantiate instead institution institutional \
        instruct instruction instrumentation insufficient insult insurance int integer integral integrate \
        integration integrity intellectual intelligent intend intense intensity intent intention intentionally \
        interact interaction interactive interceptions interchangeable interest interfaces interfere interference \
        interior intermediate internal international internet interpret interpretation interpreters interrupt \
        interruption intersect intersection intervene intervention interview intimate into intonational intrigued \
        intro introduce introduction intuition intuitive inundated invalidates invaluable invasion invent invest \
        investigate investigation investigative investment investor invitation invite involve involvement iphone irl \
        ironing irony irritates irritating is ish island isn isnt isolated isolates isolation issue it itch item \
        itemize iterate iterations iterative its itself ive ivory ja jail january jealous jerky jesus jingles job \
        jog join joint joke journalism journalist journey joy joystick ju judge judgment juice jump junk \
        jurisdiction jus just justification justify kb keen keep kept kerfuffle kernel kettle key keyboard keynote \
        keyword ki kick kickstart kid kill kilometres kind kinda kinetic king kiss kitchen kitten km kn knew knock \
        know knowledge knowledgeable known la label laboratory labour labourers lack lady lag laid lake lame land \
        landmark landscape language lapel laptop large last late latency latter lattices laudable laugh laughter \
        launch laundry law lawful lawsuits lay layout lazy lead leadership leaked lean leap learn learners learnt \
        least leather leave leavers lectures led left legal legislate legislation legislative legit legitimacy \
        legitimate legs lemme lending lends length lens less lesson let level leverage levers lexical li liabilities \
        library licensed licensing lie life lifecycle lifestyle lift light lightweight lik like likewise limit \
        limitation line lineage linear linen linguist linguistic link lion liquid liquidity list listen listicle \
        listings lit literal literature lithium little live livestock lmao lmfao lmk lo load loan lobby local \
        localization locate location locator lock lockdown lodged log logic logical login logistics logo lol lolz \
        lonely long look lookin lookout loop loose lord lose loss lost lot loud love low ls luck luckily lucky \
        luggage lunch lunchtime lungs luxurious luxury lying machine machinery mad madam made magazine magic magical \
        magnet magnetic magnification magnitude maid mail main mainframe mainland mainstream maintain \
        maintainability maintainable maintenance major majority make male mall man manage manageable management \
        managers mandate mandatory manifest manifesto manipulate mantra manual manufactured manufacturer \
        manufacturing many map margins marked marker market marketplace marking marks marriage married masked \
        masking masks mass massive match material mates math mathematical matrices matrix matte mature maximum may \
        maybe mayor me meal mean meaningful meant meantime meanwhile measure measurement meat mechanical mechanics \
        mechanism media median medication medicines mediocre medium mee meet meetups member membrane meme memorable \
        memory men mental mentality mention mentor mentorship menu merchants merely merge merrier mess message messy \
        meta metal metaphor metaphorically meters method methodology metric mi mic microphone microservices \
        microwave mid middle middleware midst might migrate migration miked mikes mile mileage military milk \
        millimetres million milliseconds mind mindful mindset mine minging miniature minibar minimal minimalist \
        minimalistic minimize minimum minister minor minority mins minus minute mirror mischaracterizing \
        misconceptions misinformation misleading mismatch misread miss mission mistake mister misuse mitigate mix \
        mixture mm mmm mo mobile mock mode model modems moderate modern modifications modify modular module moist \
        mold molecular molecules mom moment momentum mommy monday monetary monetize money monitor monkey monochrome \
        monoliths monster month mood moon moral more moreover morning moron morphed mortality mortgage most mother \
        motherboard motherfucker motion motivate motivation motives motor motorcycle motto mount mountain mouth move \
        movedand movement movie mpg mph mu much multi multifunctional multilingual multiple multiplication multiply \
        mum murdered music musical must mute mutual mvp my myself na nah nail naive name narrative narrow nasty \
        nationalization native natural nature nav navigate navigation ne near nearby neat necessarily necessary \
        necessity need needlessly negate negative neglect negligence negligible negotiate negotiations nei \
        neighborhood neither nerd nerdy nested net network neural neurons neuroscience neutral never nevertheless \
        new newcomers newsletter newspaper next ni nice niche night nightmare nighttime nine nineteenth ninety nnn \
        no nobody nod noise noisy nominal non none nonetheless nonspeech nonstop nonvocalsound noon nope nor norm \
        normal normalization normalize nose nostalgia nostalgic not nota notable notably notation notch note \
        notebook notepad nothing notice notification notified notion noun novel now nowadays nowhere npc npm nsfw \
        nuances nuclear nucleus nudge nuh null number numerous nursery nursing nuts nvm object objective obligated \
        obligation observable observation observe obsessed obsessing obstacle obstruction obtain obvi obvious oc \
        occasional occasions occupied occur odd of off offence office official offload offset often oftentimes oh \
        oil ok okay okey ol old omg omitted on once one ongoing onl online only onto ontology onward ooh oops op \
        open opera operate operation operational operator opinion opinionated opportunity opposed opposite \
        opposition ops opt optimal optimistic optimization optimize option optional opulent or orange orbital order \
        ordinary organisation organised organisms organization organizational organize orientation oriented origin \
        original originated oth otherwise ou ouch ought our ourself ourselves out outbreak outcome outdated outdoors \
        outlets outlier outline output outrageous outro outset outside outstanding oval over overall overbooked \
        overcome overhead overlap overlooked overlooking overnight overpriced override overseas oversight overview \
        overwhelmed owe own ownership oxygen pack package packets pad page paid pain painful painless paint pair pan \
        pandemic panel pants paper par paradigm parallel parameter paraphrase parasite parent parental parity park \
        parse part partial participant participate participation particular parties partner partnership pass \
        passenger passion passionate passive password past paste pastoral patch patent path pathway patient pattern \
        pause paved pay payment payroll pc pe peace peak pedal pedestal pedestrian peeling peers pen penalty pending \
        peo people per perceive percent percentage perception perfect perfection perform performance performant \
        perhaps period permanent permission persistent person personal personality personalized perspective \
        persuaded pertinent perusing pestis petition pharmacist pharmacy phase phenomena phenomenal phenomenon \
        philosophical philosophy phone phoneme phonetic photography phrase phylum physical physician physics \
        physiological pick picky pics picture pie piece pig pillows pilot ping pink pioneered pioneering pipe \
        pipeline pique pistol pitch pity pivot pixels pizza place placement plague plain plan plane plant plastic \
        plate platform plausible play plea plead pleasant please pleasure pledge plenty plot pls plug plugin \
        plumbing plural plus plz pm pocket pod podcast poem poet poetry point pointless poisoning poisonous poke \
        police policy political politician politics pool poor pop popular popularity popularized populate population \
        populous pork port portable portal portfolio portion pos position positional positive posits possibility \
        possible possibly post posterior postgraduate postponing pot potential pov poverty power powerful pr \
        practicality practically practice practitioner pragmatic praise pray pre precedence preceding precise \
        precision precursor predecessors predict predictability predictable predictive predominantly prefer \
        preferable preference preliminary premature premiers premise prep preparation prepare prepositional \
        preprocessing prescribed prescription prescriptive presence present presentation preserve president press \
        pressure presumably pretend pretty prevent previous price pricey pride prideful primarily primary prime \
        primitive prince princess principal principle print prior prioritizing priority prison private privilege \
        proactive probability probably probes problem problematic procedural procedure proceed proceedings process \
        processor procuring prod produ produce product production productive productivity profession professional \
        professor profile profit profitable profound program programmable programmatically programme progress \
        progressive prohibit prohibitive projectile projections projects prolonged prominent promise promo promote \
        prompt pronoun pronounce pronunciation proof propelled proper property proponent proportion proposal propose \
        proprietary proprietors props pros prose prosodic prosody prospects protect protection proteins protest \
        protocols prototype proud prove proven provide provinces provincial provision provisional proxy prudent \
        pruning ps psychological pub public publication publish pull pump pun punch puppy purchase pure purple \
        purpose pursue push put qu quadrants quaint qualification qualify quality quantity quantum quarantine \
        quarter queen query quest question questionable questionnaire queue quick quiet quirks quit quite quot \
        quotation quote r rabbit race rack radar radio radius rage railways rain rainforest raise rake ramble \
        ramping ran random rang range rank rant rapid rare rate rather ratio rational rationale rattles rattling \
        ravaged raw re reach reacted reactive reactivity reacts read readability readable readiness readme ready \
        real realistic realistically reality realize realm reason reasonable reasonably reassure reboot rebranded \
        rebuild rebuilt rec recalculate recalibrate recall receipt receive recent reception receptionists receptors \
        recharge recipe recipients recognisable recognise recognition recognizable recognize recollection recommend \
        recommendation reconsider record recover recovery recruit rectify recurrent recurring recursion red \
        redeeming redesigned redirect redo reduce reduction ref refactor reference referendum referent referrals \
        refined refining reflect reflection reform refrain refreshing refrigerator refurbed refuse regain regard \
        regardless regime region regional register registration regression regressive regret regular regulated \
        regulation regulatory reign reinforced reintroduced reiterate reject relate relation relationship relative \
        relaxing releasable release relegated relentlessly relevance relevant reliability reliable reliance reliant \
        relief relieve religion rely remain remainder remarkable remarks remember remind remit remnants remo remote \
        removal remove renamed renaming render renovated renovation rent reopening repair repeat repeatedly \
        repetitive replace replacement replica replicate reply repo report repository represent representation \
        representative repressed reproduce republican reputation request require requirement reread reroute rerun \
        rescue research resemble reservation reserved reset resident residential resignation resilience resiliency \
        resistance resisted resolution resolve resonated resonates resource resourceful respect respective respond \
        response responsibility responsible responsive rest restart restaurant restore restricted restrictions \
        restrictive resturant result resume retention retired retractable retrain retreat retro retrospect return \
        reuse reveal revenues reverberation reverse review revised revising revisit reward rewrite rewritten \
        rhetorical rhymed ri rich rid ridden ride ridiculous riff rig right rightfully rigid rigorous ring rip rise \
        risen risk risky rival river road robot robotic robust robustness rock rocket rode rofl role roll roof room \
        roomy root rot rotate rough round route routine row rpg rpm rt rub rubbery rude rugged ruin rule rumors run \
        rung runtime runway rural rush sa sacrifice sad safe safeguards said sake salary sale salespeople \
        salespersonship salient same sample saner sang sarcastic sassy sat satellite satisfaction satisfactory \
        satisfy savage save saw say scale scan scared scares scary scenario scene sceptical schedule schema \
        schematic scheme scholar school scientific scientist scope score scratch screen screenshot screwdriver \
        screwed script scroll scrutinise scrutiny scum se seafood seamless search season seasonal seat sec second \
        secondary secret section sector secure security sedan see seek seem seemingly seen segment segmentation \
        segue select selection selective selectors self selfish sell sem semantic semantically semester semi senator \
        send senior sense sensible sensitive sensor sent sentence separate separation sequence sergeant series \
        serious servant serve service session set settle settlement settlers setup seven seventeen seventh seventy \
        several severe sexy sh shade shadow shaken shaking shall shallow shame shampoo shape share shareable \
        shareholder sharp she sheep sheet shell shelters shift shiny ship shirt shit shitty shock shoes shoot shop \
        short shortage shortcut shorthand shot should shoulders shouldn shouldnt shout show shown shrink shut shy \
        sick sickness side sight sign signal signature significant silence silent silly silver sim similar simple \
        simplicity simplify simplistic simply simulate simulation simultaneously sin since sing single sink sir \
        sister sit site situation six sixteen sixth sixty size skeptical sketch skill skillsets skin skip sky slash \
        sleek sleep slept slice slick slide slight slinging slip slogan slot slow small smart smell smh smile smoke \
        smooth snacks snake snapshot snow so soap social societies sodium sofa soft software solar sold soldiers \
        sole solidarity solution solve some somebody someday somehow someone something sometime somewhat somewhere \
        son song soon sophisticated sor sorry sort sorta sought soul sound source sp space spaceships spacious \
        spaghetti span spare spatial spea speak spec special specialist specialize specialty species specific \
        specifically specification specificity specify spectacular spectral spectrum speculation speech speed \
        speedometer speedy spell spend spent sphere spike spilt spin spirit spiritual spite spits splinters split \
        spoil spoke spoken sponges spongy sponsor spontaneously sport sporty spot spotless spouse spray spread \
        spreadsheet spring sq square squeaks squeeze squint squishy stability stable staff stage stained stake \
        stakeholders stale stance stand standard standardized standpoint star stark start startup state statement \
        static statically station stats status statutory stay steadily steady steak steal steam steel steep steer \
        stem step stereo stereotype sti stick sticky still stinks stock stood stop storage store storm story \
        storytelling straight straightforward strain strange strategic strategist strategy stream streamlined street \
        strength strengthen stress stretch strict strike string stripped strive strokes strong struck structural \
        structure struggle stuck student study stuff stumbled stumped stupid style stylish su sub subcommands \
        subdivision subject subjective submission submitted subscribe subscription subsequent subset subsidy \
        substance substandard substantial substituting subtract subtraction suburban suburbs subway succeed success \
        successful successor such suck sudden sue suffer suffice sufficient sugar suggest suggestion suicide suit \
        suitability suitable suite sum summarize summary sun sunlight sup superb superficial superior supermarket \
        superpowers supervision supplement supplementary suppliers supply support supporters supportive suppose \
        surcharge sure surface surge surgical surprise surround surveillance survey survive susceptible suspect \
        suspend sustain sustainability sustainable swam swap swear sweeping sweet swiftly swim swinging swipe switch \
        sympathetic symptoms sync synch synchronous syndrome syntactic syntactically syntax synthesis synthesized \
        system systemic tab table tack tackle tactics tad tag tagline tail tailored take takeaway taken talented \
        talents talk tall tandem tangent tangled tank tantalizing tap tape target task taste tasteful tasty taught \
        tax taxation taxpayers tbh te tea teach team teamwork tears tease tech technical technicians technique \
        technological technologist technology tedious teens teeth telephone teletext televised television tell telly \
        temperature template temporal temporarily temporary tempted tempting ten tend tendency tense tension \
        tentacles tentative term terminal terminology terrain terrestrial terrible terribly terrific territorial \
        territory test testimony text textbook th tha than thank thankful thankfulness thanksgiving thanx that thaw \
        the theater thee their them theme themselves then theorem theoretical theorized theory therapy there \
        thereafter thereby therefore thermostat these thesis they theyre theyve thi thick thickness thin thingy \
        think third thirteen thirty tho thorough those though thought thoughtful thousand thread threat threatened \
        three threshold threw thrilled thrilling thrive throttle through throughout throughput throw throwback \
        thrown thru thumb thus thx ti tick ticket tide tidy tie tiger tight til till time timeframe timeline tiny \
        tip tired tirelessly tires tissue titanium title tldr to tobacco today toe together toilet token told \
        tomorrow ton tone tongue tonight tonnes too took tool toolbox toolchain toothpaste top topic total touch \
        tough tour tourism tourist toward towels town toy tr tra trace track tract traction tractor trade tradeoffs \
        tradition traditional traffic trafficking tragedy tragic trail train trajectory tranny trans transactional \
        transcribe transcribers transcript transcription transfer transform transformation transit transition \
        translate translation transmission transmitter transmitting transparency transparent transpired transpires \
        transplant transportation trapped traps trash travel travelers treat tree tremendous trend trendy trial \
        triangle tribe trick trickier tricky triggers trillion trip triple trivial troll troops trouble truck true \
        truly trunk trust truth try ts tsk tube tuition tune tunnel turbine turn tutorial tv tw tweak tweet twelve \
        twenty twice twin two tying type typical typo u ubiquitous ugh ugly uh ultimately um umbrella un unable \
        unacceptable unattractive unavailable unaware unbreakable uncertain uncertainty uncle unclear uncomfortable \
        uncomfortably uncommon uncurved under undergoing undergraduate underground underlining underlying underneath \
        underpinned underpinning underrated underrepresented understand understandable understatement understood \
        undertake undertaken underway unelected unequal unequivocal unexpected unfamiliar unforgiving unfortunate \
        unhealthy unheard unhelpful unified uniform uninspired unintelligible unintended unintentional unions unique \
        uniqueness unit universal universe university unjust unknown unless unlike unnatural unnecessarily \
        unnecessary unpack unplug unprecedented unrealistic unrelated unreliable unstable unstuck unsub unsuccessful \
        unsuitable until unused unusual unwell up upcoming update upfront upgrade upheld upload upon upper upscale \
        upset upside upskill uptime upwards ur urge urgent urine us usability usable usage usb use useable useful \
        usefulness useless username usual utility utilized utilizing utterance utterly vacation vacuum vaguely valet \
        valid validate validation valuable value vanilla vanity variability variable variance variant variation \
        variety various vary vast vector vegetable vegetation vehicle vein velocity vendors ventilation venture ver \
        verb verbal verbatim verbose verge verification verify versatile versatility version versus vertical very \
        veteran via viability viable vibe victims victory video videoconference view viewable viewport village \
        vineyards violence violent vip virtual virus visibility visible vision visit visual visualize vital vlog \
        vocabulary vocalsound vocational voice volume voluntary volunteer vomit von vote vouch vr vs vulnerabilities \
        vulnerable wa wage wait waiters wake walk walls wanna want war warehouse warfare warmer warming warned \
        warning warts wary was wash wasn wasnt waste wasteful watch water wave waveform wavelengths way we weak \
        wealth wealthy wear weather web webinar website wedge wee week weekend weight weird welcome welding well \
        went were weren wh wha what whatever whatnot whatsoever whe wheel when whenever where whereas whereever \
        wherever whether whi which whichever while whilst whistles white whiteboard whittle who whoever whole whom \
        whomever whose why wi wide widescreen widespread widgets width wife will win wind window windshield wine \
        wings winter wiped wire wireless wise wish with withdraw within without witness wives woke wolf woman women \
        won wonder wonderful wont wood wooden wool wor word wore work workflow workforce workloads workplace \
        workshop workspace world worldview worry worse worst worth worthwhile wou would wouldn wouldnt wow wrap \
        write written wrong wrote wtf xd ya yak yall yards yay yds ye yea yeah year yell yellow yep yes yesterday \
        yet yield yn yo you young your youre yourself youth youtuber youve yup zap zen zero zillion zone zoo
        """
}
