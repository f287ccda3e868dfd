extension EverydaySamples {
    /// Languages in Latin script, but for the Germanic and the Romance ones.
    static let otherLatin: [String: String] = [
        "fi": """
        Missä sinä olet? Olen jo kotona. Paljonko tämä maksaa? En tiedä, mitä siellä tapahtui. Meillä ei ole tänään
        aikaa. Siskoni on töissä sairaalassa. Satoi koko yön ja katu on märkä. Voisitteko auttaa meitä? Kokous alkaa
        maanantaina kello yhdeksän. Hän haluaa syödä jotain lämmintä. He ostivat uuden talon läheltä merta. Rakastan
        sinua kovasti. Milloin kauppa aukeaa? Kirjoita minulle, jos sinulla on kysyttävää. Lääkäri sanoi, että
        kaikki on hyvin. Eilen illalla joimme kahvia ystävien kanssa. Hallitus aikoo korottaa veroja ensi vuonna.
        Hän luki kirjan kaupungin historiasta. Hyvää iltaa, kiitos, nähdään pian. Yksi kaksi kolme neljä viisi kuusi
        seitsemän kahdeksan yhdeksän kymmenen. Tiistai keskiviikko torstai perjantai lauantai sunnuntai.
        """,
        "et": """
        Kus sa oled? Ma olen juba kodus. Kui palju see maksab? Ma ei tea, mis seal juhtus. Meil ei ole täna aega.
        Minu õde töötab haiglas. Terve öö sadas vihma ja tänav on märg. Kas te saaksite meid aidata, palun? Koosolek
        algab esmaspäeval kell üheksa. Ta tahab midagi sooja süüa. Nad ostsid uue maja mere lähedal. Ma armastan
        sind väga. Millal pood avatakse? Kirjuta mulle, kui sul on küsimusi. Arst ütles, et kõik on korras. Eile
        õhtul jõime sõpradega kohvi. Valitsus tõstab järgmisel aastal makse. Ta luges raamatut linna ajaloost. Tere
        õhtust, aitäh, varsti näeme. Üks kaks kolm neli viis kuus seitse kaheksa üheksa kümme. Teisipäev kolmapäev
        neljapäev reede laupäev pühapäev.
        """,
        "lv": """
        Kur tu esi? Es jau esmu mājās. Cik tas maksā? Es nezinu, kas tur notika. Mums šodien nav laika. Mana māsa
        strādā slimnīcā. Visu nakti lija un iela ir slapja. Vai jūs, lūdzu, varētu mums palīdzēt? Sanāksme sākas
        pirmdien pulksten deviņos. Viņš grib ēst kaut ko siltu. Viņi nopirka jaunu māju pie jūras. Es tevi ļoti
        mīlu. Kad atver veikalu? Raksti man, ja tev ir jautājumi. Ārsts teica, ka viss ir labi. Vakar vakarā mēs
        dzērām kafiju ar draugiem. Valdība nākamgad paaugstinās nodokļus. Viņa lasīja grāmatu par pilsētas vēsturi.
        Labvakar, paldies, uz redzēšanos. Viens divi trīs četri pieci seši septiņi astoņi deviņi desmit. Otrdien
        trešdien ceturtdien piektdien sestdien svētdien.
        """,
        "lt": """
        Kur tu esi? Aš jau namie. Kiek tai kainuoja? Nežinau, kas ten atsitiko. Šiandien neturime laiko. Mano sesuo
        dirba ligoninėje. Visą naktį lijo ir gatvė šlapia. Ar galėtumėte mums padėti, prašau? Susirinkimas prasideda
        pirmadienį devintą valandą. Jis nori valgyti ką nors šilto. Jie nusipirko naują namą prie jūros. Aš tave
        labai myliu. Kada atsidaro parduotuvė? Parašyk man, jei turi klausimų. Gydytojas pasakė, kad viskas gerai.
        Vakar vakare gėrėme kavą su draugais. Vyriausybė kitais metais padidins mokesčius. Ji skaitė knygą apie
        miesto istoriją. Labas vakaras, dėkui, iki pasimatymo. Vienas du trys keturi penki šeši septyni aštuoni
        devyni dešimt. Antradienį trečiadienį ketvirtadienį penktadienį šeštadienį sekmadienį.
        """,
        "pl": """
        Gdzie jesteś? Jestem już w domu. Ile to kosztuje? Nie wiem, co się tam stało. Nie mamy dzisiaj czasu. Moja
        siostra pracuje w szpitalu. Całą noc padało i ulica jest mokra. Czy mogliby nam państwo pomóc? Zebranie
        zaczyna się w poniedziałek o dziewiątej. On chce zjeść coś ciepłego. Kupili nowy dom blisko morza. Bardzo
        cię kocham. Kiedy otwierają sklep? Napisz do mnie, jeśli masz pytania. Lekarz powiedział, że wszystko jest
        dobrze. Wczoraj wieczorem piliśmy kawę z przyjaciółmi. Rząd podniesie podatki w przyszłym roku. Przeczytała
        książkę o historii miasta. Dobry wieczór, dziękuję, do zobaczenia. Jeden dwa trzy cztery pięć sześć siedem
        osiem dziewięć dziesięć. Wtorek środa czwartek piątek sobota niedziela.
        """,
        "cs": """
        Kde jsi? Už jsem doma. Kolik to stojí? Nevím, co se tam stalo. Dnes nemáme čas. Moje sestra pracuje v
        nemocnici. Celou noc pršelo a ulice je mokrá. Mohl byste nám prosím pomoci? Schůze začíná v pondělí v devět
        hodin. Chce sníst něco teplého. Koupili nový dům u moře. Mám tě moc rád. Kdy otevírá obchod? Napiš mi,
        jestli máš otázky. Lékař řekl, že je všechno v pořádku. Včera večer jsme pili kávu s přáteli. Vláda příští
        rok zvýší daně. Četla knihu o dějinách města. Dobrý večer, děkuju, brzy na shledanou. Jeden dva tři čtyři
        pět šest sedm osm devět deset. Úterý středa čtvrtek pátek sobota neděle. Můžeme přijít zítra? Musíte
        zaplatit. Nezapomeňte nám zavolat, až dojedete.
        """,
        "sk": """
        Kde si? Už som doma. Koľko to stojí? Neviem, čo sa tam stalo. Dnes nemáme čas. Moja sestra pracuje v
        nemocnici. Celú noc pršalo a ulica je mokrá. Mohli by ste nám prosím pomôcť? Schôdza sa začína v pondelok o
        deviatej hodine. Chce zjesť niečo teplé. Kúpili nový dom pri mori. Mám ťa veľmi rád. Kedy otvára obchod?
        Napíš mi, ak máš otázky. Lekár povedal, že je všetko v poriadku. Včera večer sme pili kávu s priateľmi.
        Vláda budúci rok zvýši dane. Čítala knihu o dejinách mesta. Dobrý večer, ďakujem, skoro dovidenia. Jeden dva
        tri štyri päť šesť sedem osem deväť desať. Utorok streda štvrtok piatok sobota nedeľa. Môžeme prísť zajtra?
        Musíte zaplatiť. Nezabudnite nám zavolať, keď dôjdete.
        """,
        "hu": """
        Hol vagy? Már itthon vagyok. Mennyibe kerül ez? Nem tudom, mi történt ott. Ma nincs időnk. A nővérem
        kórházban dolgozik. Egész éjjel esett az eső és az utca vizes. Tudnának nekünk segíteni, kérem? A
        megbeszélés hétfőn kilenc órakor kezdődik. Valami meleget akar enni. Új házat vettek a tenger közelében.
        Nagyon szeretlek. Mikor nyit a bolt? Írj nekem, ha kérdésed van. Az orvos azt mondta, hogy minden rendben
        van. Tegnap este kávéztunk a barátainkkal. A kormány jövőre emeli az adókat. Könyvet olvasott a város
        történetéről. Jó estét, köszönöm, viszlát. Egy kettő három négy öt hat hét nyolc kilenc tíz. Kedd szerda
        csütörtök péntek szombat vasárnap. Azért erre gondolok, amit tegnap mondtál.
        """,
        "tr": """
        Neredesin? Ben zaten evdeyim. Bu ne kadar? Orada ne olduğunu bilmiyorum. Bugün vaktimiz yok. Kız kardeşim
        hastanede çalışıyor. Bütün gece yağmur yağdı ve sokak ıslak. Lütfen bize yardım eder misiniz? Toplantı
        pazartesi günü saat dokuzda başlıyor. Sıcak bir şey yemek istiyor. Denize yakın yeni bir ev aldılar. Seni
        çok seviyorum. Dükkân ne zaman açılıyor? Soruların varsa bana yaz. Doktor her şeyin yolunda olduğunu
        söyledi. Dün akşam arkadaşlarla kahve içtik. Hükümet gelecek yıl vergileri artıracak. Şehrin tarihi hakkında
        bir kitap okudu. İyi akşamlar, teşekkür ederim, yakında görüşelim. Bir iki üç dört beş altı yedi sekiz dokuz
        on. Salı çarşamba perşembe cuma cumartesi pazar.
        """,
        "hr": """
        Gdje si? Već sam kod kuće. Koliko to košta? Ne znam što se tamo dogodilo. Danas nemamo vremena. Moja sestra
        radi u bolnici. Cijelu noć je padala kiša i ulica je mokra. Možete li nam pomoći, molim vas? Sastanak
        počinje u ponedjeljak u devet sati. On želi pojesti nešto toplo. Kupili su novu kuću blizu mora. Jako te
        volim. Kada se otvara trgovina? Piši mi ako imaš pitanja. Liječnik je rekao da je sve u redu. Sinoć smo pili
        kavu s prijateljima. Vlada će sljedeće godine povećati poreze. Čitala je knjigu o povijesti grada. Dobra
        večer, hvala, vidimo se uskoro. Jedan dva tri četiri pet šest sedam osam devet deset. Utorak srijeda
        četvrtak petak subota nedjelja. Kako ste? Gdje živite? Hoću li te opet vidjeti?
        """,
        "sl": """
        Kje si? Sem že doma. Koliko to stane? Ne vem, kaj se je tam zgodilo. Danes nimamo časa. Moja sestra dela v
        bolnišnici. Vso noč je deževalo in ulica je mokra. Nam lahko prosim pomagate? Sestanek se začne v ponedeljek
        ob devetih. Rad bi jedel nekaj toplega. Kupili so novo hišo blizu morja. Zelo te imam rad. Kdaj se odpre
        trgovina? Piši mi, če imaš vprašanja. Zdravnik je rekel, da je vse v redu. Včeraj zvečer smo pili kavo s
        prijatelji. Vlada bo prihodnje leto zvišala davke. Brala je knjigo o zgodovini mesta. Dober večer, hvala, se
        vidimo kmalu. Ena dve tri štiri pet šest sedem osem devet deset. Torek sreda četrtek petek sobota nedelja.
        """,
        "id": """
        Kamu di mana? Saya sudah di rumah. Berapa harganya ini? Aku tidak tahu apa yang terjadi di sana. Hari ini
        kita tidak punya waktu. Kakak perempuan saya bekerja di rumah sakit. Semalaman hujan dan jalanan basah.
        Bisakah Anda membantu kami? Rapat dimulai hari Senin pukul sembilan. Dia ingin makan sesuatu yang hangat.
        Mereka membeli rumah baru di dekat laut. Aku sangat mencintaimu. Kapan tokonya buka? Tulis kepada saya kalau
        kamu punya pertanyaan. Dokter bilang semuanya baik-baik saja. Kemarin malam kami minum kopi bersama teman.
        Pemerintah akan menaikkan pajak tahun depan. Dia membaca buku tentang sejarah kota itu. Selamat malam,
        terima kasih, sampai nanti. Satu dua tiga empat lima enam tujuh delapan sembilan sepuluh. Selasa Rabu Kamis
        Jumat Sabtu Minggu. Karena uang kantor itu berbeda, mobil polisi tidak bisa pergi.
        """,
        "ms": """
        Awak di mana? Saya sudah ada di rumah. Berapakah harganya ini? Saya tak tahu apa yang berlaku di sana. Hari
        ini kita tiada masa. Kakak saya bekerja di hospital. Semalaman hujan dan jalan basah. Bolehkah anda tolong
        kami? Mesyuarat bermula hari Isnin pukul sembilan. Dia hendak makan sesuatu yang panas. Mereka membeli rumah
        baharu berhampiran laut. Saya amat sayangkan awak. Bilakah kedai dibuka? Tulislah kepada saya sekiranya awak
        ada soalan. Doktor berkata semuanya baik. Malam semalam kami minum kopi dengan kawan-kawan. Kerajaan akan
        menaikkan cukai tahun hadapan. Dia membaca buku tentang sejarah bandar itu. Selamat petang, terima kasih,
        jumpa lagi. Satu dua tiga empat lima enam tujuh lapan sembilan sepuluh. Selasa Rabu Khamis Jumaat Sabtu
        Ahad. Kerana wang pejabat itu berbeza, kereta polis tidak boleh pergi. Semua manusia dilahirkan bebas dan
        samarata dari segi kemuliaan dan hak-hak. Mereka mempunyai pemikiran dan perasaan hati dan hendaklah
        bertindak di antara satu sama lain dengan semangat persaudaraan. Pagi tadi cuaca sejuk, jadi kami tinggal di
        rumah dan menulis surat.
        """,
        "vi": """
        Bạn đang ở đâu? Tôi về nhà rồi. Cái này giá bao nhiêu? Tôi không biết chuyện gì đã xảy ra ở đó. Hôm nay
        chúng tôi không có thời gian. Chị gái tôi làm việc ở bệnh viện. Trời mưa suốt đêm và đường ướt. Anh có thể
        giúp chúng tôi không? Cuộc họp bắt đầu vào thứ hai lúc chín giờ. Anh ấy muốn ăn món gì nóng. Họ mua một ngôi
        nhà mới gần biển. Em yêu anh nhiều lắm. Khi nào cửa hàng mở cửa? Hãy viết cho tôi nếu bạn có câu hỏi. Bác sĩ
        nói mọi thứ đều ổn. Tối qua chúng tôi uống cà phê với bạn bè. Chính phủ sẽ tăng thuế vào năm tới. Cô ấy đọc
        sách về lịch sử thành phố. Chào buổi tối, cảm ơn, hẹn gặp lại.
        """,
        "tl": """
        Nasaan ka? Nasa bahay na ako. Magkano ito? Hindi ko alam kung ano ang nangyari doon. Wala kaming oras
        ngayon. Nagtatrabaho ang kapatid kong babae sa ospital. Umulan buong gabi at basa ang kalye. Maaari mo ba
        kaming tulungan? Magsisimula ang pulong sa Lunes ng alas nuwebe. Gusto niyang kumain ng mainit. Bumili sila
        ng bagong bahay malapit sa dagat. Mahal na mahal kita. Kailan magbubukas ang tindahan? Sumulat ka sa akin
        kung may tanong ka. Sabi ng doktor maayos ang lahat. Kagabi uminom kami ng kape kasama ang mga kaibigan.
        Magtataas ang pamahalaan ng buwis sa susunod na taon. Nagbasa siya ng aklat tungkol sa kasaysayan ng
        lungsod. Magandang gabi po, salamat. Isa dalawa tatlo apat lima anim pito walo siyam sampu.
        """,
        "sw": """
        Uko wapi? Niko nyumbani tayari. Hii ni bei gani? Sijui kilichotokea huko. Hatuna wakati leo. Dada yangu
        anafanya kazi hospitalini. Mvua ilinyesha usiku kucha na barabara ina maji. Unaweza kutusaidia tafadhali?
        Mkutano utaanza Jumatatu saa tatu. Anataka kula kitu cha moto. Walinunua nyumba mpya karibu na bahari.
        Nakupenda sana. Duka litafunguliwa lini? Niandikie kama una maswali. Daktari alisema kila kitu ni sawa. Jana
        jioni tulikunywa kahawa na marafiki. Serikali itaongeza kodi mwaka ujao. Alisoma kitabu kuhusu historia ya
        mji. Habari za jioni, asante, tutaonana. Moja mbili tatu nne tano sita saba nane tisa kumi. Jumanne Jumatano
        Alhamisi Ijumaa Jumamosi Jumapili. Hivi sasa sisi tunakwenda sokoni kununua chakula na watoto wetu wanapenda
        kucheza mpira.
        """,
        "sq": """
        Ku je? Unë jam tashmë në shtëpi. Sa kushton kjo? Nuk e di çfarë ndodhi atje. Sot nuk kemi kohë. Motra ime
        punon në spital. Ra shi gjithë natën dhe rruga është e lagur. A mund të na ndihmoni, ju lutem? Mbledhja
        fillon të hënën në orën nëntë. Ai do të hajë diçka të ngrohtë. Ata blenë një shtëpi të re afër detit. Të dua
        shumë. Kur hapet dyqani? Më shkruaj nëse ke pyetje. Mjeku tha se gjithçka është mirë. Mbrëmë pimë kafe me
        miqtë. Qeveria do të rrisë taksat vitin e ardhshëm. Ajo lexoi një libër për historinë e qytetit. Mirëmbrëma,
        faleminderit, shihemi së shpejti. Një dy tre katër pesë gjashtë shtatë tetë nëntë dhjetë.
        """,
        "ga": """
        Cá bhfuil tú? Tá mé sa bhaile cheana féin. Cé mhéad atá air seo? Níl a fhios agam cad a tharla ansin. Níl
        aon am againn inniu. Tá mo dheirfiúr ag obair in ospidéal. Bhí sé ag cur báistí an oíche ar fad agus tá an
        tsráid fliuch. An féidir leat cabhrú linn, le do thoil? Tosóidh an cruinniú Dé Luain ar a naoi a chlog. Ba
        mhaith leis rud éigin te a ithe. Cheannaigh siad teach nua in aice na farraige. Tá grá agam duit. Cathain a
        osclaíonn an siopa? Scríobh chugam má tá ceisteanna agat. Dúirt an dochtúir go raibh gach rud ceart go leor.
        D'ólamar caife le cairde aréir. Ardóidh an rialtas cánacha an bhliain seo chugainn. Léigh sí leabhar faoi
        stair na cathrach. Oíche mhaith, slán.
        """,
        "cy": """
        Ble wyt ti? Rydw i gartref yn barod. Faint mae hwn yn ei gostio? Dydw i ddim yn gwybod beth ddigwyddodd yno.
        Does gennym ni ddim amser heddiw. Mae fy chwaer yn gweithio mewn ysbyty. Roedd hi'n bwrw glaw drwy'r nos ac
        mae'r stryd yn wlyb. Allwch chi ein helpu ni, os gwelwch yn dda? Mae'r cyfarfod yn dechrau ddydd Llun am naw
        o'r gloch. Mae e eisiau bwyta rhywbeth cynnes. Fe brynon nhw dŷ newydd ger y môr. Dw i'n dy garu di. Pryd
        mae'r siop yn agor? Ysgrifenna ata i os oes gen ti gwestiynau. Dywedodd y meddyg fod popeth yn iawn.
        Neithiwr fe gawson ni goffi gyda ffrindiau. Bydd y llywodraeth yn codi trethi y flwyddyn nesaf. Darllenodd
        hi lyfr am hanes y ddinas. Nos da, diolch, hwyl.
        """,
        "eu": """
        Non zaude? Etxean nago jadanik. Zenbat balio du honek? Ez dakit zer gertatu zen han. Gaur ez dugu
        denborarik. Nire arreba ospitale batean lan egiten du. Gau osoan euria egin du eta kalea bustita dago.
        Lagunduko al diguzu, mesedez? Bilera astelehenean hasten da bederatzietan. Zerbait beroa jan nahi du. Etxe
        berri bat erosi zuten itsasotik gertu. Asko maite zaitut. Noiz irekitzen dute denda? Idatzi iezadazu
        galderarik baduzu. Medikuak esan zuen dena ondo dagoela. Atzo gauean kafea hartu genuen lagunekin. Gobernuak
        zergak igoko ditu datorren urtean. Hiriaren historiari buruzko liburu bat irakurri zuen. Arratsalde on,
        laster arte. Bat bi hiru lau bost sei zazpi zortzi bederatzi hamar. Asteartea asteazkena osteguna larunbata
        igandea.
        """,
    ]
}
