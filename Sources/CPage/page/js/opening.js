// What stands there while the page opens. No module: it has to say so where modules could not be loaded, because Hearth stopped
// in the middle, and less than the whole page was kept.

window.addEventListener("error", ({target}) => {
    const place = document.querySelector("#loading");
    if (!place || target?.localName !== "script") return;
    const again = document.createElement("button");
    again.className = "button";
    again.textContent = "Try again";
    again.addEventListener("click", () => location.reload());
    place.replaceChildren("Hearth is not there. ", again);
}, true);
