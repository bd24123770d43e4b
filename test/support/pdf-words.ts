import { inflateSync } from 'node:zlib';

/**
 * What is drawn on the pages of a document of ours, run by run, as a reader that copies the text would get it: by each
 * font's own map of glyphs. What runs from the right stands as it is drawn, its last letter first.
 */
export function wordsOf(pdf: Buffer): string[] {
  return placedWordsOf(pdf).map(({ words }) => words);
}

/** The same with how far above the lower edge each run stands, in points. */
export function placedWordsOf(pdf: Buffer): PlacedWords[] {
  const objects = objectsOf(pdf);
  const fonts = new Map<string, ReadonlyMap<string, string>>();
  for (const { head } of objects.values()) {
    for (const [, name, id] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id!)?.head ?? '')?.[1];
      if (map) fonts.set(name!, glyphsOf(objects.get(map)!.stream));
    }
  }
  return [...objects.values()].flatMap(({ stream }) => runsOf(stream, fonts));
}

interface PlacedWords {
  words: string;
  height: number;
}
interface PdfObject {
  head: string;
  stream: string;
}

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const text = pdf.toString('latin1');
  const objects = new Map<string, PdfObject>();
  for (const found of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)(?:endobj|stream\n)/g)) {
    const [whole, id, head] = found;
    const length = Number(/\/Length (\d+)/.exec(head!)?.[1] ?? 0);
    const from = found.index + whole.length;
    const packed = pdf.subarray(from, from + length);
    const isText = whole.endsWith('stream\n') && head!.includes('FlateDecode') && !head!.includes('/Subtype');
    objects.set(id!, { head: head!, stream: isText ? inflateSync(packed).toString('latin1') : '' });
  }
  return objects;
}

/** `<0001> <0003> [<0041> <0042> <0043>]` */
function glyphsOf(map: string): Map<string, string> {
  const glyphs = new Map<string, string>();
  for (const [, from, , list] of map.matchAll(/<([0-9a-f]{4})> <([0-9a-f]{4})> \[([^\]]*)\]/gi)) {
    [...list!.matchAll(/<([0-9a-f ]*)>/gi)].forEach(([, hex], at) => {
      const units = hex!.replaceAll(' ', '').match(/.{4}/g) ?? [];
      const glyph = (parseInt(from!, 16) + at).toString(16).padStart(4, '0');
      glyphs.set(glyph, String.fromCharCode(...units.map((unit) => parseInt(unit, 16))));
    });
  }
  return glyphs;
}

function runsOf(stream: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): PlacedWords[] {
  let glyphs: ReadonlyMap<string, string> = new Map();
  let height = 0;
  const runs: PlacedWords[] = [];
  for (const [, at, font, drawn] of stream.matchAll(
    /1 0 0 1 [\d.-]+ ([\d.-]+) Tm|\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g,
  )) {
    if (at) height = Number(at);
    else if (font) glyphs = fonts.get(font) ?? new Map();
    else {
      const hex = [...drawn!.matchAll(/<([0-9a-f]*)>/gi)].map((match) => match[1]).join('');
      const words = (hex.match(/.{4}/g) ?? []).map((glyph) => glyphs.get(glyph.toLowerCase()) ?? '').join('');
      runs.push({ words, height });
    }
  }
  return runs;
}
