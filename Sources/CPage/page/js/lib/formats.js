// What people call the formats of documents.

import {say} from "./words.js";

const formats = [
    ["pdf", "PDF"], ["markdown", "Markdown"], ["text", say("Text")], ["html", "HTML"],
    ["docx", "Word"], ["odt", "OpenDocument"], ["epub", "EPUB"], ["srt", say("Subtitles")], ["vtt", say("Subtitles")], ["csv", "CSV"],
    ["xlsx", "Excel"], ["pptx", "PowerPoint"], ["rtf", "Rich Text"], ["mbox", say("Mailbox")],
    ["ods", say("OpenDocument spreadsheet")], ["odp", say("OpenDocument presentation")], ["ics", say("Calendar")],
    ["vcf", say("Contacts")], ["ipynb", say("Notebook")], ["image", say("Picture")],
    ["chat", say("Conversations")], ["notes", say("Notes")], ["bookmarks", say("Bookmarks")], ["zip", say("Archive")]
];

/** Endings of recordings. */
export const soundEndings = ["wav", "mp3", "m4a", "aac", "flac", "ogg", "oga", "opus", "webm", "mp4"];

export const endingOf = (name) => name.toLowerCase().split(".").pop();

/** Whether a file is a recording, as far as its name tells, or what the browser says of it. */
export const isSound = (name, type) => soundEndings.includes(endingOf(name)) || /^(audio|video)\//.test(type ?? "");

const names = new Map(formats);

/** A mail is text to the server; the name of its file tells what it is. */
export const isMail = (path) => /\.emlx?$/i.test(path);

/** Its own name where there is none for people. */
export const formatName = (format, path = "") => (format === "text" && isMail(path) ? say("E-mail") : names.get(format) ?? format);
