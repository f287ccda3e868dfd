// How private something is.

import {select} from "./controls.js";

export const labels = [["public", "Public"], ["personal", "Personal"], ["private", "Private"]];

export const labelHelp =
    "Public may be seen by every engine. Personal goes to another host only with your consent. Private never leaves this machine.";

/** A choice of label. */
export const labelSelect = (value, onchange, attributes = {}) =>
    select(labels, value, onchange, {"aria-label": "Privacy", title: labelHelp, ...attributes});
