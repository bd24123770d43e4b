import PDFDocument from 'pdfkit';
import { yieldToEventLoop } from '../event-loop';
import { PdfText, type Align, type Page } from './pdf-text';
import { plainOf, TINTS, type Cell, type Column, type Parts, type Pieces, type Plain, type Table } from './table';
import { wallTime } from './wall-time';

/** A4, lying. */
const MARGIN = 32;
const PADDING = 3;
const SIZE = 7.5;
/** Points of a character of a column's width. */
const CHARACTER = 4.6;
const HEAD_COLOR = '#403098';
const LINE_COLOR = '#d5d5dd';
const INK = '#1f1f29';
const SOFT = '#595959';

interface Placed {
  readonly at: number;
  readonly column: Column;
  readonly width: number;
}
interface Fixed {
  readonly table: Table;
  readonly page: Page;
  readonly text: PdfText;
  readonly formats: (value: Plain, column: Column) => string;
}

/**
 * A table on pages: heads on each, long cells wrapped, columns that find no room on further pages with the frozen ones
 * repeated, then what the document is and the numbers of its pages. Of a bounded number of rows: they are laid out at once.
 */
export async function* pdfTable(table: Table, parts: Parts): Pieces {
  const rows: (readonly Cell[])[] = [];
  for await (const part of parts) rows.push(...part);
  const page = new PDFDocument({
    ...{ size: 'A4', layout: 'landscape', margin: 0, bufferPages: true, font: null, lang: table.language },
    info: { Title: table.title, Creator: 'Skilgrid' },
  });
  const fixed = { table, page, text: new PdfText(page, SIZE), formats: formatsOf(table) };
  let y = titleOf(fixed);
  for (const [at, band] of bandsOf(table, page.page.width - 2 * MARGIN).entries()) {
    if (at) y = newPage(page);
    y = await drawBand(fixed, band, rows, y);
  }
  await numberPages(fixed);
  await packPages(page);
  page.end();
  yield* page;
}

/** What it is, in the first lines: content, organisation, made when and by whom, question. */
function titleOf({ table, page, text }: Fixed): number {
  const { direction } = table;
  const title = new PdfText(page, 13);
  const width = page.page.width - 2 * MARGIN;
  let y = MARGIN + 13;
  const place = { x: MARGIN, width, align: 'start' as const, direction };
  title.draw(table.title, { ...place, y, color: HEAD_COLOR });
  y += 6;
  for (const [label, value] of table.facts) {
    for (const line of text.lines(`${label}: ${value.replaceAll('\n', ' · ')}`, width, direction)) {
      y += text.lineHeight;
      text.draw(line, { ...place, y, color: SOFT });
    }
  }
  return y + 10;
}

function newPage(page: Page): number {
  page.addPage();
  return MARGIN;
}

/** Columns that stand beside each other: the frozen ones and as many others as there is room for. */
function bandsOf({ columns, frozen = 0 }: Table, room: number): Placed[][] {
  const placed = columns.flatMap((column, at): Placed[] =>
    column.isFolded ? [] : [{ at, column, width: Math.min(150, (column.width ?? 14) * CHARACTER + 2 * PADDING) }],
  );
  const held = placed.filter(({ at }) => at < frozen);
  const others = placed.filter(({ at }) => at >= frozen);
  const taken = sum(held);
  const bands: Placed[][] = [];
  let band: Placed[] = [];
  for (const one of others) {
    if (band.length && taken + sum(band) + one.width > room) {
      bands.push([...held, ...band]);
      band = [];
    }
    band.push(one);
  }
  if (band.length || !bands.length) bands.push([...held, ...band]);
  return bands.map((all) => {
    const scale = Math.min(1.5, room / sum(all));
    return all.map((one) => ({ ...one, width: one.width * (bands.length > 1 ? 1 : scale) }));
  });
}

const sum = (all: readonly Placed[]): number => all.reduce((total, { width }) => total + width, 0);

async function drawBand(
  fixed: Fixed,
  band: readonly Placed[],
  rows: readonly (readonly Cell[])[],
  from: number,
): Promise<number> {
  const { page, text, formats } = fixed;
  const bottom = page.page.height - MARGIN - 12;
  const heads = band.map(({ column, width }) => text.lines(column.head, width - 2 * PADDING, fixed.table.direction));
  let y = drawHead(fixed, band, heads, from);
  for (const row of rows) {
    await yieldToEventLoop();
    const cells = band.map(({ at, column, width }) =>
      text.lines(formats(plainOf(row[at] ?? null), column), width - 2 * PADDING, fixed.table.direction),
    );
    let height = heightOf(text, cells);
    if (y + height > bottom) y = drawHead(fixed, band, heads, newPage(page));
    height = Math.min(height, bottom - y);
    drawRow(fixed, band, cells, row, y, height);
    y += height;
  }
  return y;
}

