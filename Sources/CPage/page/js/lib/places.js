// Where a request goes, in words that everybody knows: this device, one's own network, or the cloud.

import {say} from "./words.js";

/** Private addresses (RFC 1918, 3927, 4193, 4291), whole ones: a name may begin with the same digits. */
const privateAddress =
    /^(?:(?:10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){2,3}|\[(?:f[cd][0-9a-f]{2}|fe80):[0-9a-f:.%]*\])$/i;
/** Names that no public server has. */
const privateName = /^[^.:]+$|\.(?:local|lan|home|internal|home\.arpa)$/i;

/**
 * @param {{onDevice?: boolean, host?: string|null}} route
 * @returns {{kind: "device"|"network"|"cloud", words: string, symbol: string}}
 */
export function placeOf({onDevice, host}) {
    if (onDevice ?? !host) return {kind: "device", words: say("on this device"), symbol: "device"};
    const name = host.replace(/:\d+$/, "");
    if (privateAddress.test(name) || privateName.test(name))
        return {kind: "network", words: say("on your network, at {host}", {host}), symbol: "network"};
    return {kind: "cloud", words: say("in the cloud, at {host}", {host}), symbol: "cloud"};
}
