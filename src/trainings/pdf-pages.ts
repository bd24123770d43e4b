import { inflate } from 'node:zlib';
import { promisify } from 'node:util';
import { DOCUMENT_PAGES_MAX } from '../contract/document-sections';
import { Name, Parser, Ref, Unfollowed, type Dict, type Value } from './pdf-notation';
import { unpredicted } from './pdf-predictors';
import type { Bytes } from './stored-bytes';

/*
 * Reads from a PDF how many pages it has, without drawing or unpacking it: the end names the table of objects, that names
 * the root, the root the tree of pages, which is walked by its counts (ISO 32000-1 §7.5, §7.7.3). Files may say what they
 * like, so all is bounded: how many bytes are looked at, how large what was deflated may become, how many objects are
 * opened. What cannot be followed within the bounds is null: not counted.
 */
const inflated = promisify(inflate);
const TAIL = 2_048;
const OBJECT_BYTES = 65_536;
const STREAM_BYTES = 4 * 1024 ** 2;
const UNPACKED_MAX = 2 * 1024 ** 2;
/** Of all that is unpacked together: it is kept until the pages are counted. */
const UNPACKED_TOTAL_MAX = 16 * 1024 ** 2;
const SECTIONS_MAX = 64;
const OBJECTS_MAX = 2_000;
const DEPTH_MAX = 32;
/** Of all that is read together: what a file of 100 MB with each of its pages in a place of its own may cost. */
const READ_MAX = 48 * 1024 ** 2;
/** Of the notation, value by value: objects may be named again and again. */
const PARSED_MAX = 4 * 1024 ** 2;

/** By its first bytes; readers pass over a little that stands before. */
export const looksLikePdf = (head: Buffer): boolean => /%PDF-[12]\.\d/.test(head.toString('latin1', 0, 1_024));

/** null: it is damaged, encrypted, has none, or more than anybody reads. */
export async function pdfPages(file: Bytes, size: number): Promise<number | null> {
  try {
    return await new PdfObjects(file, size).pages();
  } catch (error) {
    if (error instanceof Unfollowed || isOfItsBytes(error)) return null;
    throw error;
  }
}

/** What was deflated is none, becomes too large, or is shorter than it says. */
const isOfItsBytes = (error: unknown): boolean => {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && (code.startsWith('Z_') || BEYOND.has(code));
};
const BEYOND = new Set(['ERR_BUFFER_TOO_LARGE', 'ERR_OUT_OF_RANGE']);

type Place = { at: number } | { within: number; index: number };
interface Packed {
  number: number;
  data: Buffer;
  /** Where each object begins. */
  at: number[];
}
type Section = (number: number) => Place | undefined;

class PdfObjects {
  private sections: Section[] = [];
  private opened = 0;
  private readBytes = 0;
  private unpackedBytes = 0;
  /** By where they lie: many numbers may say one place. */
  private readonly packed = new Map<number, Packed>();
  private readonly budget = { left: PARSED_MAX };

  constructor(
    private readonly file: Bytes,
    private readonly size: number,
  ) {}

  async pages(): Promise<number | null> {
    const tail = (await this.bytes(Math.max(0, this.size - TAIL), TAIL)).toString('latin1');
    const said = /startxref\s+(\d{1,12})\s+%%EOF/g;
    const last = [...tail.matchAll(said)].at(-1);
    if (!last) throw new Unfollowed();
    const trailer = await this.readSections(Number(last[1]));
    if (trailer.has('Encrypt')) throw new Unfollowed();
    const root = dict(await this.resolved(trailer.get('Root')));
    const count = await this.countOf(root.get('Pages'), 0, new Set());
    return count >= 1 && count <= DOCUMENT_PAGES_MAX ? count : null;
  }

  /** A node that has as many pages as kids has pages alone; else each of its kids is asked. */
  private async countOf(value: Value | undefined, depth: number, above: ReadonlySet<number>): Promise<number> {
    if (!(value instanceof Ref) || depth > DEPTH_MAX || above.has(value.number)) throw new Unfollowed();
    const node = dict(await this.resolved(value));
    if (!node.has('Kids')) return 1;
    const kids = await this.resolved(node.get('Kids'));
    if (!Array.isArray(kids)) throw new Unfollowed();
    const count = await this.resolved(node.get('Count'));
    if (count === kids.length) return kids.length;
    const beneath = new Set(above).add(value.number);
    let pages = 0;
    for (const kid of kids) {
      pages += await this.countOf(kid, depth + 1, beneath);
      if (pages > DOCUMENT_PAGES_MAX) throw new Unfollowed();
    }
    return pages;
  }