const heightOf = (text: PdfText, cells: readonly (readonly string[])[]): number =>
  Math.max(1, ...cells.map(({ length }) => length)) * text.lineHeight + 2 * PADDING;

function drawHead(fixed: Fixed, band: readonly Placed[], heads: readonly (readonly string[])[], y: number): number {
  const { page, text } = fixed;
  const height = heightOf(text, heads);
  page.rect(MARGIN, y, page.page.width - 2 * MARGIN, height).fill(HEAD_COLOR);
  eachCell(fixed, band, (x, width, index) =>
    drawCell(fixed, heads[index]!, { x, y, width, height, align: 'start', color: '#ffffff' }),
  );
  return y + height;
}

function drawRow(
  fixed: Fixed,
  band: readonly Placed[],
  cells: readonly (readonly string[])[],
  row: readonly Cell[],
  y: number,
  height: number,
): void {
  const { page } = fixed;
  eachCell(fixed, band, (x, width, index) => {
    const { at, column } = band[index]!;
    const cell = row[at] ?? null;
    if (cell !== null && typeof cell === 'object') page.rect(x, y, width, height).fill(`#${TINTS[cell.tint]}`);
    const align: Align = ['number', 'percent', 'money'].includes(column.kind) ? 'end' : 'start';
    drawCell(fixed, cells[index]!, { x, y, width, height, align, color: INK });
  });
  page
    .lineWidth(0.4)
    .moveTo(MARGIN, y + height)
    .lineTo(page.page.width - MARGIN, y + height)
    .stroke(LINE_COLOR);
}

/** From the side that the language begins on. */
function eachCell(
  { table, page }: Fixed,
  band: readonly Placed[],
  draw: (x: number, width: number, index: number) => void,
): void {
  let taken = 0;
  for (const [index, { width }] of band.entries()) {
    const x = table.direction === 'rtl' ? page.page.width - MARGIN - taken - width : MARGIN + taken;
    draw(x, width, index);
    taken += width;
  }
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  align: Align;
  color: string;
}
function drawCell({ table, text }: Fixed, lines: readonly string[], { x, y, width, height, align, color }: Box): void {
  const most = Math.max(1, Math.floor((height - 2 * PADDING) / text.lineHeight + 0.01));
  for (const [at, line] of lines.slice(0, most).entries()) {
    const shown = at === most - 1 && lines.length > most ? `${line.slice(0, -1)}…` : line;
    const baseline = y + PADDING + at * text.lineHeight + text.size;
    text.draw(shown, {
      x: x + PADDING,
      y: baseline,
      width: width - 2 * PADDING,
      align,
      direction: table.direction,
      color,
    });
  }
}

/** Each takes milliseconds to be packed, on the event loop: pdfkit's `end` would do all in one turn. */
async function packPages(page: Page): Promise<void> {
  const pages = page._pageBuffer;
  page._pageBuffer = [];
  for (const each of pages) {
    await yieldToEventLoop();
    page.endPageMarkings(each);
    each.end();
  }
}

async function numberPages({ table, page, text }: Fixed): Promise<void> {
  const { start, count } = page.bufferedPageRange();
  for (let at = 0; at < count; at++) {
    await yieldToEventLoop();
    page.switchToPage(start + at);
    const line = table.pageOf(at + 1, count);
    const y = page.page.height - MARGIN + 8;
    text.draw(line, {
      x: MARGIN,
      y,
      width: page.page.width - 2 * MARGIN,
      align: 'center',
      direction: table.direction,
      color: SOFT,
    });
  }
}

/** As the language writes them; days and instants as in the other files. */
function formatsOf({ language, time_zone }: Table): Fixed['formats'] {
  // Latin digits in every language, as the screens have them.
  const formatOf = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(language, { numberingSystem: 'latn', ...options });
  const plain = formatOf({});
  const two = formatOf({ minimumFractionDigits: 2, maximumFractionDigits: 3 });
  const percent = formatOf({ style: 'percent', maximumFractionDigits: 2 });
  return (value, { kind }) => {
    if (value === null || value === '') return '';
    if (kind === 'instant') {
      const at = Date.parse(String(value));
      return Number.isNaN(at)
        ? String(value)
        : `\u2066${new Date(wallTime(at, time_zone)).toISOString().slice(0, 16).replace('T', ' ')}\u2069`;
    }
    if (typeof value === 'string') return value;
    if (kind === 'percent') return percent.format(value / 100);
    return kind === 'money' ? two.format(value) : plain.format(value);
  };
}
