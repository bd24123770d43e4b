import { inflate } from 'node:zlib';
import { promisify } from 'node:util';
import { DOCUMENT_PAGES_MAX } from '../../contract/document-sections';
import { PdfName, PdfParser, PdfReference, PdfParseError, type PdfDictionary, type PdfValue } from './pdf-parser';
import { decodePredictor } from './pdf-predictors';
import type { RandomAccessBytes } from './stored-file-reader';

/*
 * Counts the pages of a PDF without rendering: trailer, cross-reference table, root, page tree (ISO 32000-1 §7.5,
 * §7.7.3). Files are untrusted, so bytes read, inflated sizes and opened objects are limited. The result is null if
 * counting fails within the limits.
 */
const inflateAsync = promisify(inflate);
const TAIL = 2_048;
const OBJECT_BYTES = 65_536;
const STREAM_BYTES = 4 * 1024 ** 2;
const INFLATED_MAX = 2 * 1024 ** 2;
/** Over all streams, which stay in memory until the pages are counted. */
const INFLATED_TOTAL_MAX = 16 * 1024 ** 2;
const SECTIONS_MAX = 64;
const OBJECTS_MAX = 2_000;
const DEPTH_MAX = 32;
/** Over all reads; enough for a 100 MB file whose pages are scattered. */
const READ_MAX = 48 * 1024 ** 2;
/** Over all parsed values, since objects may be referenced repeatedly. */
const PARSED_MAX = 4 * 1024 ** 2;

/** Readers accept a few bytes before the header. */
export const looksLikePdf = (head: Buffer): boolean => /%PDF-[12]\.\d/.test(head.toString('latin1', 0, 1_024));

/** null: damaged, encrypted, no pages, or too many pages. */
export async function countPdfPages(file: RandomAccessBytes, size: number): Promise<number | null> {
  try {
    return await new PdfReader(file, size).countPages();
  } catch (error) {
    if (error instanceof PdfParseError || isInflateError(error)) return null;
    throw error;
  }
}

/** The data is not deflated, inflates beyond the limit or is truncated. */
const isInflateError = (error: unknown): boolean => {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && (code.startsWith('Z_') || RANGE_ERROR_CODES.has(code));
};
const RANGE_ERROR_CODES = new Set(['ERR_BUFFER_TOO_LARGE', 'ERR_OUT_OF_RANGE']);

type ObjectLocation = { at: number } | { within: number; index: number };
interface ObjectStream {
  number: number;
  data: Buffer;
  /** Start offset of each object. */
  at: number[];
}
type SectionLookup = (number: number) => ObjectLocation | undefined;

class PdfReader {
  private sections: SectionLookup[] = [];
  private objectsOpened = 0;
  private readBytes = 0;
  private inflatedBytes = 0;
  /** By offset, since several object numbers may share one location. */
  private readonly packed = new Map<number, ObjectStream>();
  private readonly budget = { left: PARSED_MAX };

  constructor(
    private readonly file: RandomAccessBytes,
    private readonly size: number,
  ) {}

  async countPages(): Promise<number | null> {
    const tail = (await this.bytes(Math.max(0, this.size - TAIL), TAIL)).toString('latin1');
    const marker = /startxref\s+(\d{1,12})\s+%%EOF/g;
    const last = [...tail.matchAll(marker)].at(-1);
    if (!last) throw new PdfParseError();
    const trailer = await this.readSections(Number(last[1]));
    if (trailer.has('Encrypt')) throw new PdfParseError();
    const root = asDictionary(await this.resolve(trailer.get('Root')));
    const count = await this.countNodePages(root.get('Pages'), 0, new Set());
    return count >= 1 && count <= DOCUMENT_PAGES_MAX ? count : null;
  }

  /** A node whose Count equals its number of kids holds pages only; otherwise each kid is counted. */
  private async countNodePages(
    value: PdfValue | undefined,
    depth: number,
    ancestors: ReadonlySet<number>,
  ): Promise<number> {
    if (!(value instanceof PdfReference) || depth > DEPTH_MAX || ancestors.has(value.number)) throw new PdfParseError();
    const node = asDictionary(await this.resolve(value));
    if (!node.has('Kids')) return 1;
    const kids = await this.resolve(node.get('Kids'));
    if (!Array.isArray(kids)) throw new PdfParseError();
    const count = await this.resolve(node.get('Count'));
    if (count === kids.length) return kids.length;
    const ancestorsAndSelf = new Set(ancestors).add(value.number);
    let countPages = 0;
    for (const kid of kids) {
      countPages += await this.countNodePages(kid, depth + 1, ancestorsAndSelf);
      if (countPages > DOCUMENT_PAGES_MAX) throw new PdfParseError();
    }
    return countPages;
  }

