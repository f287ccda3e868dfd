/// More given names, of Europe and Turkey, in lower case: what tells people from things where every noun has a capital, and from words at the beginning
/// of a sentence.
///
/// Written down from general knowledge, by hand and not by a script. Names that are words of their language as well, such as "Ernst" or "Rocío", are left
/// out.
enum GivenNamesOfEurope {
    static let list = """
        aapo aarne aase abílio adam adela adelaide adele adelheid adolfo adoración adriana adrianna adriano adrien adèle adéla afonso agata agathe
        agnese agneta agnete agnieszka agostino agustina agustín ahmet aino aitana aitor alain albane alberta albertina alberto albin albrecht alda
        aldina aldo aleid alejandra aleksander aleksandra aleksi alena alessandra alessandro alessia alessio alexandra alexandre alexis aleš alfons
        alfonsina alfonso alfredo alice alicja alin alina aline alix almerinda almudena almut alois alva alwin alípio alíz alžběta amadeu amandine
        amedeo amparo amália amélia amélie américo ana-lena ana-maria anastasia anaïs anca ancuța anders andrea andreea andrás andrée anette anežka
        angelo angéla aniela anikó anita anja anke anna anna-karin anna-liisa annalisa annamaria anne-grethe anne-laure anne-marie annegret anneke
        anneli anneliese annelore annemiek annette annick annika annikki anselmo antal antero antje antoinette antonella antoni antonia antonietta
        antonín antti antónia antónio anu apollónia araceli ari ariane arianna arie arild arja arjan arjen arkadiusz arlette armand armando armi
        armin arnaud arne arno arto arttu artur arturo arvid asbjørn aslaug aslı asta astri astrid asuman atte attila aude audrey augusto auli aulis
        aurelio aurélia aurélie aurélien axel aydın ayhan aylin ayça ayşe babette balázs banu baptiste barbara barbel barbora bartek bartolomeo
        bartosz bartłomiej barış bastian bastien bayram başak beata beate beatrice beatriz bedřich begoña begüm bekir belgin belmiro bence benedek
        benedita benedykt benito benno benoît bente berend berit berk berna bernadeta bernadett bernadette bernardo bernd bernhard bertalan bertha
        berthold bertrand bettina betül bianca bilal birgit birgitta birte birthe bjarne björn bjørn blaise blanca blanka blažena bodil bodo bogdan
        boglárka bogumiła bogusław bogusława bohdan bohumil bohumila bohuslav bolesław borbála borja botond bořivoj bożena božena bram brigitte brit
        britt britta bronisław bruna brunhilde bruno burak burcu burkhard bálint bárbara bärbel béla bérénice bülent büşra břetislav caetano camelia
        camila camilla camille canan caner cansu carin carine carla carlo carlota carlotta carmela carmen carmine carola carolina carsten catalin
        catalina catarina caterina catherine cecilia cees celia celina cemal cemil cemre cengiz ceren cesare cezary chantal chiara christa christel
        christelle christer christiane christoph christophe cinzia ciprian ciro clara claudette claudia claudine claudio clemens clotilde cláudia
        cláudio clément codruța coen colette coline concetta constantin constança cordula corentin corina corinne cornel cornelia corrado cosimo
        cosmin costel costin cristi cristian cristiana cristiano cristina cristóbal csaba csenge csilla cyprian cyril cyryl czesław cândida cécile
        célia céline călin cătălin daan dacian dagmar dagmara dalibor damian damiano damien daniela daniele danuta daphné daria darina dario dariusz
        davi david davide dawid debora delfina delia delphine demet denis denisa denise derya detlef didier diederik diego dieter dietmar dietrich
        dilara dilek dinis diogo dirk dirk-jan dita diána dobroslava doina domenica domenico dominik dominika dominique donatella dorel doriana
        dorien dorin dorina dorota dorothea dorottya dorthe doğan doğukan dragoș drahomíra duarte dumitru duygu dušan dániel dávid débora dóra dörte
        dănuț ebba eberhard ebru ecaterina eckhard edeltraud edina edit edite edoardo eduarda eduardo edvin edyta eefje eero eetu eeva egil egon
        ehrenfried eija eila eilif einar eino eirik ekrem elemér elena eleonora elfriede eliana elif elin elina elisa elisabete elisabeth elisabetta
        eliza eliška elke ellen elli elmar eloísa elsa elsbeth elvira elwira elżbieta emanoil emanuela emanuele emel emelie emese emiel emil emilia
        emiliano emilio emine emir emre emília emőke endre engin enikő enrica enrico enrique ensio enver enzo ercan erdem eren ergün erhan erich
        erika erkan erkki erland erling ermanno ernestina ernesto erol ersin ertan erwin eryk erzsébet esa esin eskil esko esmee espen esra esteban
        estefanía estelle estêvão eszter ettore eugen eugenia eugenio eugénia eugénie eunice eusebio eva-lena eva-maria eveliina evelin evžen ewa
        ewald ewelina ezgi fabian fabiana fabien fabienne fabio fabrice fabrizia fabrizio fadime fahri fanny faruk fatih fatma federica federico
        fehmi felicia felicitas feliks felipe felisberto femke fenna ferdinand ferdinando ferdynand ferenc ferhat feride ferit fermín fernand
        fernanda fevzi figen fikret filip filipa filipe filippo filiz filomena flavia flavie flavio florent florentina florian florica florin
        florinda floris flávia flávio flóra folke fortunata franca francesco francisca franciszek franco františek franziska françois françoise
        frederico fredrik frida frieda friederike friedhelm friedrich frits fritzi frode frédéric frédérique frøydis fulvio funda fábio fátima
        félicie félix füsun gabriel gabriela gabriele gabriella gaetano gamze gaspar gaspard gaston gaël gaëlle geert geir gellért geneviève gennaro
        genowefa georg george georges gerardo gerben gerd gerda gergely gergő gerhard gerlinde germaine germán gernot gerrie gerrit gertraud gertrud
        gertrudes gesa gesine gheorghe ghislaine giacomo giada giancarlo gianfranco gianluca gianluigi gianmarco gianna gianni gică gijs gilberto
        gilda ginette gioele giordano giovanna girolamo gisela gisèle gitta gitte giuliana giuliano giuseppe giuseppina gizella gizem gonca gonzalo
        gonçalo gottfried graziella grażyna greger gregorio greta grete grigore gry grzegorz grégoire guadalupe gudrun guido guilherme guillemette
        guillermo gunhild gunilla gunnar gunnel guri gustaf gustavo gustaw guus gwenaëlle gyda gyula györgy györgyi gábor géraldine gökhan gökçe
        gönül göran gösta gözde gülay gülcan gülden güler gülsüm gülşah günter günther gürkan hacer hakan halime halina hallvard halvor hampus hamza
        handan hanife hanna hanne hanneke hannele hannelore hannes hannu hans-erik hans-peter harald harri hartmut hasan hatice haydar hayriye hedda
        hedvika hedwig hege heidi heike heikki heiko hein heiner heinz heitor helder helena helga helge heli hella helle helmut hely hendrik henk
        henna henning henri henrietta henriette henrik henrique henryk henryka herbert heribert herman hermann hermínia hernán herta heta hikmet
        hilal hilde hildegard hilkka hilma hiltrud hjalmar holger horacio horia hortense hubert hugo hugues humberto huub hynek håkan håkon héctor
        hédi hélio hélène hülya hüseyin hüsnü iacob iancu ibrahim idália ignacio ignacy igor iida iiris ilaria ildikó ileana ilhan ilie ilinca ilka
        ilker ilkka ilknur ilmari ilona ilpo ilse imke immacolata ineke inga inga-lill inge ingeborg ingemar inger ingmar ingo ingolf ingrid ingvar
        ingvild inka inmaculada insa inácio inès inés inês ioan ioana iolanda ion ionel ionela ionuț iosif irena irene ireneusz irfan iria irina
        irja irma irmeli irmgard irmtraud irén isabel isabella isabelle isak isidro ismail ismet ismo isolde istván italo iulia iulian ivana ivano
        ivar iveta ivone iván iwona iza izabela izabella jaakko jaana jaap jacco jacek jacinta jacopo jacqueline jadwiga jaime jakub jan-philipp
        jana jani janina janine janne jannes jannicke jannik janusz jari jarkko jarmila jarmo jaromír jaroslav jaroslava jarosław jasper javier
        jean-baptiste jean-claude jean-françois jean-luc jean-marc jean-michel jean-paul jean-pierre jeanne jeannine jelle jenna jenny jens jens-ole
        jenő jeppe jere jeroen jerzy jerónimo jesse jessika jimena jindřich jindřiška jitka jiřina jiří joachim joakim joana joanna joaquim joaquina
        joaquín jochen joep johanna johanne joke jolana jolanta jolán jonna joost jordi jorge joris jorma jorunn jos josef josefa josefin josefina
        josefine josette josiane josselin jostein josé jouko jouni joão joël joëlle juana judit judith juha juhani jukka julie julien juliette julio
        julita julián jurre jussi justine justyna jutta juuso jyrki jytte jácint jános jérémie jérémy jérôme józef józefa józsef jörg jörgen jörn
        júlia júlio jürgen jędrzej kaan kaare kaarina kacper kadir kadriye kaija kaisa kaja kajetan kalevi kamil kamila kamilla karel karin
        karl-heinz karla karol karolina karoline karolína karsten kasia kaspar kasper katalin katariina katarina katarzyna kateřina katharina
        kathrin kati katja katri katrin kauko kazimiera kazimierz kağan kees keijo kemal kenan kenneth kerem kerstin kerttu kilian kimmo kinga kirsi
        kirsten kirsti kjell kjersti kjetil klaas klara klas klaudia klára knud knut koen konrad konstantin koos koray korbinian kornelia kornél
        kornélia kristian kristina kristine kristoffer kristóf kristýna krisztina krisztián krystian krystyna krzysiek krzysztof ksawery kubilay
        květoslava kyllikki kálmán károly kåre kübra ladislav laetitia lajos lari larisa lars lars-erik laura laure laurent laurențiu lauri laurin
        lavinia laís leandro leena leif leila leman lena lene lenka lennart leokadia leonardo leonie leonor leopold leoš leszek leticia letizia
        letícia levent leyla libor libuše licia lidia lieke lies liesbeth liesel lieselotte lieve liisa liliana liliane lill lillian lina linnea
        linnéa linus lisbeth lise livia liviu lodewijk loes lore loredana lorella lorena lorenz lorenza lorenzo loretta lorraine lothar lotta lotte
        louane lourenço lova lovisa loïc luana lubomír lubor luboš lucas lucette lucian luciana luciano lucie lucien lucienne lucjan lucía ludger
        ludivine ludmila ludovic ludovica ludwig ludwik ludwika luděk luigia luisa luise luiz luiza lukas lukáš luminița lutz luís luísa lászló léa
        léon léonie lídia lívia lóránd lúcia lőrinc maaike maarit maarten maartje machteld maciej maciek madalena maddalena madeleine mads mafalda
        magda magdalena magdaléna magdolna magnhild magnus mahmut maija maike maire maite maj-britt makbule malin malte malwina mandy manfred manolo
        manon manuela marcel marcela marcella marcelle marcello marcin marcos marcus mareike marek margareta margarete margarida margaux margit
        margot margret marguerite mari marian mariana mariangela mariann marianna mariano maribel maricarmen marie-claire marie-louise marieke
        mariella marielle marijke marilena marin marina marinella mariola marisa marisol marit marita maritta marius mariusz marja marjan marjatta
        marjo marjut markku marko markus markéta marleen marlena marlene marlies marlis marta marten marthe martim martin martina martine martta
        martti martyna martín maryse marzena marília massimiliano massimo mateo mateusz mathias mathieu mathilde mathis matias matilde matouš mats
        matteo matthias matti mattia mattias matylda matías matěj maud mauno maura mauri mauricio maurizio mauro maxime maximilian maël maëlle
        maëlys maísa małgorzata małgosia mechthild mees mehmet meike melih melike melina melinda melis melisa melissa meltem menno meral merete
        merih merja merle mert merve mervi meryem mesut metin mette micaela michaela michal michalina michał michela michele michèle mieczysław
        mieke miguel mihaela mihai mihail mihály miia mika mikael mikaela mikkel mikko miklós mikołaj milada milan milena miloslav miloslava miloš
        miluše milán mine minna miray mircea mireille mirela mirella miriam mirja mirjam mirka mirko miroslav miroslava mirosław mirosława mirva
        miłosz mogens mona monica monika monique montserrat morena morgane moritz morten muazzez muhammet muharrem murat muriel murilo mustafa
        mylène myriam myrthe márcia márcio mária mário márk mátyás máté märta måns mélanie mélissa mónica mónika müge müjde mükerrem münevver
        mădălina nadia nadine nadja nadège naděžda narcisa natalia nathalie natália natálie nazan nazario nazlı nazmiye necati necla neeltje nela
        nele nelson nerea nermin nesrin nevin nicolae nicolas nicoleta nicolás nicolò niels nienke nihal nihat niilo niina niklas niko nikodem
        nikoletta nilay nilgün nils nils-erik nilüfer nimet ninon noelia noemi noor noora noortje norbert noé noémi noémie nuno nunzia nuray nurcan
        nurdan nuri nuria nurten nádia nándor nóra oana octavia octavian octavio oddvar odette odile okan oktawia oktay olaf olavi oldřich ole
        ole-jørgen olga olgierd olimpia olivier olivér oliwia oliwier olle olli olov olívia ondřej onur ophélie orazio orhan oriol orlando ornella
        orsolya osman oswald otakar otmar otso ottavia ottavio ottilie otto ottó otávio outi ovidiu ozan ozge oğuz oğuzhan paavo pablo palle palmira
        paola paraschiva paride pascal pasquale patrice patricio patrik patrizia patrycja patryk patrícia paula paulette pauli paulina paulo pavel
        pavla pavlína paweł peder pedro peer pekka pelin pentti pepa perihan pernilla pernille pertti petr petra petri petrică petronela petru
        petter petteri philipp philippine pierangelo piero pierrick piet pieter pietro piia piotrek pirjo pirkko pontus poul preben przemek
        przemysław purificación pál päivi päivikki péter pınar přemysl quentin rachid radek radim radka radmila radomír radosław radovan radu rafael
        rafaela rafał raffaele raffaella ragnar ragnhild raija raili raimo raimondo raimundo rainer ralf raluca ramazan ramiro ramona ramón rana
        randi raphael raphaël raphaëlle raquel rasmus raul rauni raymonde raúl rebeca recep refik regina regine reidar reidun reijo reinhard
        reinhold reinier reino remigiusz remo renata renate renato renske renzo renáta rené renée reyhan rezső ricardo riccardo richard richárd
        rickard riikka riina riitta rikke rino rinus rita ritva roald roar robert roberta roberto rocco rodica rodolfo rodrigo roger rogério roksana
        roland rolf romain roman romana romeu romina romy ronja ronny rosalba rosalía rosanna rosaria rosella roselyne rosemarie rostislav rosália
        rozália ruben rubén rudi rudolf ruggero rui rute ruud ruxandra ryszard régis réka rémi rémy róbert rüdiger răzvan rıza saana saar saara
        sabiha sabin sabina sabine sabri sabrina sadık safiye saija saila sait sakari saku salih salla salvatore samanta sami sampo samuele sander
        sandra sandro saniye sanna sanne santiago sara sari sarolta saskia sasu satu saúl sebastian seda sedat sedef sefa seher seija selda selim
        selin selma selçuk semih semra senem seppo serap serdar serena sergio serhat serkan sevda sevgi sevil sevim sevinç seweryn seyhan sezen
        sezgin sibel sibylle sidsel siegbert sieglinde sietse sietske sigbjørn sigge signe sigrid sigrun sigvard silke silvana silvano silvia silvio
        silviu simona simone simonetta simão sinan sindre sinem sini sinikka sirkka sirpa sisko sissel siv sixten sjaak sjoerd slavomír smaranda
        sofia sofie sofía soile soili solange solveig solène sonay sonia sonja sorin sorina sousa stanislav stanislava stanisław stanisława stefan
        stefania stefanie stefano steffen steffi steinar stela stian stijn stina stine sture stéphane stéphanie suat sune susana susann susanna
        susanne suze svante svatopluk sven svenja sverre sylva sylvain sylvia sylvie sylwester sylwia synnøve szabolcs szilvia szilárd szymon sándor
        sára sébastien ségolène sérgio séverine sílvia sónia sören søren süheyla süleyman sławek sławomir sławomira tadeusz tadeáš tage tahir taina
        taisto tamara tamás taneli taner tania tanja tapani tapio tarja taru tarık tatiana tatjana tayfun taylan taťána teemu teija tellervo telma
        teodor teodora teodoro teresa tereza terje tero terttu teun thea theo theresia thibault thibaut thierry thijs thilo thor thorben thorleif
        thorsten tiago tiberiu tibor tiina tijn tilde tilman tim timo timothée tine tineke tivadar tiziana tiziano tjeerd tobias tolga tomas tomasz
        tomek tommaso tommi tommy tomás tomáš tomé tor-arne torben torbjörn tore torgeir torhild toribio toril torill tormod torstein torsten torunn
        traian traudl trine tristan trond trude trudy truus tuba tudor tufan tuija tuncay tuomas tuomo turgut turhan turid tuula tuulikki tuğba
        tuğçe tymon tymoteusz tyyne tânia tímea tülay tülin tünde türkan udo ugo ulla ulla-britt ullrich ulrich ulrik ulrika ulrike umberto unni
        urho ursel ursula urszula uschi uta ute uwe uğur vahit valentim valentin valentino valeria valerie valerio valeriu valtteri valéria valérie
        vanda vasco vasile vasilica veera vegard veijo veikko veli vendela vendula venla verena veronica veronika verónica vesa veysel vibeke
        vicenta vicente victoria vidar vigdis viktor viktorie viktória vilgot viljami viljo ville vilma vilmos vilém vincenza vincenzo violeta
        viorel viorica virgil virginia virginie virpi vito vitor vittoria vittorio viviana viviane vlad vladimíra vladislav vlasta vlastimil vojtěch
        volkan volker volkmar vuokko václav vânia väinö véronique víctor vít vítek vítor vítězslav věra wacław walburga waldemar walter waltraud
        waltraut wenzel weronika wessel wiebke wieland wiesław wiesława wietske wiktor wiktoria wilfried willemijn wilma wim wincenty winfried wiola
        wioletta witold wojciech wojtek wolfram wouter władysław włodzimierz xavi xavier ximena yago yakup yalçın yann yannick yara yasemin yasin
        yavuz yağmur yeliz yeşim yiğit ylva yngve yolanda yonca yunus yves yvette yvonne yüksel yılmaz zamfir zbigniew zbyněk zbyszek zdeněk zdeňka
        zdislava zdzisław zehra zekeriya zeki zenon zerrin zeynep zita zofia zoltán zosia zsanett zsigmond zsolt zsuzsa zsuzsanna zsófia zulmira
        zuzana zuzanna zuzia zygmunt zélia zübeyde ágnes ákos álvaro áron árpád ângela ângelo åke åsa çağla çetin çiğdem élise élodie éloïse
        éléonore émeline émile émilie érica étienne éva évelyne íris özge özgür özkan özlem øystein øyvind ümit ümran łucja łukasz şaban şafak
        şebnem şenay şeref şerife şevket şeyma şükran şükrü šimon štefan štěpán štěpánka šárka žaneta žofie ștefan ștefania
        """
}
