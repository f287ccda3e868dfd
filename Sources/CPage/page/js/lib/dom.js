// Elements without innerHTML: whatever comes from documents, models or files becomes text, never markup.

/**
 * Makes an element.
 *
 * @param {string} name `div`, or with classes: `div.card.wide`.
 * @param {object} [attributes] `on…` takes a listener, `class` adds classes, `text` sets the content; true writes an empty
 *   attribute; null, undefined and false leave it out. There is no `style`: the content security policy forbids it.
 * @param {...(Node|string|number|null|undefined|false|Array)} children Strings become text.
 */
export function h(name, attributes, ...children) {
    const [tag, ...classes] = name.split(".");
    const element = document.createElement(tag || "div");
    if (classes.length) element.classList.add(...classes);
    apply(element, attributes);
    append(element, children);
    return element;
}

const svgNamespace = "http://www.w3.org/2000/svg";

/** The same for drawings. */
export function svg(name, attributes, ...children) {
    const [tag, ...classes] = name.split(".");
    const element = document.createElementNS(svgNamespace, tag);
    if (classes.length) element.classList.add(...classes);
    apply(element, attributes);
    append(element, children);
    return element;
}

function apply(element, attributes) {
    for (const [key, value] of Object.entries(attributes ?? {})) {
        if (value === null || value === undefined || value === false) continue;
        if (key.startsWith("on"))
            element.addEventListener(key.slice(2), value);
        else if (key === "class")
            element.classList.add(...String(value).split(" ").filter(Boolean));
        else if (key === "text")
            element.textContent = value;
        else if (key === "value" && "value" in element)
            element.value = value;
        else if (key === "checked" || key === "disabled" || key === "indeterminate")
            element[key] = Boolean(value);
        else
            element.setAttribute(key, value === true ? "" : value);
    }
}

function append(element, children) {
    for (const child of children.flat(Infinity)) {
        if (child === null || child === undefined || child === false) continue;
        element.append(child instanceof Node ? child : String(child));
    }
}

/** Replaces what is in an element. */
export function fill(element, ...children) {
    element.replaceChildren();
    append(element, children);
    return element;
}

/** Gives each element that must be named by another an id of its own. */
let lastID = 0;
export const uniqueID = (prefix = "id") => `${prefix}-${++lastID}`;

/** Calls `action` when it was not called again for a while. */
export function debounce(action, milliseconds = 200) {
    let timer;
    return (...values) => {
        clearTimeout(timer);
        timer = setTimeout(() => action(...values), milliseconds);
    };
}

/** Calls `action` at once, but no more often than this: the last call is never lost. */
export function throttle(action, milliseconds) {
    let timer = null;
    let isWanted = false;
    return function call() {
        if (timer) {
            isWanted = true;
            return;
        }
        action();
        timer = setTimeout(() => {
            timer = null;
            if (!isWanted) return;
            isWanted = false;
            call();
        }, milliseconds);
    };
}

/**
 * Keeps the focus where it was while a part of the page is drawn anew: on the element with the same `data-focus`. What was
 * opened stays open: the `details` with the same `data-open`.
 */
export function keepingFocus(root, draw) {
    const key =
        root.contains(document.activeElement) ? document.activeElement.closest("[data-focus]")?.dataset.focus : null;
    const opened = new Set([...root.querySelectorAll("details[open][data-open]")].map(({dataset}) => dataset.open));
    draw();
    for (const details of root.querySelectorAll("details[data-open]")) details.open ||= opened.has(details.dataset.open);
    if (!key) return;
    root.querySelector(`[data-focus="${CSS.escape(key)}"]`)?.focus({preventScroll: true});
}
