import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { TableTooLargeError, TableUnreadableError } from './table.errors';
import { assertSafeWorkbook, isOldWorkbook, UNPACKED_MAX } from './xlsx-guard';

/** Marks an encrypted workbook inside an OLE container. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');
/** Heap and time limits of the worker thread; workbooks that passed the guard need only a part of them. */
const HEAP_MB = 256;
const TIMEOUT_SECONDS = 60;

/**
 * Source of the worker thread, which parses the first sheet outside the event loop. Inline, because a separate file
 * would have different paths in `dist` and under Jest.
 */
const WORKER_SOURCE = `
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
    // A shared string is stored once in the file but repeated in every cell that uses it.
    for (const cell of cells) letters += cell.length;
    if (letters > workerData.letters) return parentPort.postMessage({ tooLarge: true });
    rows.push({ row_no: index + 1, cells });
    if (++count >= workerData.limit) break;
    if (rows.length === 1000) parentPort.postMessage({ rows: rows.splice(0) });
  }
  parentPort.postMessage({ rows, over: true });
})().catch(() => parentPort.postMessage({ failed: true }));`;

export interface TableRow {
  /** Row number as in a spreadsheet. */
  readonly row_no: number;
  readonly cells: readonly string[];
}

/**
 * The rows of a workbook's first sheet, days as 2025-03-01.
 * @param limit most rows, and most columns per row
 * @throws TableUnreadableError, TableTooLargeError
 */
export async function readXlsxRows(bytes: Buffer, limit: { rows: number; columns: number }): Promise<TableRow[]> {
  if (isOldWorkbook(bytes)) throw new TableUnreadableError(bytes.includes(ENCRYPTED) ? 'locked' : 'old_workbook');
  await assertSafeWorkbook(bytes);
  const worker = new Worker(WORKER_SOURCE, {
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
    await new Promise<void>((resolve, reject) => {
      const timeout = setTimeout(() => reject(new TableUnreadableError('no_workbook')), TIMEOUT_SECONDS * 1000);
      worker.on('message', (message: { rows?: TableRow[]; over?: true; failed?: true; tooLarge?: true }) => {
        if (message.failed) reject(new TableUnreadableError('no_workbook'));
        if (message.tooLarge) reject(new TableTooLargeError('unpacked', UNPACKED_MAX));
        rows.push(...(message.rows ?? []));
        if (message.over) resolve();
      });
      worker.once('error', () => reject(new TableUnreadableError('no_workbook')));
      worker.once('exit', () => {
        clearTimeout(timeout);
        reject(new TableUnreadableError('no_workbook'));
      });
    });
  } finally {
    await worker.terminate();
  }
  return rows;
}
