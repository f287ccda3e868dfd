// The parts of the settings, named by what they are for, in the order in which they are looked for. The last group is folded: nobody has to know of it.

import {say} from "../lib/words.js";

/** Name of each group and its parts: the part's key in the address, what it is called, and words by which it is looked for, too. */
export const settingsPlaces = [
    [say("This page and you"), [
        ["look", say("Colours and language"), say("theme dark light translation sign out")],
        ["account", say("Your account"), say("password token program")],
        ["devices", say("Where you are signed in"), say("browsers sessions phone")],
        ["people", say("Who may sign in"), say("accounts users invite family")]
    ]],
    [say("Who answers"), [
        ["providers", say("Services on the internet"), say("openai anthropic api key provider")],
        ["endpoints", say("Servers of your own"), say("ollama lm studio endpoint")]
    ]],
    [say("This Hearth"), [
        ["storage", say("What is stored"), say("disk size folder")],
        ["moving", say("Move to another machine"), say("backup restore new computer")],
        ["about", say("About Hearth"), say("version doctor missing")]
    ]],
    [say("Seldom needed"), [
        ["generation", say("How freely it writes"), say("temperature tokens generation")],
        ["tools", say("Tools that answers may use"), say("mcp servers connect")],
        ["environments", say("Sets of settings"), say("environments profiles")],
        ["all", say("All settings"), say("configure")]
    ]]
];

/** What a part is called. */
export const settingsPlace = (key) => settingsPlaces.flatMap(([, parts]) => parts).find(([name]) => name === key)?.[1];
