import PDFDocument from 'pdfkit';
import { yieldToEventLoop } from '../event-loop';
import { PdfText, type Align, type PdfDocument } from './pdf-text';
import {
  cellValueOf,
  TINTS,
  type Cell,
  type Column,
  type RowBatches,
  type FileChunks,
  type CellValue,
  type Table,
} from './table';
import { wallTime } from './wall-time';

/** Points; A4 landscape. */
const MARGIN = 32;
const PADDING = 3;
const FONT_SIZE = 7.5;
/** Points per character of `Column.width`. */
const CHARACTER_WIDTH = 4.6;
const HEAD_COLOR = '#403098';
const LINE_COLOR = '#d5d5dd';
const TEXT_COLOR = '#1f1f29';
const MUTED_COLOR = '#595959';

interface PlacedColumn {
  readonly at: number;
  readonly column: Column;
  readonly width: number;
}
interface RenderContext {
  readonly table: Table;
  readonly page: PdfDocument;
  readonly text: PdfText;
  readonly formats: (value: CellValue, column: Column) => string;
}

/**
 * A table as PDF: title block, heads on each page, wrapped cells, page numbers. Columns that do not fit the width
 * follow on further pages, with the frozen columns repeated. All rows are held in memory, so the caller must limit
 * them.
 */
export async function* renderPdfTable(table: Table, batches: RowBatches): FileChunks {
  const rows: (readonly Cell[])[] = [];
  for await (const batch of batches) rows.push(...batch);
  const page = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    bufferPages: true,
    font: null,
    lang: table.language,
    info: { Title: table.title, Creator: 'Skilgrid' },
  });
  const context = { table, page, text: new PdfText(page, FONT_SIZE), formats: createCellFormatter(table) };
  let y = drawTitle(context);
  for (const [at, group] of groupColumns(table, page.page.width - 2 * MARGIN).entries()) {
    if (at) y = newPage(page);
    y = await drawGroup(context, group, rows, y);
  }
  await numberPages(context);
  await flushPages(page);
  page.end();
  yield* page;
}

/** The title and the facts: customer, filters, creation time and author. @returns the y below them */
function drawTitle({ table, page, text }: RenderContext): number {
  const { direction } = table;
  const title = new PdfText(page, 13);
  const width = page.page.width - 2 * MARGIN;
  let y = MARGIN + 13;
  const position = { x: MARGIN, width, align: 'start' as const, direction };
  title.draw(table.title, { ...position, y, color: HEAD_COLOR });
  y += 6;
  for (const [label, value] of table.facts) {
    for (const line of text.lines(`${label}: ${value.replaceAll('\n', ' · ')}`, width, direction)) {
      y += text.lineHeight;
      text.draw(line, { ...position, y, color: MUTED_COLOR });
    }
  }
  return y + 10;
}

function newPage(page: PdfDocument): number {
  page.addPage();
  return MARGIN;
}

/** Splits the columns into groups that fit the page width; each group starts with the frozen columns. */
function groupColumns({ columns, frozen = 0 }: Table, availableWidth: number): PlacedColumn[][] {
  const placed = columns.flatMap((column, at): PlacedColumn[] =>
    column.isHidden ? [] : [{ at, column, width: Math.min(150, (column.width ?? 14) * CHARACTER_WIDTH + 2 * PADDING) }],
  );
  const frozenColumns = placed.filter(({ at }) => at < frozen);
  const otherColumns = placed.filter(({ at }) => at >= frozen);
  const frozenWidth = totalWidth(frozenColumns);
  const groups: PlacedColumn[][] = [];
  let group: PlacedColumn[] = [];
  for (const one of otherColumns) {
    if (group.length && frozenWidth + totalWidth(group) + one.width > availableWidth) {
      groups.push([...frozenColumns, ...group]);
      group = [];
    }
    group.push(one);
  }
  if (group.length || !groups.length) groups.push([...frozenColumns, ...group]);
  return groups.map((all) => {
    const scale = Math.min(1.5, availableWidth / totalWidth(all));
    return all.map((one) => ({ ...one, width: one.width * (groups.length > 1 ? 1 : scale) }));
  });
}

const totalWidth = (all: readonly PlacedColumn[]): number => all.reduce((total, { width }) => total + width, 0);

