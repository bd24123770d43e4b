import { headIn, plainOf, isFormula, type Cell, type CellKind, type Parts, type Pieces, type Table } from './table';
import { wallTime } from './wall-time';
import { XlsxStyles } from './xlsx-styles';
import { zipped, type ZipEntry } from './zip';

/** Rows of one sheet, its head among them; what is more goes on in the next one. */
const ROWS_MAX = 1_048_576;
/** Characters of a cell; a spreadsheet that meets more calls the file damaged. */
const TEXT_MAX = 32_767;
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/**
 * A workbook as it is read: the rows with frozen heads, widths and types, then a sheet that says what the file is. Written
 * part by part: whatever its length, it is never in memory.
 */
export const xlsxTable = (table: Table, parts: Parts): Pieces => zipped(entries(table, parts));

async function* entries(table: Table, parts: Parts): AsyncGenerator<ZipEntry> {
  const styles = new XlsxStyles();
  const rows = lines(parts);
  const names: string[] = [];
  let isMore = true;
  while (isMore) {
    const number = names.length + 1;
    names.push(sheetName(table.title, number));
    yield {
      path: `xl/worksheets/sheet${number}.xml`,
      pieces: (async function* () {
        isMore = yield* sheet(table, styles, rows);
      })(),
    };
  }
  yield { path: `xl/worksheets/sheet${names.length + 1}.xml`, pieces: [factSheet(table, styles)] };
  const about = sheetName(table.about, 1);
  names.push(names.includes(about) ? `${about.slice(0, 29)} ·` : about);
  yield { path: 'xl/styles.xml', pieces: [styles.xml] };
  yield* frame(names);
}

/** One row after another, of whatever parts. */
async function* lines(parts: Parts): AsyncGenerator<readonly Cell[]> {
  for await (const rows of parts) yield* rows;
}

/** @returns whether there are rows left for another sheet */
async function* sheet(
  { columns, frozen = 0, direction, time_zone }: Table,
  styles: XlsxStyles,
  rows: AsyncGenerator<readonly Cell[]>,
): AsyncGenerator<string, boolean> {
  const heads = columns.map((column) => headIn(column, time_zone));
  const cols = columns
    .map(
      ({ width = 14, isFolded }, at) =>
        `<col min="${at + 1}" max="${at + 1}" width="${columns[at]!.kind === 'instant' ? Math.max(width, heads[at]!.length + 2) : width}" customWidth="1"${isFolded ? ' hidden="1"' : ''}/>`,
    )
    .join('');
  const letters = columns.map((_, at) => letterOf(at));
  const pane = `<pane${frozen ? ` xSplit="${frozen}"` : ''} ySplit="1" topLeftCell="${letterOf(frozen)}2" activePane="${frozen ? 'bottomRight' : 'bottomLeft'}" state="frozen"/>`;
  yield `${begun(direction, pane)}<cols>${cols}</cols><sheetData>`;
  const head = styles.numberOf({ isHead: true });
  yield `<row r="1">${heads.map((text, at) => textCell(`${letters[at]}1`, text, head)).join('')}</row>`;
  let number = 1;
  let text = '';
  for (;;) {
    if (number === ROWS_MAX) break;
    const next = await rows.next();
    if (next.done) {
      yield `${text}${ended(`A1:${letters.at(-1)}${number}`)}`;
      return false;
    }
    number++;
    text += `<row r="${number}">`;
    for (let at = 0; at < columns.length; at++)
      text += cellXml(`${letters[at]}${number}`, next.value[at] ?? null, columns[at]!.kind, styles, time_zone);
    text += '</row>';
    if (text.length < 32_768) continue;
    yield text;
    text = '';
  }
  yield `${text}${ended(`A1:${letters.at(-1)}${number}`)}`;
  return true;
}

