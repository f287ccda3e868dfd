/// What the identifier knows of each language: its most frequent words, most frequent first, and a few lines of text (the
/// first article of the Universal Declaration of Human Rights and plain sentences). Both train the model of its letters. Kept here by
/// hand; no script makes them.
package struct LanguageSample: Sendable {
    let language: String
    let words: String
    let text: String

    /// The most frequent words of a language; empty for one that there is no sample of.
    package static func frequentWords(of language: String) -> Set<String> { frequent[language] ?? [] }

    private static let frequent: [String: Set<String>] = Dictionary(
        [latin, cyrillic, arabic, devanagari].joined().map { sample in
            (sample.language, Set(words: sample.words))
        }, uniquingKeysWith: { $0.union($1) })

    static let latin: [LanguageSample] = [
        LanguageSample(
            language: "en",
            words: """
                the of and to a in is that it was for on are with as i his they be at one have this from or had by not but what \
                all were we when your can said there use an each which she do how their if will up other about out many then them \
                these so some her would make like him into time has look two more go see no way could people my than first been \
                who its now find long down did get come made may after also he you hello new because very just its it's don't \
                should between through where here good know back only work year most over
                """,
            text: """
                All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience and \
                should act towards one another in a spirit of brotherhood. The weather was cold this morning, so we stayed at home \
                and wrote letters to our friends. What did the company announce at the meeting yesterday? Nothing of what you \
                thought has happened, although everything might still change before the end of the week.
                """),
        LanguageSample(
            language: "de",
            words: """
                der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass \
                sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man \
                sein wurde sei ich wir ihr du mich was wenn kann hier diese dieser keine schon sehr gut unter gegen vom jahr zwei \
                jahre heute müssen können immer alle wieder
                """,
            text: """
                Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt und sollen \
                einander im Geiste der Brüderlichkeit begegnen. Das Wetter war heute Morgen kalt, deshalb blieben wir zu Hause und \
                schrieben Briefe an unsere Freunde. Was hat die Gesellschaft gestern auf der Sitzung angekündigt? Möglicherweise ändert \
                sich noch alles vor dem Ende der Woche.
                """),
        LanguageSample(
            language: "fr",
            words: """
                de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont avec ou son aux mais \
                comme d l on tout nous sa été cette elle ont ces si être leur même fait deux vous je y aussi bien où sans peut était \
                entre après ainsi encore depuis très c'est qu'il j'ai n'est quand quoi avant faire dont moi toujours année monde
                """,
            text: """
                Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et de conscience et \
                doivent agir les uns envers les autres dans un esprit de fraternité. Il faisait froid ce matin, alors nous sommes restés \
                à la maison et nous avons écrit des lettres à nos amis. Qu'est-ce que la société a annoncé hier pendant la réunion? Peut-être \
                que tout changera avant la fin de la semaine.
                """),
        LanguageSample(
            language: "es",
            words: """
                de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le ha me si sin sobre este ya \
                entre cuando todo esta ser son dos también fue había era muy años hasta desde está mi porque qué sólo han yo hay vez \
                puede todos así nos ni parte tiene él uno donde bien tiempo mismo ese ahora cada vida otro después te otros aunque esa eso \
                hace otra gobierno tan durante siempre día
                """,
            text: """
                Todos los seres humanos nacen libres e iguales en dignidad y derechos y, dotados como están de razón y conciencia, deben \
                comportarse fraternalmente los unos con los otros. Hacía frío esta mañana, así que nos quedamos en casa y escribimos cartas \
                a nuestros amigos. ¿Qué anunció ayer la empresa en la reunión? Quizás todo cambie antes del fin de la semana.
                """),
        LanguageSample(
            language: "it",
            words: """
                di che e la il un a per in una è non sono da del le si con i della ha come nel più ma al dei anche lo alla gli se ho \
                su o dal delle questo ci cosa io mi sua suo essere stato quando due dalla nella questa era hanno fra perché molto anni solo \
                tutti tutto fatto dopo ancora quello chi loro degli ai alle sul nei prima così sempre dove oggi oppure senza può
                """,
            text: """
                Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti. Essi sono dotati di ragione e di coscienza e devono \
                agire gli uni verso gli altri in spirito di fratellanza. Questa mattina faceva freddo, quindi siamo rimasti a casa e abbiamo \
                scritto lettere ai nostri amici. Che cosa ha annunciato ieri la società durante la riunione? Forse tutto cambierà prima della \
                fine della settimana.
                """),
        LanguageSample(
            language: "pt",
            words: """
                de a que o e do da em um para com não uma os no se na por mais as dos como mas ao ele das à seu sua ou quando muito nos \
                já eu também só pelo pela até isso ela entre era depois sem mesmo aos ter seus quem nas me esse eles você essa num nem suas \
                meu às minha têm numa pelos elas qual foi são está ser tem há fazer anos ainda onde bem pode agora sobre
                """,
            text: """
                Todos os seres humanos nascem livres e iguais em dignidade e em direitos. Dotados de razão e de consciência, devem agir uns \
                para com os outros em espírito de fraternidade. Esta manhã estava frio, por isso ficámos em casa e escrevemos cartas aos \
                nossos amigos. O que anunciou ontem a empresa na reunião? Talvez tudo mude antes do fim da semana. Não há informações.
                """),
        LanguageSample(
            language: "nl",
            words: """
                de van het een en in is dat op te zijn met voor die niet aan er om ook als dan maar bij door uit nog naar worden ze wordt \
                hij werd of over hebben heeft tot was ik je we deze dit kan zo geen al wat meer jaar zich wel hun had moet na onder haar \
                mijn veel waar toen alle tegen goed mensen twee moeten nu zou kunnen wij hoe mij ons
                """,
            text: """
                Alle mensen worden vrij en gelijk in waardigheid en rechten geboren. Zij zijn begiftigd met verstand en geweten, en behoren \
                zich jegens elkander in een geest van broederschap te gedragen. Het was koud vanmorgen, dus bleven we thuis en schreven brieven \
                aan onze vrienden. Wat heeft het bedrijf gisteren op de vergadering aangekondigd? Misschien verandert alles nog voor het einde \
                van de week.
                """),
        LanguageSample(
            language: "sv",
            words: """
                och i att det som en på är av för med till den har de inte om ett han men var jag sig från vi så kan när år under också \
                efter eller nu sin där vid mot ska skulle kommer ut får finns vara hade alla andra mycket än här då sedan över bara in blir \
                upp även vad få två hon man mig du denna dessa
                """,
            text: """
                Alla människor är födda fria och lika i värde och rättigheter. De är utrustade med förnuft och samvete och bör handla gentemot \
                varandra i en anda av broderskap. Det var kallt i morse, så vi stannade hemma och skrev brev till våra vänner. Vad meddelade \
                företaget igår på mötet? Kanske ändras allt före veckans slut.
                """),
        LanguageSample(
            language: "da",
            words: """
                og i at det er en til på som af for de med der den ikke har et jeg om var han men sig så kan fra vi eller ved også skal \
                hun nu efter år over bliver ud når være mange havde under op vil hvor kun blev meget alle hvis noget mod to mere end dem \
                her da ind mig hvad skulle dette du man selv
                """,
            text: """
                Alle mennesker er født frie og lige i værdighed og rettigheder. De er udstyret med fornuft og samvittighed, og de bør handle \
                mod hverandre i en broderskabets ånd. Det var koldt i morges, så vi blev hjemme og skrev breve til vores venner. Hvad meddelte \
                selskabet i går på mødet? Måske ændrer alting sig før ugens slutning.
                """),
        LanguageSample(
            language: "nb",
            words: """
                og i det som en er på til av for at med de den har han ikke om et jeg fra var så men seg vi kan etter eller ved også skal \
                hun nå år over blir ut når være mange hadde under opp vil hvor bare ble mye alle hvis noe mot to mer enn dem her da inn meg \
                hva skulle dette du man selv dere noen
                """,
            text: """
                Alle mennesker er født frie og med samme menneskeverd og menneskerettigheter. De er utstyrt med fornuft og samvittighet og bør \
                handle mot hverandre i brorskapets ånd. Det var kaldt i morges, så vi ble hjemme og skrev brev til vennene våre. Hva kunngjorde \
                selskapet i går på møtet? Kanskje endrer alt seg før slutten av uken.
                """),
        LanguageSample(
            language: "fi",
            words: """
                ja on ei se että oli hän ovat mutta joka kun myös sen niin ole mukaan kuin jos tai vuonna voi ollut hänen sitä jo olla nyt \
                vain minä ne mitä siitä sekä tämä kanssa ennen jälkeen vielä sitten koska minun mikä kaikki näin paljon hyvin olen me he \
                siis eivät tämän jotka
                """,
            text: """
                Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan. Heille on annettu järki ja omatunto, ja heidän on \
                toimittava toisiaan kohtaan veljeyden hengessä. Tänä aamuna oli kylmä, joten jäimme kotiin ja kirjoitimme kirjeitä \
                ystävillemme. Mitä yhtiö ilmoitti eilen kokouksessa? Ehkä kaikki muuttuu ennen viikon loppua.
                """),
        LanguageSample(
            language: "pl",
            words: """
                i w na z się do nie że to jest o od po jak za dla przez oraz był co tym a tego ale są jego te być które który może tak już \
                czy ich jej tylko było pod przed bardzo także lub jako między tej roku ze gdy będzie została ma go mi mnie my wszystko \
                jeszcze kiedy sobie nas bez
                """,
            text: """
                Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni rozumem i sumieniem i powinni \
                postępować wobec innych w duchu braterstwa. Dziś rano było zimno, więc zostaliśmy w domu i pisaliśmy listy do naszych \
                przyjaciół. Co wczoraj ogłosiła spółka na zebraniu? Być może wszystko zmieni się przed końcem tygodnia.
                """),
        LanguageSample(
            language: "cs",
            words: """
                a v se na je že to s z i o do za ve k pro by jsem jako ale po si jeho nebo jak byl které od aby který jsou ještě však jen \
                tak už podle co bylo také při při tím mezi tento když roku může ze jeho byla kde před být než má své ani její tom její která
                """,
            text: """
                Všichni lidé se rodí svobodní a sobě rovní co do důstojnosti a práv. Jsou nadáni rozumem a svědomím a mají spolu jednat v duchu \
                bratrství. Dnes ráno bylo chladno, a tak jsme zůstali doma a psali dopisy přátelům. Co společnost včera oznámila na schůzi? \
                Možná se všechno změní před koncem týdne.
                """),
        LanguageSample(
            language: "sk",
            words: """
                a v sa na je že to s z aj o do za vo k pre by som ako ale po si jeho alebo byť bol ktoré od aby ktorý sú ešte však len tak \
                už podľa čo bolo tiež pri tým medzi tento keď roku môže zo bola kde pred než má svoje ani jej tom ktorá nie
                """,
            text: """
                Všetci ľudia sa rodia slobodní a sebe rovní, čo sa týka ich dôstojnosti a práv. Sú obdarení rozumom a svedomím a majú navzájom \
                konať v bratskom duchu. Dnes ráno bolo chladno, preto sme zostali doma a písali sme listy priateľom. Čo spoločnosť včera \
                oznámila na schôdzi? Možno sa všetko zmení pred koncom týždňa.
                """),
        LanguageSample(
            language: "hu",
            words: """
                a az és hogy nem is egy volt ez meg csak de el van már mint vagy ha még ki fel le azt ezt ami akkor után szerint amely lehet \
                minden nagy majd kell több között sem mert volna be két én te ő mi én olyan így amit ahol ezek azok lesz első
                """,
            text: """
                Minden emberi lény szabadon születik és egyenlő méltósága és joga van. Az emberek, ésszel és lelkiismerettel bírván, egymással \
                szemben testvéri szellemben kell hogy viseltessenek. Ma reggel hideg volt, ezért otthon maradtunk és leveleket írtunk a \
                barátainknak. Mit jelentett be tegnap a társaság az ülésen? Talán minden megváltozik a hét vége előtt.
                """),
        LanguageSample(
            language: "ro",
            words: """
                de și în a la cu nu o că este pe un din care mai pentru ce să au sau ca fi prin s-a dar al ale se lui după era fost ar am \
                sunt iar când între acest această foarte doar fără până doi ani tot unui unei lor avea poate
                """,
            text: """
                Toate ființele umane se nasc libere și egale în demnitate și în drepturi. Ele sunt înzestrate cu rațiune și conștiință și \
                trebuie să se comporte unele față de altele în spiritul fraternității. Azi dimineață a fost frig, așa că am rămas acasă și am \
                scris scrisori prietenilor noștri. Ce a anunțat ieri compania la ședință? Poate că totul se va schimba înainte de sfârșitul săptămânii.
                """),
        LanguageSample(
            language: "tr",
            words: """
                ve bir bu da de için ile o çok ne daha gibi en kadar olarak var olan sonra ama ben onun değil her mi ki yok şey diye ise \
                sen biz onu bana iki göre zaman nasıl veya neden içinde ancak kendi büyük olduğunu olduğu tarafından yıl yeni bunu
                """,
            text: """
                Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler ve birbirlerine karşı kardeşlik \
                zihniyeti ile hareket etmelidirler. Bu sabah hava soğuktu, bu yüzden evde kaldık ve arkadaşlarımıza mektup yazdık. Şirket dün \
                toplantıda ne açıkladı? Belki haftanın sonundan önce her şey değişir.
                """),
        LanguageSample(
            language: "hr",
            words: """
                i je u se na da za su od s o kao koji iz ili što te ali bi koje po ne sve nije samo to do prema kako bio može biti koja \
                nakon više već tako zbog kada jer još bila godine njegov između sam mi ako ih ga gdje uz
                """,
            text: """
                Sva ljudska bića rađaju se slobodna i jednaka u dostojanstvu i pravima. Ona su obdarena razumom i sviješću i trebaju jedna prema \
                drugima postupati u duhu bratstva. Jutros je bilo hladno, pa smo ostali kod kuće i pisali pisma svojim prijateljima. Što je tvrtka \
                jučer objavila na sastanku? Možda će se sve promijeniti prije kraja tjedna.
                """),
        LanguageSample(
            language: "sl",
            words: """
                in je v se na da za so ki z pa tudi po s bi ne kot o od iz še do pri ali ko lahko to že ker kako več le bil ni bo biti \
                nad med leta svoje smo tako ga njegov sem si pred
                """,
            text: """
                Vsi ljudje se rodijo svobodni in imajo enako dostojanstvo in enake pravice. Obdarjeni so z razumom in vestjo in bi morali ravnati \
                drug z drugim kakor bratje. Danes zjutraj je bilo mrzlo, zato smo ostali doma in pisali pisma prijateljem. Kaj je podjetje včeraj \
                objavilo na sestanku? Mogoče se bo vse spremenilo pred koncem tedna.
                """),
        LanguageSample(
            language: "et",
            words: """
                ja on ei et ta oli see kui ka mis oma ning aga või nii ma kes siis veel selle nagu tema üks pärast sest juba olid ole \
                seda aasta väga kuid välja peale üle kõik enne nad saab mida
                """,
            text: """
                Kõik inimesed sünnivad vabadena ja võrdsetena oma väärikuselt ja õigustelt. Neile on antud mõistus ja südametunnistus ja nende \
                suhtumist üksteisesse peab kandma vendluse vaim. Täna hommikul oli külm, seepärast jäime koju ja kirjutasime sõpradele kirju. Mida \
                teatas ettevõte eile koosolekul? Võib-olla muutub kõik enne nädala lõppu.
                """),
        LanguageSample(
            language: "lv",
            words: """
                un ir no ar uz par ka kas tika bija pēc kā arī lai to vai gada bet tas nav pie viņš šī tā ko līdz vairāk savu tikai būt \
                starp šo kur pirms jau gadā tiek
                """,
            text: """
                Visi cilvēki piedzimst brīvi un vienlīdzīgi savā pašcieņā un tiesībās. Viņi ir apveltīti ar saprātu un sirdsapziņu, un viņiem \
                jāizturas citam pret citu brālības garā. Šorīt bija auksti, tāpēc mēs palikām mājās un rakstījām vēstules draugiem. Ko uzņēmums \
                vakar paziņoja sanāksmē? Varbūt viss mainīsies pirms nedēļas beigām.
                """),
        LanguageSample(
            language: "lt",
            words: """
                ir į yra kad iš su buvo tai bet kaip o jo dėl apie taip ne po už metų nuo prie kurie tik jis ar jau savo gali būti ji \
                kai dar pat per tarp iki šis
                """,
            text: """
                Visi žmonės gimsta laisvi ir lygūs savo orumu ir teisėmis. Jiems suteiktas protas ir sąžinė ir jie turi elgtis vienas kito \
                atžvilgiu kaip broliai. Šįryt buvo šalta, todėl likome namie ir rašėme laiškus draugams. Ką vakar susirinkime paskelbė bendrovė? \
                Galbūt viskas pasikeis iki savaitės pabaigos.
                """),
        LanguageSample(
            language: "ca",
            words: """
                de la i el que a en un per les del els va al una és amb no es com més seva seu dels però són o també aquest aquesta ha \
                sobre entre molt quan fins ser hi ho està pel qui tot anys van on perquè
                """,
            text: """
                Tots els éssers humans neixen lliures i iguals en dignitat i en drets. Són dotats de raó i de consciència, i han de comportar-se \
                fraternalment els uns amb els altres. Aquest matí feia fred, així que ens vam quedar a casa i vam escriure cartes als nostres \
                amics. Què va anunciar ahir l'empresa a la reunió? Potser tot canviarà abans de la fi de la setmana.
                """),
        LanguageSample(
            language: "id",
            words: """
                yang dan di dengan untuk dari pada ini itu dalam tidak akan adalah ke juga oleh ada saya mereka karena atau \
                telah sebagai bisa kami dapat lebih seperti sudah tahun anda orang dia bahwa menjadi kita satu secara tersebut \
                harus ketika banyak saat kepada boleh daripada bagi negara hari lagi tetapi kata bukan tak sangat aku kamu apa \
                mau sampai masih semua jangan bagaimana kalau
                """,
            text: """
                Semua orang dilahirkan merdeka dan mempunyai martabat dan hak-hak yang sama. Mereka dikaruniai akal dan hati nurani dan hendaknya \
                bergaul satu sama lain dalam semangat persaudaraan. Pagi ini udara dingin, jadi kami tinggal di rumah dan menulis surat kepada \
                teman-teman kami. Apa yang diumumkan perusahaan kemarin dalam rapat?
                """),
        LanguageSample(
            language: "vi",
            words: """
                và của là có trong được cho các không một với những người này khi đã để đến từ về tôi cũng như nhưng ra vào ở năm trên \
                sau thì nhiều hay bị lại sẽ rất chỉ nước làm phải đó
                """,
            text: """
                Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền. Mọi con người đều được tạo hóa ban cho lý trí và \
                lương tâm và cần phải đối xử với nhau trong tình bằng hữu. Sáng nay trời lạnh nên chúng tôi ở nhà và viết thư cho bạn bè. Hôm qua \
                công ty đã thông báo điều gì trong cuộc họp?
                """),
        LanguageSample(
            language: "sq",
            words: """
                të e në dhe i për me që një nga u se është ka do si më nuk janë ishte por kjo ky pas tij kur duke edhe tyre mund ai \
                shumë vetëm gjatë
                """,
            text: """
                Të gjithë njerëzit lindin të lirë dhe të barabartë në dinjitet dhe në të drejta. Ata kanë arsye dhe ndërgjegje dhe duhet të sillen \
                ndaj njëri tjetrit me frymë vëllazërimi. Sot në mëngjes ishte ftohtë, prandaj qëndruam në shtëpi dhe u shkruam letra miqve tanë.
                """),
        LanguageSample(
            language: "af",
            words: """
                die van en in is het dat nie om te 'n met vir op sy was hy wat as ook aan aan by sal kan ek word hulle deur een na uit ons \
                maar daar sê moet baie toe jaar hierdie
                """,
            text: """
                Alle menslike wesens word vry, met gelyke waardigheid en regte, gebore. Hulle het rede en gewete en behoort in die gees van \
                broederskap teenoor mekaar op te tree. Dit was vanoggend koud, daarom het ons tuis gebly en briewe aan ons vriende geskryf.
                """),
        LanguageSample(
            language: "sw",
            words: """
                ya na wa kwa ni katika za la kuwa cha hii kama si hiyo lakini pia yake kwamba watu au huyo mwaka moja baada sana hivyo \
                yao wake ili hapo wengi alikuwa
                """,
            text: """
                Watu wote wamezaliwa huru, hadhi na haki zao ni sawa. Wote wamejaliwa akili na dhamiri, hivyo yapasa watendeane kindugu. Leo \
                asubuhi kulikuwa na baridi, kwa hiyo tulibaki nyumbani na kuandika barua kwa marafiki zetu.
                """),
        LanguageSample(
            language: "tl",
            words: """
                ang ng sa na mga at ay ito si para ni hindi siya kung may isang kanyang niya nila ako ka rin din nang mula kay bilang \
                lang ko mo pa po
                """,
            text: """
                Ang lahat ng tao'y isinilang na malaya at pantay-pantay sa karangalan at mga karapatan. Sila'y pinagkalooban ng katwiran at budhi \
                at dapat magpalagayan ang isa't isa sa diwa ng pagkakapatiran. Malamig kaninang umaga kaya nanatili kami sa bahay.
                """),
        LanguageSample(
            language: "is",
            words: """
                og að í á er sem til við um það var ekki en með af hann fyrir eru hefur ég þá þar eða svo frá hún þegar því verið upp \
                hafa eftir hans öllum sér vera
                """,
            text: """
                Hver maður er borinn frjáls og jafn öðrum að virðingu og réttindum. Menn eru gæddir vitsmunum og samvisku, og ber þeim að breyta \
                bróðurlega hverjum við annan. Það var kalt í morgun, svo við vorum heima og skrifuðum bréf til vina okkar.
                """),
        LanguageSample(
            language: "ga",
            words: """
                an agus na a is i ar ag go le do bhí tá sé de leis sin ó mar atá nach chun seo féin ach as sí air siad
                """,
            text: """
                Saolaítear gach duine den chine daonna saor agus comhionann i ndínit agus i gcearta. Tá bua an réasúin agus an choinsiasa acu agus \
                ba cheart dóibh gníomhú i dtreo a chéile i spiorad an bhráithreachais.
                """),
        LanguageSample(
            language: "cy",
            words: """
                y yn a i o yr ar ei mae wedi oedd am gan bod fel hwn sydd ac eu i'r o'r a'r nid un ond roedd hi cael gyda
                """,
            text: """
                Genir pawb yn rhydd ac yn gydradd â'i gilydd mewn urddas a hawliau. Fe'u cynysgaeddir â rheswm a chydwybod, a dylai pawb ymddwyn \
                y naill at y llall mewn ysbryd cymodlon.
                """),
        LanguageSample(
            language: "eu",
            words:
                "eta da bat ez zen izan du dira dute ere baina hau egin bere edo baino oso beste urte horrek zuen dela ditu",
            text: """
                Gizon-emakume guztiak aske jaiotzen dira, duintasun eta eskubide berberak dituztela; eta ezaguera eta kontzientzia dutenez gero, \
                elkarren artean senide legez jokatu beharra dute.
                """),
        LanguageSample(
            language: "la",
            words:
                "et in est non ad ut cum sed quod qui si ex quae de esse ab hoc enim per aut etiam atque nec sunt quam eius erat",
            text: """
                Omnes homines dignitate et iure liberi et pares nascuntur, rationis et conscientiae participes sunt, quibus inter se concordiae \
                studio est agendum. Gallia est omnis divisa in partes tres.
                """),
        LanguageSample(
            language: "gl",
            words: """
                de a e o que do da en un para unha os no na por con non se é as como máis dos ao foi das pola polo á nos nas seu súa son \
                tamén pero ata entre sobre foron xa cando hai moi onde desde isto eu el ela ti nós eles cun cunha dun dunha os está
                """,
            text: ""),
        LanguageSample(
            language: "ms",
            words: """
                yang dan di ini untuk dengan dalam itu pada tidak adalah ke dari akan telah oleh kepada saya ada orang mereka juga kita dia \
                boleh lebih tahun daripada atau satu seperti kerana beliau sebagai bagi dapat negara hari lagi tetapi apabila banyak anda \
                awak ialah kata kami hendak sahaja sudah mesti bukan tak sangat selepas sampai masih semua jangan apa mahu
                """,
            text: ""),
    ]
}
