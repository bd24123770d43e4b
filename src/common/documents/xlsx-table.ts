import {
  headWithZone,
  cellValueOf,
  isFormula,
  type Cell,
  type CellKind,
  type RowBatches,
  type FileChunks,
  type Table,
} from './table';
import { wallTime } from './wall-time';
import { XlsxStyles } from './xlsx-styles';
import { createZip, type ZipEntry } from './zip';

/** Rows per sheet including the head; further rows go to the next sheet. */
const ROWS_MAX = 1_048_576;
/** Characters per cell; Excel reports files that exceed it as damaged. */
const TEXT_MAX = 32_767;
const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const SPREADSHEET_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIP_TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/**
 * A workbook: sheets of rows with frozen heads, widths and types, then a sheet with the facts. Streamed in parts; it is
 * never completely in memory.
 */
export const renderXlsxTable = (table: Table, batches: RowBatches): FileChunks =>
  createZip(workbookEntries(table, batches));

async function* workbookEntries(table: Table, batches: RowBatches): AsyncGenerator<ZipEntry> {
  const styles = new XlsxStyles();
  const rows = flattenBatches(batches);
  const names: string[] = [];
  let hasMoreRows = true;
  while (hasMoreRows) {
    const number = names.length + 1;
    names.push(sheetName(table.title, number));
    yield {
      path: `xl/worksheets/sheet${number}.xml`,
      chunks: (async function* () {
        hasMoreRows = yield* sheet(table, styles, rows);
      })(),
    };
  }
  yield { path: `xl/worksheets/sheet${names.length + 1}.xml`, chunks: [infoSheet(table, styles)] };
  const infoSheetName = sheetName(table.about, 1);
  names.push(names.includes(infoSheetName) ? `${infoSheetName.slice(0, 29)} ·` : infoSheetName);
  yield { path: 'xl/styles.xml', chunks: [styles.xml] };
  yield* workbookFrame(names);
}

async function* flattenBatches(batches: RowBatches): AsyncGenerator<readonly Cell[]> {
  for await (const rows of batches) yield* rows;
}