  /** Newest first; each section refers to the previous one. */
  private async readSections(from: number): Promise<PdfDictionary> {
    let trailer: PdfDictionary | null = null;
    const pendingOffsets = [from];
    const visited = new Set<number>();
    while (pendingOffsets.length > 0) {
      const at = pendingOffsets.shift()!;
      if (visited.has(at) || at >= this.size || this.sections.length >= SECTIONS_MAX) throw new PdfParseError();
      visited.add(at);
      const section = await this.readSection(at);
      trailer ??= section;
      const hybrid = section.get('XRefStm');
      if (typeof hybrid === 'number' && !visited.has(hybrid)) pendingOffsets.push(hybrid);
      const previousOffset = section.get('Prev');
      if (typeof previousOffset === 'number') pendingOffsets.push(previousOffset);
    }
    return trailer!;
  }

  private async readSection(at: number): Promise<PdfDictionary> {
    const head = (await this.bytes(at, 64)).toString('latin1');
    const table = /^\s*xref\s*/.exec(head);
    return table ? this.readXrefTable(at + table[0].length) : this.readXrefStream(at);
  }

  /** Lines of 20 bytes, with a heading before each range. */
  private async readXrefTable(from: number): Promise<PdfDictionary> {
    const ranges: { first: number; count: number; at: number }[] = [];
    let at = from;
    for (;;) {
      const text = (await this.bytes(at, 64)).toString('latin1');
      const heading = /^\s*(\d{1,10})\s+(\d{1,10})\s*?(?:\r\n|\n|\r)/.exec(text);
      if (!heading) break;
      const [match, first, count] = heading;
      if (ranges.length >= OBJECTS_MAX) throw new PdfParseError();
      ranges.push({ first: Number(first), count: Number(count), at: at + match.length });
      at += match.length + Number(count) * 20;
      if (at >= this.size) throw new PdfParseError();
    }
    const entries = new Map<number, ObjectLocation | undefined>();
    const trailer = /^\s*trailer\s*/.exec((await this.bytes(at, 64)).toString('latin1'));
    if (!trailer) throw new PdfParseError();
    // Entries are read on demand: a table may have a million of them.
    this.sections.push((number) => entries.get(number));
    this.lookups.push(async (number) => {
      const range = ranges.find(({ first, count }) => number >= first && number < first + count);
      if (!range) return;
      const line = (await this.bytes(range.at + (number - range.first) * 20, 20)).toString('latin1');
      const entry = /^(\d{10}) \d{5} ([nf])/.exec(line);
      if (entry?.[2] === 'n') entries.set(number, { at: Number(entry[1]) });
    });
    return asDictionary(this.parser(await this.bytes(at + trailer[0].length, OBJECT_BYTES)).readValue());
  }

  /** Loads the entry of an object before its section is asked. */
  private readonly lookups: ((number: number) => Promise<void>)[] = [];

  /** Cross-reference stream: fixed-width columns. */
  private async readXrefStream(at: number): Promise<PdfDictionary> {
    const { dictionary, data } = await this.readStream(at);
    const type = dictionary.get('Type');
    if (!(type instanceof PdfName) || type.text !== 'XRef') throw new PdfParseError();
    const widths = asWholeNumbers(dictionary.get('W'));
    const [w0 = 0, w1 = 0, w2 = 0] = widths;
    const width = w0 + w1 + w2;
    if (widths.length !== 3 || width < 1 || widths.some((each) => each > 6)) throw new PdfParseError();
    const size = dictionary.get('Size');
    const ranges = dictionary.has('Index')
      ? asWholeNumbers(dictionary.get('Index'))
      : [0, typeof size === 'number' ? size : 0];
    const field = (from: number, bytes: number): number => (bytes === 0 ? 0 : data.readUIntBE(from, bytes));
    this.sections.push((number) => {
      let row = 0;
      for (let at = 0; at + 1 < ranges.length; at += 2) {
        const [first, count] = [ranges[at]!, ranges[at + 1]!];
        if (number >= first && number < first + count) {
          const from = (row + number - first) * width;
          if (from + width > data.length) return undefined;
          const entryType = w0 === 0 ? 1 : field(from, w0);
          const location = field(from + w0, w1);
          if (entryType === 1) return { at: location };
          return entryType === 2 ? { within: location, index: field(from + w0 + w1, w2) } : undefined;
        }
        row += count;
      }
      return undefined;
    });
    this.lookups.push(() => Promise.resolve());
    return dictionary;
  }

