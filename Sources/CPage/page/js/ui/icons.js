// Line drawings on a grid of 24, drawn with the colour of the text. Always beside a word or in a control that has a name, so
// they are hidden from readers of the screen.

import {svg} from "../lib/dom.js";

const paths = {
    chat: "M4 5h16v11H9l-5 4z",
    documents: "M7 3h7l4 4v14H7zM14 3v4h4M10 12h5M10 16h5",
    transcripts: "M5 10v4M9 6v12M13 9v6M17 4v16M21 10v4",
    journal: "M6 3h13v18H6zM6 7H4M6 12H4M6 17H4M10 8h5M10 12h5",
    calendar: "M4 6h16v14H4zM4 10h16M8 3v5M16 3v5",
    models: "M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9",
    privacy: "M12 3l8 3v6c0 5-3.5 8-8 9-4.500-1-8-4-8-9V6zM9 12l2 2 4-4",
    settings: "M4 7h10M18 7h2M4 12h3M11 12h9M4 17h8M16 17h4M16 5v4M9 10v4M14 15v4",
    menu: "M4 7h16M4 12h16M4 17h16",
    close: "M6 6l12 12M18 6L6 18",
    plus: "M12 5v14M5 12h14",
    more:
        "M12 5.500a.5.5 0 1 0 0 1a.5.5 0 1 0 0-1M12 11.500a.5.5 0 1 0 0 1a.5.5 0 1 0 0-1M12 17.500a.5.5 0 1 0 0 1a.5.5 0 1 0 0-1",
    search: "M10.5 5a5.500 5.500 0 1 0 0 11a5.500 5.500 0 1 0 0-11M15 15l5 5",
    send: "M5 12h13M12 6l6 6-6 6",
    stop: "M7 7h10v10H7z",
    again: "M19 12a7 7 0 1 1-2-5M19 4v4h-4",
    edit: "M5 19l1-4L16 5l3 3L9 18zM14 7l3 3",
    copy: "M9 9h10v11H9zM6 15H5V4h10v2",
    upload: "M12 16V4M7 9l5-5 5 5M5 16v4h14v-4",
    download: "M12 4v12M7 11l5 5 5-5M5 20h14",
    trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
    check: "M5 12l5 5 9-10",
    question: "M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 18v.01",
    left: "M15 5l-7 7 7 7",
    right: "M9 5l7 7-7 7",
    up: "M6 14l6-6 6 6",
    down: "M6 10l6 6 6-6",
    pause: "M9 6v12M15 6v12",
    play: "M8 5l11 7-11 7z",
    back: "M5 12a7 7 0 1 0 2-5M5 4v4h4",
    sound: "M5 10v4h3l4 4V6L8 10zM15.500 9a4 4 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11",
    device: "M4 5h16v11H4zM9 20h6M12 16v4",
    phone: "M7 2h10v20H7zM11 18h2",
    cloud: "M7 18a4 4 0 0 1 0-8a5 5 0 0 1 10-1a4 4 0 0 1 0 9z",
    microphone: "M9 5a3 3 0 0 1 6 0v6a3 3 0 0 1-6 0zM5 11a7 7 0 0 0 14 0M12 18v3",
    network: "M9 4h6v5H9zM3 15h6v5H3zM15 15h6v5h-6zM12 9v3M6 15v-3h12v3",
    clip: "M19 11l-7.500 7.500a4 4 0 0 1-6-6L13 5a2.700 2.700 0 0 1 4 4l-7.500 7.500a1.300 1.300 0 0 1-2-2L14 8",
    folder: "M3 6h6l2 2h10v11H3z",
    sun:
        "M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8M12 3v2M12 19v2M3 12h2M19 12h2M5.600 5.600l1.400 1.400M17 17l1.400 1.400M18.400 5.600L17 7M7 17l-1.400 1.400",
    moon: "M19 14A8 8 0 1 1 10 5a6 6 0 0 0 9 9z",
    warning: "M12 4l9 16H3zM12 10v5M12 18v.01",
    pin: "M9 3h6l-1 7 3 3H7l3-3zM12 13v8",
    branch: "M7 4v16M7 14c0-4 10-2 10-8M14 8l3-3 3 3",
    columns: "M4 5h16v14H4zM12 5v14",
    flame: "M12 3c1 4 5 5.500 5 10a5 5 0 0 1-10 0c0-2 1-3 2-4c.5 1 1 1.500 2 2c0-3-.5-5 1-8z",
};

/** Those that point along the line: where it runs from right to left they point the other way. */
const pointing = ["left", "right", "send"];

export function icon(name) {
    return svg("svg.icon", {
        class: pointing.includes(name) ? "pointing" : "",
        viewBox: "0 0 24 24",
        "aria-hidden": "true",
        focusable: "false"
    },
        svg("path", {d: paths[name] ?? paths.question}));
}