function factSheet({ facts, direction }: Table, styles: XlsxStyles): string {
  const label = styles.numberOf({ isHead: true });
  const said = styles.numberOf({ isWrapped: true });
  const rows = facts.map(
    ([name, value], at) =>
      `<row r="${at + 1}">${textCell(`A${at + 1}`, name, label)}${textCell(`B${at + 1}`, value, said)}</row>`,
  );
  const cols =
    '<cols><col min="1" max="1" width="26" customWidth="1"/><col min="2" max="2" width="90" customWidth="1"/></cols>';
  return `${begun(direction, '')}${cols}<sheetData>${rows.join('')}</sheetData></worksheet>`;
}

const begun = (direction: 'ltr' | 'rtl', pane: string): string =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"${direction === 'rtl' ? ' rightToLeft="1"' : ''}>${pane}</sheetView></sheetViews>`;
const ended = (range: string): string => `</sheetData><autoFilter ref="${range}"/></worksheet>`;

function cellXml(place: string, cell: Cell, kind: CellKind, styles: XlsxStyles, time_zone: string): string {
  const value = plainOf(cell);
  const tint = cell !== null && typeof cell === 'object' ? cell.tint : undefined;
  if (value === null || value === '') return tint ? `<c r="${place}" s="${styles.numberOf({ tint })}"/>` : '';
  const number = typeof value === 'number' ? value : serialOf(value, kind, time_zone);
  if (number !== null) return `<c r="${place}" s="${styles.numberOf({ kind, tint })}"><v>${number}</v></c>`;
  const text = String(value);
  return textCell(place, text, styles.numberOf({ tint, isQuoted: isFormula(text) }));
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;
/** 30 December 1899, which the format counts days from. */
const EPOCH = Date.UTC(1899, 11, 30);

/** Days of the calendar on the wall of the zone; null: a text. What lies before 1900 has no number there. */
function serialOf(text: string, kind: CellKind, time_zone: string): number | null {
  if (kind === 'day' && DAY.test(text) && text >= '1900-03-01') return (Date.parse(text) - EPOCH) / DAY_MS;
  if (kind !== 'instant') return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : (wallTime(at, time_zone) - EPOCH) / DAY_MS;
}

const textCell = (place: string, text: string, style: number): string =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(cut(text))}</t></is></c>`;

const cut = (text: string): string => (text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 1)}…` : text);

/** What XML cannot hold at all is written as the format has it; so is what would be read as that. */
const escaped = (text: string): string =>
  text
    .replace(/_x[0-9A-Fa-f]{4}_/g, (sign) => `_x005F${sign}`)
    // eslint-disable-next-line no-control-regex
    .replace(
      /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/g,
      (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD')
    .replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'));

/** 0 → A, 26 → AA. */
function letterOf(at: number): string {
  const rest = Math.floor(at / 26) - 1;
  return (rest >= 0 ? letterOf(rest) : '') + String.fromCharCode(65 + (at % 26));
}

/** At most 31 characters, none that the format keeps for itself. */
function sheetName(title: string, number: number): string {
  const behind = number > 1 ? ` ${number}` : '';
  const name =
    title
      .replace(/[[\]:*?/\\]/g, ' ')
      .replace(/^'|'$/g, ' ')
      .trim() || 'Sheet';
  return name.slice(0, 31 - behind.length) + behind;
}

function* frame(names: readonly string[]): Generator<ZipEntry> {
  const sheets = names.map((name, at) => `<sheet name="${attribute(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`);
  const parts = names.map(
    (_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/>`,
  );
  const ids = names.map((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`));
  yield {
    path: 'xl/workbook.xml',
    pieces: [`${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`],
  };
  yield {
    path: 'xl/_rels/workbook.xml.rels',
    pieces: [relations([...ids, relation(`rId${names.length + 1}`, 'styles', 'styles.xml')])],
  };
  yield { path: '_rels/.rels', pieces: [relations([relation('rId1', 'officeDocument', 'xl/workbook.xml')])] };
  yield {
    path: '[Content_Types].xml',
    pieces: [
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/>${parts.join('')}</Types>`,
    ],
  };
}

const attribute = (text: string): string => escaped(text).replaceAll('"', '&quot;');
const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
const relations = (all: readonly string[]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