  /** Follows a reference; returns other values unchanged. */
  private async resolve(value: PdfValue | undefined): Promise<PdfValue> {
    if (value === undefined) throw new PdfParseError();
    if (!(value instanceof PdfReference)) return value;
    if (++this.objectsOpened > OBJECTS_MAX) throw new PdfParseError();
    const location = await this.locate(value.number);
    if ('within' in location) return this.readPackedObject(location.within, location.index);
    const parser = await this.openObject(location.at, value.number);
    return parser.readValue();
  }

  private async locate(number: number): Promise<ObjectLocation> {
    for (const [at, section] of this.sections.entries()) {
      await this.lookups[at]!(number);
      const location = section(number);
      if (location) return location;
    }
    throw new PdfParseError();
  }

  /** Skips `12 0 obj` and checks the object number. */
  private async openObject(at: number, number?: number): Promise<PdfParser> {
    const parser = this.parser(await this.bytes(at, OBJECT_BYTES));
    const objectNumber = parser.readObjectNumber();
    if (objectNumber === null || (number !== undefined && objectNumber !== number)) throw new PdfParseError();
    return parser;
  }

  /** Object streams (§7.5.7). */
  private async readPackedObject(number: number, index: number): Promise<PdfValue> {
    const location = await this.locate(number);
    if (!('at' in location)) throw new PdfParseError();
    let packed = this.packed.get(location.at);
    if (!packed) {
      const { dictionary, data } = await this.readStream(location.at, number);
      const [count, first] = [dictionary.get('N'), dictionary.get('First')];
      if (typeof count !== 'number' || typeof first !== 'number' || count > 10_000) throw new PdfParseError();
      const head = this.parser(data.subarray(0, first));
      packed = { number, data, at: [] };
      while (packed.at.length < count) {
        head.readValue();
        const offset = head.readValue();
        if (typeof offset !== 'number' || offset < 0) throw new PdfParseError();
        packed.at.push(first + offset);
      }
      this.packed.set(location.at, packed);
    }
    const from = packed.at[index];
    if (from === undefined || packed.number !== number) throw new PdfParseError();
    return this.parser(packed.data.subarray(from, from + OBJECT_BYTES)).readValue();
  }

  private parser(source: Buffer): PdfParser {
    return new PdfParser(source, this.budget);
  }

  private async readStream(at: number, number?: number): Promise<{ dictionary: PdfDictionary; data: Buffer }> {
    const parser = await this.openObject(at, number);
    const dictionary = asDictionary(parser.readValue());
    const from = parser.findStreamOffset();
    const length = await this.resolve(dictionary.get('Length'));
    if (from === null || typeof length !== 'number' || length < 0 || length > STREAM_BYTES) throw new PdfParseError();
    const raw = await this.bytes(at + from, length);
    if (!dictionary.has('Filter')) return { dictionary, data: raw };
    const filter = dictionary.get('Filter');
    const only = Array.isArray(filter) && filter.length === 1 ? filter[0] : filter;
    if (!(only instanceof PdfName) || only.text !== 'FlateDecode') throw new PdfParseError();
    const remaining = INFLATED_TOTAL_MAX - this.inflatedBytes;
    if (remaining < 1) throw new PdfParseError();
    const data = await inflateAsync(raw, { maxOutputLength: Math.min(INFLATED_MAX, remaining) });
    this.inflatedBytes += data.length;
    const decodeParameters = dictionary.get('DecodeParms');
    return {
      dictionary,
      data: decodePredictor(data, Array.isArray(decodeParameters) ? decodeParameters[0] : decodeParameters),
    };
  }

  /** May return fewer bytes at the end of the file. */
  private async bytes(from: number, length: number): Promise<Buffer> {
    const count = Math.min(length, this.size - from);
    this.readBytes += Math.max(0, count);
    if (!Number.isSafeInteger(from) || from < 0 || count <= 0 || this.readBytes > READ_MAX) throw new PdfParseError();
    const buffer = Buffer.alloc(count);
    await this.file.read(buffer, 0, count, from);
    return buffer;
  }
}

function asDictionary(value: PdfValue | undefined): PdfDictionary {
  if (value instanceof Map) return value;
  throw new PdfParseError();
}

/** Non-negative integers. */
function asWholeNumbers(value: PdfValue | undefined): number[] {
  if (!Array.isArray(value) || value.length > OBJECTS_MAX) throw new PdfParseError();
  if (!value.every((each) => Number.isSafeInteger(each) && (each as number) >= 0)) throw new PdfParseError();
  return value as number[];
}