/** @returns whether there are rows left for another sheet */
async function* sheet(
  { columns, frozen = 0, direction, time_zone }: Table,
  styles: XlsxStyles,
  rows: AsyncGenerator<readonly Cell[]>,
): AsyncGenerator<string, boolean> {
  const heads = columns.map((column) => headWithZone(column, time_zone));
  const cols = columns
    .map(
      ({ width = 14, isHidden: isFolded }, at) =>
        `<col min="${at + 1}" max="${at + 1}" width="${columns[at]!.kind === 'instant' ? Math.max(width, heads[at]!.length + 2) : width}" customWidth="1"${isFolded ? ' hidden="1"' : ''}/>`,
    )
    .join('');
  const letters = columns.map((_, at) => columnLetters(at));
  const pane = `<pane${frozen ? ` xSplit="${frozen}"` : ''} ySplit="1" topLeftCell="${columnLetters(frozen)}2" activePane="${frozen ? 'bottomRight' : 'bottomLeft'}" state="frozen"/>`;
  yield `${sheetStart(direction, pane)}<cols>${cols}</cols><sheetData>`;
  const head = styles.styleIndexOf({ isHead: true });
  yield `<row r="1">${heads.map((text, at) => textCell(`${letters[at]}1`, text, head)).join('')}</row>`;
  let number = 1;
  let text = '';
  for (;;) {
    if (number === ROWS_MAX) break;
    const next = await rows.next();
    if (next.done) {
      yield `${text}${sheetEnd(`A1:${letters.at(-1)}${number}`)}`;
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
  yield `${text}${sheetEnd(`A1:${letters.at(-1)}${number}`)}`;
  return true;
}

function infoSheet({ facts, direction }: Table, styles: XlsxStyles): string {
  const labelStyle = styles.styleIndexOf({ isHead: true });
  const wrappedStyle = styles.styleIndexOf({ isWrapped: true });
  const rows = facts.map(
    ([name, value], at) =>
      `<row r="${at + 1}">${textCell(`A${at + 1}`, name, labelStyle)}${textCell(`B${at + 1}`, value, wrappedStyle)}</row>`,
  );
  const cols =
    '<cols><col min="1" max="1" width="26" customWidth="1"/><col min="2" max="2" width="90" customWidth="1"/></cols>';
  return `${sheetStart(direction, '')}${cols}<sheetData>${rows.join('')}</sheetData></worksheet>`;
}

const sheetStart = (direction: 'ltr' | 'rtl', pane: string): string =>
  `${XML_DECLARATION}<worksheet xmlns="${SPREADSHEET_NAMESPACE}"><sheetViews><sheetView workbookViewId="0"${direction === 'rtl' ? ' rightToLeft="1"' : ''}>${pane}</sheetView></sheetViews>`;
const sheetEnd = (range: string): string => `</sheetData><autoFilter ref="${range}"/></worksheet>`;

function cellXml(cellReference: string, cell: Cell, kind: CellKind, styles: XlsxStyles, time_zone: string): string {
  const value = cellValueOf(cell);
  const tint = cell !== null && typeof cell === 'object' ? cell.tint : undefined;
  if (value === null || value === '')
    return tint ? `<c r="${cellReference}" s="${styles.styleIndexOf({ tint })}"/>` : '';
  const number = typeof value === 'number' ? value : excelSerialOf(value, kind, time_zone);
  if (number !== null) return `<c r="${cellReference}" s="${styles.styleIndexOf({ kind, tint })}"><v>${number}</v></c>`;
  const text = String(value);
  return textCell(cellReference, text, styles.styleIndexOf({ tint, isQuoted: isFormula(text) }));
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;
/** 30 December 1899, day 0 of Excel's serial dates. */
const EPOCH = Date.UTC(1899, 11, 30);

/** Excel serial date in local time of the zone; null if it must be written as text, e.g. dates before 1900. */
function excelSerialOf(text: string, kind: CellKind, time_zone: string): number | null {
  if (kind === 'day' && DAY.test(text) && text >= '1900-03-01') return (Date.parse(text) - EPOCH) / DAY_MS;
  if (kind !== 'instant') return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : (wallTime(at, time_zone) - EPOCH) / DAY_MS;
}

const textCell = (cellReference: string, text: string, style: number): string =>
  `<c r="${cellReference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(truncate(text))}</t></is></c>`;

const truncate = (text: string): string => (text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 1)}…` : text);

/** Characters that XML cannot represent become `_xHHHH_` (OOXML); literal text of that form is escaped as well. */
const escapeXml = (text: string): string =>
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
function columnLetters(at: number): string {
  const rest = Math.floor(at / 26) - 1;
  return (rest >= 0 ? columnLetters(rest) : '') + String.fromCharCode(65 + (at % 26));
}

/** At most 31 characters, without those that Excel forbids in sheet names. */
function sheetName(title: string, number: number): string {
  const suffix = number > 1 ? ` ${number}` : '';
  const name =
    title
      .replace(/[[\]:*?/\\]/g, ' ')
      .replace(/^'|'$/g, ' ')
      .trim() || 'Sheet';
  return name.slice(0, 31 - suffix.length) + suffix;
}

function* workbookFrame(names: readonly string[]): Generator<ZipEntry> {
  const sheets = names.map(
    (name, at) => `<sheet name="${escapeAttribute(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  const overrides = names.map(
    (_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/>`,
  );
  const ids = names.map((_, at) => relationshipXml(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`));
  yield {
    path: 'xl/workbook.xml',
    chunks: [
      `${XML_DECLARATION}<workbook xmlns="${SPREADSHEET_NAMESPACE}" xmlns:r="${RELATIONSHIP_TYPES}"><sheets>${sheets.join('')}</sheets></workbook>`,
    ],
  };
  yield {
    path: 'xl/_rels/workbook.xml.rels',
    chunks: [relationshipsXml([...ids, relationshipXml(`rId${names.length + 1}`, 'styles', 'styles.xml')])],
  };
  yield {
    path: '_rels/.rels',
    chunks: [relationshipsXml([relationshipXml('rId1', 'officeDocument', 'xl/workbook.xml')])],
  };
  yield {
    path: '[Content_Types].xml',
    chunks: [
      `${XML_DECLARATION}<Types xmlns="${PACKAGE_NAMESPACE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/>${overrides.join('')}</Types>`,
    ],
  };
}

const escapeAttribute = (text: string): string => escapeXml(text).replaceAll('"', '&quot;');
const relationshipXml = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${RELATIONSHIP_TYPES}/${type}" Target="${target}"/>`;
const relationshipsXml = (all: readonly string[]): string =>
  `${XML_DECLARATION}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships">${all.join('')}</Relationships>`;
