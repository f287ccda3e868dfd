import HearthText

/// Words by which people and change logs tell of releases, as the analyser writes them. Closed classes, kept here by hand; no script makes
/// them.
enum ReleaseWords {
    /// What a release is called.
    static let nouns = terms(
        """
        version versions release releases build ausgabe versionen versión versiones versione versioni versão versões versie versies versionen \
        utgåva utgave versjon versio versiossa wersja wersji wersję verze verzi verzió verzióban versiunea versiune версия версии версию \
        версією версія версії έκδοση έκδοσης sürüm sürümü sürümde sürümünde 版本 버전 phiên versi
        """)

    /// That it came out: what the date beside a number says.
    static let verbs = terms(
        """
        released release published shipped launched out came veröffentlicht erschienen erschien herausgekommen publié publiée sortie sorti publicada \
        publicado lanzada lanzado salió pubblicata pubblicato rilasciata uscita lançada lançado publicada uitgebracht verschenen uitgekomen \
        släpptes släppt udgivet udgivelse utgitt lansert julkaistiin julkaistu wydana wydano wydana vydána vydáno kiadva megjelent lansată \
        publicată вышла вышел выпущена выпущен выпустили вийшла випущено κυκλοφόρησε yayınlandı çıktı 发布 发布的 출시 출시된
        """)

    /// That something is another than before, where it is asked for all of it.
    static let changes = terms(
        """
        change changed changes changelog new news what's different difference differences update updates updated bring brings brought include includes \
        included contain contains notes note improved improvements happened happen \
        geändert änderung änderungen ändert neu neues neue neuerungen neuigkeiten gebracht bringt enthält unterschied changé changements change \
        changements nouveau nouveautés nouveauté neuf apporte apporté cambió cambios cambiado nuevo nueva novedades trae cambiato cambiamenti \
        cambia novità nuovo nuova porta mudou mudanças alterações novo nova novidades traz veranderd veranderingen wijzigingen nieuw nieuws \
        ändrats ändringar nytt nyheter ændret ændringer nyt nyheder endret endringer nyheter muuttui muutokset uutta zmieniło zmieniono zmiany \
        nowego nowości změnilo změněno změny nového novinky változott változások újdonságok újdonság schimbat schimbări nou noutăți изменилось \
        изменения нового новое изменено змінилося зміни нового άλλαξε αλλαγές νέο değişti değişiklikler yeni yenilikler 变化 更新 新增 变更 변경 변경된
        """)

    /// The kinds of changes of https://keepachangelog.com, with their translations and with the words of questions for them.
    static let kinds: [Set<String>] = [
        terms(
            """
            added add adds introduced introduce introduces feature features hinzugefügt eingeführt funktionen neu ajouté ajoutés ajoutée ajoutées \
            ajouts introduit añadido añadida agregado agregada aggiunto aggiunta aggiunte introdotto adicionado adicionada adicionados toegevoegd \
            tillagt tillagd infördes tilføjet lagt lisätty dodane dodano přidáno přidána hozzáadva adăugat добавлено добавлен добавили додано \
            eklendi eklenen προστέθηκε 新增 添加 追加 추가
            """),
        terms(
            """
            changed modified improved geändert verbessert modifié modifiés changé amélioré cambiado modificado mejorado modificato cambiato \
            migliorato alterado modificado melhorado gewijzigd verbeterd ändrat ændret endret muutettu zmienione zmieniono změněno megváltozott \
            modificat изменено змінено değiştirildi 变更 変更 변경
            """),
        terms(
            """
            deprecated veraltet obsolète obsolètes obsoleto deprecado deprecato verouderd föråldrat udfaset foreldet vanhentunut przestarzałe \
            zastaralé elavult învechit устарело застаріле 弃用 非推奨
            """),
        terms(
            """
            removed remove dropped deleted entfernt gestrichen supprimé supprimés retiré eliminado eliminada quitado rimosso rimossi eliminato \
            removido removidos verwijderd borttaget borttagen fjernet poistettu usunięte usunięto odstraněno eltávolítva eliminat удалено убрано \
            видалено kaldırıldı αφαιρέθηκε 移除 删除 削除 제거
            """),
        terms(
            """
            fixed fix fixes bug bugs bugfix bugfixes solved resolved corrected behoben fehlerbehebungen fehlerkorrekturen fehler repariert korrigiert \
            corrigé corrigés corrections correction bogue bogues corregido corregidos corrección correcciones arreglado error errores corretto \
            corretti correzioni risolto corrigido corrigidos correções opgelost hersteld verholpen fixat rättat åtgärdat rettet fikset korjattu \
            korjaukset naprawione naprawiono poprawki błąd opraveno opravy javítva javítások remediat corectat исправлено исправлен исправлена \
            исправления ошибка ошибку виправлено виправлення düzeltildi düzeltmeler διορθώθηκε 修复 修正 수정
            """),
        terms(
            """
            security vulnerability vulnerabilities sicherheit sicherheitslücke sécurité seguridad sicurezza segurança beveiliging säkerhet sikkerhed \
            sikkerhet tietoturva bezpieczeństwo bezpečnost biztonság securitate безопасность безпека güvenlik 安全 보안
            """),
    ]

    /// By a word in which question or heading, the kinds of change that it names.
    static func kinds(of word: String) -> Set<Int> {
        Set(kinds.indices.filter { kinds[$0].contains(word) })
    }

    /// What of several is asked for, right before what a release is called.
    static let which = terms(
        """
        which what welcher welche welches welchen welchem quelle quel qué cuál quale qual que welke vilken hvilken mikä missä której która którą \
        jakiej které která kterou jaké melyik care какой какая какую каких якій яка яку ποια hangi 哪个 哪個 어느 어떤
        """)

    /// Beside the number and the date of a release.
    static let aroundDates = terms(
        """
        released release yanked unreleased on of the st nd rd th d de del di du le el il vom am från den den 日 月 年 veröffentlicht publié lanzada
        """)

    private static func terms(_ list: String) -> Set<String> { Set(SearchAnalyzer.unstemmed.terms(in: list)) }
}