async function drawGroup(
  context: RenderContext,
  group: readonly PlacedColumn[],
  rows: readonly (readonly Cell[])[],
  from: number,
): Promise<number> {
  const { page, text, formats } = context;
  const bottom = page.page.height - MARGIN - 12;
  const heads = group.map(({ column, width }) => text.lines(column.head, width - 2 * PADDING, context.table.direction));
  let y = drawHead(context, group, heads, from);
  for (const row of rows) {
    await yieldToEventLoop();
    const cells = group.map(({ at, column, width }) =>
      text.lines(formats(cellValueOf(row[at] ?? null), column), width - 2 * PADDING, context.table.direction),
    );
    let height = heightOf(text, cells);
    if (y + height > bottom) y = drawHead(context, group, heads, newPage(page));
    height = Math.min(height, bottom - y);
    drawRow(context, group, cells, row, y, height);
    y += height;
  }
  return y;
}

const heightOf = (text: PdfText, cells: readonly (readonly string[])[]): number =>
  Math.max(1, ...cells.map(({ length }) => length)) * text.lineHeight + 2 * PADDING;

function drawHead(
  context: RenderContext,
  group: readonly PlacedColumn[],
  heads: readonly (readonly string[])[],
  y: number,
): number {
  const { page, text } = context;
  const height = heightOf(text, heads);
  page.rect(MARGIN, y, page.page.width - 2 * MARGIN, height).fill(HEAD_COLOR);
  eachCell(context, group, (x, width, index) =>
    drawCell(context, heads[index]!, { x, y, width, height, align: 'start', color: '#ffffff' }),
  );
  return y + height;
}

function drawRow(
  context: RenderContext,
  group: readonly PlacedColumn[],
  cells: readonly (readonly string[])[],
  row: readonly Cell[],
  y: number,
  height: number,
): void {
  const { page } = context;
  eachCell(context, group, (x, width, index) => {
    const { at, column } = group[index]!;
    const cell = row[at] ?? null;
    if (cell !== null && typeof cell === 'object') page.rect(x, y, width, height).fill(`#${TINTS[cell.tint]}`);
    const align: Align = ['number', 'percent', 'money'].includes(column.kind) ? 'end' : 'start';
    drawCell(context, cells[index]!, { x, y, width, height, align, color: TEXT_COLOR });
  });
  page
    .lineWidth(0.4)
    .moveTo(MARGIN, y + height)
    .lineTo(page.page.width - MARGIN, y + height)
    .stroke(LINE_COLOR);
}

/** Cells from left to right, or from right to left in RTL languages. */
function eachCell(
  { table, page }: RenderContext,
  group: readonly PlacedColumn[],
  draw: (x: number, width: number, index: number) => void,
): void {
  let usedWidth = 0;
  for (const [index, { width }] of group.entries()) {
    const x = table.direction === 'rtl' ? page.page.width - MARGIN - usedWidth - width : MARGIN + usedWidth;
    draw(x, width, index);
    usedWidth += width;
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
function drawCell(
  { table, text }: RenderContext,
  lines: readonly string[],
  { x, y, width, height, align, color }: Box,
): void {
  const maxLines = Math.max(1, Math.floor((height - 2 * PADDING) / text.lineHeight + 0.01));
  for (const [at, line] of lines.slice(0, maxLines).entries()) {
    const visibleText = at === maxLines - 1 && lines.length > maxLines ? `${line.slice(0, -1)}…` : line;
    const baseline = y + PADDING + at * text.lineHeight + text.size;
    text.draw(visibleText, {
      x: x + PADDING,
      y: baseline,
      width: width - 2 * PADDING,
      align,
      direction: table.direction,
      color,
    });
  }
}

/** Compressing a page takes milliseconds; pdfkit's `end` would block the event loop for all of them. */
async function flushPages(page: PdfDocument): Promise<void> {
  const pages = page._pageBuffer;
  page._pageBuffer = [];
  for (const each of pages) {
    await yieldToEventLoop();
    page.endPageMarkings(each);
    each.end();
  }
}

async function numberPages({ table, page, text }: RenderContext): Promise<void> {
  const { start, count } = page.bufferedPageRange();
  for (let at = 0; at < count; at++) {
    await yieldToEventLoop();
    page.switchToPage(start + at);
    const line = table.pageLabel(at + 1, count);
    const y = page.page.height - MARGIN + 8;
    text.draw(line, {
      x: MARGIN,
      y,
      width: page.page.width - 2 * MARGIN,
      align: 'center',
      direction: table.direction,
      color: MUTED_COLOR,
    });
  }
}

/** Numbers in the format of the language; days and instants as in the other file formats. */
function createCellFormatter({ language, time_zone }: Table): RenderContext['formats'] {
  // Latin digits in every language, as in the admin.
  const formatOf = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(language, { numberingSystem: 'latn', ...options });
  const plain = formatOf({});
  const decimal = formatOf({ minimumFractionDigits: 2, maximumFractionDigits: 3 });
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
    return kind === 'money' ? decimal.format(value) : plain.format(value);
  };
}