  /** The newest first; each names the one before it. */
  private async readSections(from: number): Promise<Dict> {
    let trailer: Dict | null = null;
    const waiting = [from];
    const seen = new Set<number>();
    while (waiting.length > 0) {
      const at = waiting.shift()!;
      if (seen.has(at) || at >= this.size || this.sections.length >= SECTIONS_MAX) throw new Unfollowed();
      seen.add(at);
      const said = await this.readSection(at);
      trailer ??= said;
      const hybrid = said.get('XRefStm');
      if (typeof hybrid === 'number' && !seen.has(hybrid)) waiting.push(hybrid);
      const before = said.get('Prev');
      if (typeof before === 'number') waiting.push(before);
    }
    return trailer!;
  }

  private async readSection(at: number): Promise<Dict> {
    const head = (await this.bytes(at, 64)).toString('latin1');
    const table = /^\s*xref\s*/.exec(head);
    return table ? this.readTable(at + table[0].length) : this.readTableStream(at);
  }

  /** Lines of twenty bytes, a heading before each run of them. */
  private async readTable(from: number): Promise<Dict> {
    const runs: { first: number; count: number; at: number }[] = [];
    let at = from;
    for (;;) {
      const text = (await this.bytes(at, 64)).toString('latin1');
      const heading = /^\s*(\d{1,10})\s+(\d{1,10})\s*?(?:\r\n|\n|\r)/.exec(text);
      if (!heading) break;
      const [whole, first, count] = heading;
      if (runs.length >= OBJECTS_MAX) throw new Unfollowed();
      runs.push({ first: Number(first), count: Number(count), at: at + whole.length });
      at += whole.length + Number(count) * 20;
      if (at >= this.size) throw new Unfollowed();
    }
    const entries = new Map<number, Place | undefined>();
    const trailer = /^\s*trailer\s*/.exec((await this.bytes(at, 64)).toString('latin1'));
    if (!trailer) throw new Unfollowed();
    // Looked up when they are asked for: a table may name a million objects, of which a few are opened.
    this.sections.push((number) => entries.get(number));
    this.lookups.push(async (number) => {
      const run = runs.find(({ first, count }) => number >= first && number < first + count);
      if (!run) return;
      const line = (await this.bytes(run.at + (number - run.first) * 20, 20)).toString('latin1');
      const entry = /^(\d{10}) \d{5} ([nf])/.exec(line);
      if (entry?.[2] === 'n') entries.set(number, { at: Number(entry[1]) });
    });
    return dict(this.parser(await this.bytes(at + trailer[0].length, OBJECT_BYTES)).value());
  }

  /** What a section has to read before it can say where an object is. */
  private readonly lookups: ((number: number) => Promise<void>)[] = [];

  /** The same as a stream of fixed columns. */
  private async readTableStream(at: number): Promise<Dict> {
    const { said, data } = await this.stream(at);
    const type = said.get('Type');
    if (!(type instanceof Name) || type.text !== 'XRef') throw new Unfollowed();
    const widths = numbers(said.get('W'));
    const [w0 = 0, w1 = 0, w2 = 0] = widths;
    const width = w0 + w1 + w2;
    if (widths.length !== 3 || width < 1 || widths.some((each) => each > 6)) throw new Unfollowed();
    const size = said.get('Size');
    const runs = said.has('Index') ? numbers(said.get('Index')) : [0, typeof size === 'number' ? size : 0];
    const field = (from: number, bytes: number): number => (bytes === 0 ? 0 : data.readUIntBE(from, bytes));
    this.sections.push((number) => {
      let row = 0;
      for (let at = 0; at + 1 < runs.length; at += 2) {
        const [first, count] = [runs[at]!, runs[at + 1]!];
        if (number >= first && number < first + count) {
          const from = (row + number - first) * width;
          if (from + width > data.length) return undefined;
          const kind = w0 === 0 ? 1 : field(from, w0);
          const place = field(from + w0, w1);
          if (kind === 1) return { at: place };
          return kind === 2 ? { within: place, index: field(from + w0 + w1, w2) } : undefined;
        }
        row += count;
      }
      return undefined;
    });
    this.lookups.push(() => Promise.resolve());
    return said;
  }

