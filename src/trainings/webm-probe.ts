import type { Bytes } from './stored-bytes';

/** Reads from a WebM how long it is: Segment → Info → Duration × TimecodeScale, which stand before the first cluster. */
const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const TRACK_TYPE = 0x83;
const CLUSTER = 0x1f43b675;
const SCALE = 0x2ad7b1;
const DURATION = 0x4489;
const CONTAINERS: ReadonlySet<number> = new Set([SEGMENT, INFO, TRACKS, TRACK]);
const HEAD_BYTES = 1_048_576;

export function looksLikeWebm(head: Buffer): boolean {
  return head.length >= 16 && head.readUInt32BE(0) === EBML && head.subarray(0, 64).includes('webm', 0, 'latin1');
}

/** Milliseconds; null where there is no picture or no duration (a recording that was never finished). */
export async function webmDuration(file: Bytes, size: number): Promise<number | null> {
  const head = Buffer.alloc(Math.min(size, HEAD_BYTES));
  await file.read(head, 0, head.length, 0);
  const state = { scale: 1_000_000, duration: 0, picture: false };
  walk(0, head.length);
  const milliseconds = Math.round((state.duration * state.scale) / 1_000_000);
  return state.picture && Number.isSafeInteger(milliseconds) && milliseconds > 0 ? milliseconds : null;

  function walk(from: number, to: number): void {
    for (let at = from; at < to;) {
      const id = vint(at, false);
      const length = id && vint(id.next, true);
      if (!id || !length || id.value === CLUSTER) return;
      const end = length.unknown ? to : Math.min(to, length.next + length.value);
      if (CONTAINERS.has(id.value)) walk(length.next, end);
      else look(id.value, head.subarray(length.next, end));
      at = end;
    }
  }

  function look(id: number, content: Buffer): void {
    if (content.length < 1 || content.length > 8) return;
    if (id === SCALE) state.scale = content.readUIntBE(0, Math.min(6, content.length));
    else if (id === DURATION && content.length === 4) state.duration = content.readFloatBE(0);
    else if (id === DURATION && content.length === 8) state.duration = content.readDoubleBE(0);
    else if (id === TRACK_TYPE && content[0] === 1) state.picture = true;
  }

  /** A number of variable length; ids keep their marker bit, lengths lose it, and all ones mean "unknown". */
  function vint(at: number, masked: boolean): { value: number; next: number; unknown: boolean } | null {
    const first = head[at];
    if (!first) return null;
    const bytes = Math.clz32(first) - 23;
    if (bytes > 8 || at + bytes > head.length) return null;
    const marker = 0x80 >> (bytes - 1);
    let value = masked ? first & (marker - 1) : first;
    let ones = (first & (marker - 1)) === marker - 1;
    for (let i = 1; i < bytes; i++) {
      value = value * 256 + head[at + i]!;
      ones &&= head[at + i] === 0xff;
    }
    return { value, next: at + bytes, unknown: masked && ones };
  }
}
