import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { TableTooLarge, TableUnreadable } from './table-errors';
import { guardWorkbook, isOldWorkbook, UNPACKED_MAX } from './xlsx-guard';

/** In the container of .xls: the workbook that a password has encrypted. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');
/** Megabytes of its own that the thread may have, and seconds: what passed the guard needs a part of it. */
const HEAP_MB = 256;
const SECONDS = 60;

/**
 * What the thread does, as text: a file of its own would have to be found from `dist` and under jest alike. It reads the
 * first sheet: a workbook takes its time to be taken apart, and the event loop has none.
 */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
const textOf = (value) => {
  if (value === null || value === undefined) return '';
  if (!(value instanceof Date)) return typeof value === 'object' ? '' : String(value);
  const [day, time] = value.toISOString().split('T');
  return time.startsWith('00:00:00') ? day : day + 'T' + time;
};
(async () => {
  const { streamXlsxRows } = await import(workerData.reader);
  let rows = [];
  let count = 0;
  let letters = 0;
  for await (const { index, values } of streamXlsxRows(workerData.bytes, { maxRows: workerData.limit })) {
    const cells = values.slice(0, workerData.columns).map(textOf);
    // One long text may be the value of every cell: the file has it once, the rows would have it each time.
    for (const cell of cells) letters += cell.length;
    if (letters > workerData.letters) return parentPort.postMessage({ tooLarge: true });
    rows.push({ row_no: index + 1, cells });
    if (++count >= workerData.limit) break;
    if (rows.length === 1000) parentPort.postMessage({ rows: rows.splice(0) });
  }
  parentPort.postMessage({ rows, over: true });
})().catch(() => parentPort.postMessage({ failed: true }));`;

export interface TableRow {
  /** As a spreadsheet counts. */
  readonly row_no: number;
  readonly cells: readonly string[];
}

/**
 * The rows of a workbook's first sheet, days as 2025-03-01.
 * @param limit at most so many rows, and of each so many columns
 * @throws TableUnreadable, TableTooLarge
 */
export async function xlsxRows(bytes: Buffer, limit: { rows: number; columns: number }): Promise<TableRow[]> {
  if (isOldWorkbook(bytes)) throw new TableUnreadable(bytes.includes(ENCRYPTED) ? 'locked' : 'old_workbook');
  await guardWorkbook(bytes);
  const worker = new Worker(THREAD, {
    eval: true,
    workerData: {
      bytes: new Uint8Array(bytes),
      reader: pathToFileURL(require.resolve('hucre/xlsx')).href,
      limit: limit.rows,
      columns: limit.columns,
      letters: UNPACKED_MAX,
    },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    execArgv: [],
  });
  const rows: TableRow[] = [];
  try {
    await new Promise<void>((done, fail) => {
      const late = setTimeout(() => fail(new TableUnreadable('no_workbook')), SECONDS * 1000);
      worker.on('message', (told: { rows?: TableRow[]; over?: true; failed?: true; tooLarge?: true }) => {
        if (told.failed) fail(new TableUnreadable('no_workbook'));
        if (told.tooLarge) fail(new TableTooLarge('unpacked', UNPACKED_MAX));
        rows.push(...(told.rows ?? []));
        if (told.over) done();
      });
      worker.once('error', () => fail(new TableUnreadable('no_workbook')));
      worker.once('exit', () => {
        clearTimeout(late);
        fail(new TableUnreadable('no_workbook'));
      });
    });
  } finally {
    await worker.terminate();
  }
  return rows;
}