  /** What a reference stands for; everything else as it is. */
  private async resolved(value: Value | undefined): Promise<Value> {
    if (value === undefined) throw new Unfollowed();
    if (!(value instanceof Ref)) return value;
    if (++this.opened > OBJECTS_MAX) throw new Unfollowed();
    const place = await this.placeOf(value.number);
    if ('within' in place) return this.unpacked(place.within, place.index);
    const parser = await this.objectAt(place.at, value.number);
    return parser.value();
  }

  private async placeOf(number: number): Promise<Place> {
    for (const [at, section] of this.sections.entries()) {
      await this.lookups[at]!(number);
      const place = section(number);
      if (place) return place;
    }
    throw new Unfollowed();
  }

  /** Behind `12 0 obj`; it has to be the one that was asked for. */
  private async objectAt(at: number, number?: number): Promise<Parser> {
    const parser = this.parser(await this.bytes(at, OBJECT_BYTES));
    const found = parser.object();
    if (found === null || (number !== undefined && found !== number)) throw new Unfollowed();
    return parser;
  }

  /** Objects that are deflated together (§7.5.7). */
  private async unpacked(number: number, index: number): Promise<Value> {
    const place = await this.placeOf(number);
    if (!('at' in place)) throw new Unfollowed();
    let packed = this.packed.get(place.at);
    if (!packed) {
      const { said, data } = await this.stream(place.at, number);
      const [count, first] = [said.get('N'), said.get('First')];
      if (typeof count !== 'number' || typeof first !== 'number' || count > 10_000) throw new Unfollowed();
      const head = this.parser(data.subarray(0, first));
      packed = { number, data, at: [] };
      while (packed.at.length < count) {
        head.value();
        const offset = head.value();
        if (typeof offset !== 'number' || offset < 0) throw new Unfollowed();
        packed.at.push(first + offset);
      }
      this.packed.set(place.at, packed);
    }
    const from = packed.at[index];
    if (from === undefined || packed.number !== number) throw new Unfollowed();
    return this.parser(packed.data.subarray(from, from + OBJECT_BYTES)).value();
  }

  private parser(source: Buffer): Parser {
    return new Parser(source, this.budget);
  }

  private async stream(at: number, number?: number): Promise<{ said: Dict; data: Buffer }> {
    const parser = await this.objectAt(at, number);
    const said = dict(parser.value());
    const from = parser.streamFrom();
    const length = await this.resolved(said.get('Length'));
    if (from === null || typeof length !== 'number' || length < 0 || length > STREAM_BYTES) throw new Unfollowed();
    const raw = await this.bytes(at + from, length);
    if (!said.has('Filter')) return { said, data: raw };
    const filter = said.get('Filter');
    const only = Array.isArray(filter) && filter.length === 1 ? filter[0] : filter;
    if (!(only instanceof Name) || only.text !== 'FlateDecode') throw new Unfollowed();
    const left = UNPACKED_TOTAL_MAX - this.unpackedBytes;
    if (left < 1) throw new Unfollowed();
    const data = await inflated(raw, { maxOutputLength: Math.min(UNPACKED_MAX, left) });
    this.unpackedBytes += data.length;
    const how = said.get('DecodeParms');
    return { said, data: unpredicted(data, Array.isArray(how) ? how[0] : how) };
  }

  /** As many as there are. */
  private async bytes(from: number, length: number): Promise<Buffer> {
    const count = Math.min(length, this.size - from);
    this.readBytes += Math.max(0, count);
    if (!Number.isSafeInteger(from) || from < 0 || count <= 0 || this.readBytes > READ_MAX) throw new Unfollowed();
    const into = Buffer.alloc(count);
    await this.file.read(into, 0, count, from);
    return into;
  }
}

function dict(value: Value | undefined): Dict {
  if (value instanceof Map) return value;
  throw new Unfollowed();
}

/** Whole ones, none below nought. */
function numbers(value: Value | undefined): number[] {
  if (!Array.isArray(value) || value.length > OBJECTS_MAX) throw new Unfollowed();
  if (!value.every((each) => Number.isSafeInteger(each) && (each as number) >= 0)) throw new Unfollowed();
  return value as number[];
}
