import { inflateSync } from 'node:zlib';

/**
 * The text runs of one of our PDFs, decoded by the glyph map of each font as a reader that copies text does.
 * Right-to-left text is in drawing order: its last letter first.
 */
export function pdfTextRuns(pdf: Buffer): string[] {
  return positionedTextRuns(pdf).map(({ text }) => text);
}

/** The same with the height of each run above the lower edge, in points. */
export function positionedTextRuns(pdf: Buffer): PositionedText[] {
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

interface PositionedText {
  text: string;
  height: number;
}
interface PdfObject {
  head: string;
  stream: string;
}

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const text = pdf.toString('latin1');
  const objects = new Map<string, PdfObject>();
  for (const match of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)(?:endobj|stream\n)/g)) {
    const [matchedText, id, head] = match;
    const length = Number(/\/Length (\d+)/.exec(head!)?.[1] ?? 0);
    const from = match.index + matchedText.length;
    const packed = pdf.subarray(from, from + length);
    const isText = matchedText.endsWith('stream\n') && head!.includes('FlateDecode') && !head!.includes('/Subtype');
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

function runsOf(stream: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): PositionedText[] {
  let glyphs: ReadonlyMap<string, string> = new Map();
  let height = 0;
  const runs: PositionedText[] = [];
  for (const [, at, font, operands] of stream.matchAll(
    /1 0 0 1 [\d.-]+ ([\d.-]+) Tm|\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g,
  )) {
    if (at) height = Number(at);
    else if (font) glyphs = fonts.get(font) ?? new Map();
    else {
      const hex = [...operands!.matchAll(/<([0-9a-f]*)>/gi)].map((match) => match[1]).join('');
      const text = (hex.match(/.{4}/g) ?? []).map((glyph) => glyphs.get(glyph.toLowerCase()) ?? '').join('');
      runs.push({ text, height });
    }
  }
  return runs;
}
