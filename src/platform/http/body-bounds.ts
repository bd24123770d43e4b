/** contract.md, Bounds. */
const DEPTH_MAX = 30;
const KEYS_MAX = 500;
/** Ten times the longest list that any call takes; a call's own limit is told as the error of its field. */
const ENTRIES_MAX = 10_000;
/** Of all objects and lists together: what costs time is their number, not their bytes. */
const VALUES_MAX = 20_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * What a JSON text has too much of, counted in its bytes before anything is made of them: `JSON.parse` alone takes 85 ms
 * for 112,000 keys, and whoever looks each key up among all keys takes half a minute. Broken JSON is not its business.
 * @param json UTF-8, in which no part of a longer character looks like a bracket
 * @returns a message that says which bound, or null when it holds all of them
 */
export function boundBroken(json: Uint8Array): string | null {
  const commas = new Uint32Array(DEPTH_MAX + 2);
  const most = new Uint32Array(DEPTH_MAX + 2).fill(ENTRIES_MAX);
  let depth = 0;
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case QUOTE:
        for (at += 1; at < json.length && json[at] !== QUOTE; at += 1) if (json[at] === BACKSLASH) at += 1;
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth += 1;
        values += 1;
        if (depth > DEPTH_MAX) return `The body is nested deeper than ${DEPTH_MAX} levels.`;
        commas[depth] = 0;
        most[depth] = json[at] === OPEN_OBJECT ? KEYS_MAX : ENTRIES_MAX;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        if (depth > 0) depth -= 1;
        break;
      case COMMA:
        values += 1;
        commas[depth]! += 1;
        // The comma that would begin one too many.
        if (commas[depth]! >= most[depth]!) {
          return most[depth] === KEYS_MAX
            ? `An object of the body has more than ${KEYS_MAX} keys.`
            : `A list of the body has more than ${ENTRIES_MAX} entries.`;
        }
        break;
    }
    if (values > VALUES_MAX) return `The body holds more than ${VALUES_MAX} values.`;
  }
  return null;
}
