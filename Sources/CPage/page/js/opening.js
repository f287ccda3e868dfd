// What stands there while the page opens. No module: it has to say so where modules could not be loaded, because Hearth stopped
// in the middle, and less than the whole page was kept. No catalogue may be there either, so its few words are its own.

const opening = {
    de: ["Hearth ist nicht da.", "Noch einmal versuchen"],
    fr: ["Hearth n’est pas là.", "Réessayer"],
    es: ["Hearth no está.", "Reintentar"],
    it: ["Hearth non c’è.", "Riprova"],
    pt: ["O Hearth não está aqui.", "Tentar de novo"],
    ja: ["Hearth が見つかりません。", "再試行"],
    zh: ["找不到 Hearth。", "重试"],
    ar: ["Hearth غير موجود.", "إعادة المحاولة"],
    en: ["Hearth is not there.", "Try again"]
};

/** As `lib/words.js` chooses. */
function openingWords() {
    let chosen = null;
    try {
        chosen = localStorage.getItem("hearth.language");
    } catch { /* then the browser's */
    }
    const tags = [chosen, ...navigator.languages].map((tag) => tag?.toLowerCase().split("-")[0]);
    return opening[tags.find((tag) => Object.hasOwn(opening, tag ?? "")) ?? "en"];
}

window.addEventListener("error", ({target}) => {
    const place = document.querySelector("#loading");
    if (!place || target?.localName !== "script") return;
    const [missing, repeat] = openingWords();
    const again = document.createElement("button");
    again.className = "button";
    again.textContent = repeat;
    again.addEventListener("click", () => location.reload());
    place.replaceChildren(missing, " ", again);
}, true);
