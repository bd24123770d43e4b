import { inSlices } from './breath';

const ENTRIES_AT_ONCE = 64;

/**
 * The JSON text of an answer whose lists may be long: they are written some entries at a time, and others have their turn
 * in between. What else it holds is short.
 */
export async function jsonInSlices(answer: object): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let lead = '{';
  for (const [name, value] of Object.entries(answer) as [string, unknown][]) {
    if (value === undefined) continue;
    lead += `${JSON.stringify(name)}:`;
    if (Array.isArray(value) && value.length > ENTRIES_AT_ONCE) {
      pieces.push(Buffer.from(`${lead}[`));
      await inSlices(value.length, (from, to) => pieces.push(entries(value, from, to)), ENTRIES_AT_ONCE);
      lead = '],';
    } else lead += `${JSON.stringify(value)},`;
  }
  pieces.push(Buffer.from(`${lead === '{' ? lead : lead.slice(0, -1)}}`));
  return Buffer.concat(pieces);
}

/** Without the brackets around all of them. */
function entries(list: readonly unknown[], from: number, to: number): Buffer {
  const text = JSON.stringify(list.slice(from, to)).slice(1, -1);
  return Buffer.from(from ? `,${text}` : text);
}
