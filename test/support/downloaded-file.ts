import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { readXlsx } from 'hucre/xlsx';
import type { RunningApp } from './app';
import type { Headers } from './organisation';

export interface DownloadedFile {
  status: number;
  headers: globalThis.Headers;
  bytes: Buffer;
  text: string;
}

/** Downloads a file and checks its digest and length headers. */
export async function downloadFile(running: RunningApp, path: string, headers: Headers): Promise<DownloadedFile> {
  const answer = await fetch(running.url + path, { headers });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.status === 200) {
    const sum = createHash('sha256').update(bytes).digest('base64');
    expect(answer.headers.get('repr-digest')).toBe(`sha-256=:${sum}:`);
    expect(Number(answer.headers.get('content-length'))).toBe(bytes.length);
  }
  return { status: answer.status, headers: answer.headers, bytes, text: bytes.toString() };
}

export interface Workbook {
  heads: string[];
  rows: Record<string, unknown>[];
  info: Record<string, unknown>;
  sheets: Awaited<ReturnType<typeof readXlsx>>['sheets'];
}

/** Reads a workbook: the rows of the first sheet by column heading, the last sheet as label → value (`info`). */
export async function openWorkbook(bytes: Buffer): Promise<Workbook> {
  const { sheets } = await readXlsx(new Uint8Array(bytes), { readStyles: true });
  const [first, last] = [sheets[0]!, sheets.at(-1)!];
  const [head = [], ...rest] = first.rows;
  const heads = head.map(String);
  return {
    heads,
    rows: rest.map((row) => Object.fromEntries(heads.map((name, at) => [name, row[at] ?? null]))),
    info: Object.fromEntries(last.rows.map(([label, value]) => [String(label), value])),
    sheets,
  };
}

/** The files in a ZIP archive, in their order. */
export function unzip(bytes: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const count = bytes.readUInt16LE(bytes.length - 12);
  let offset = bytes.readUInt32LE(bytes.length - 6);
  for (let n = 0; n < count; n++) {
    const packed = bytes.readUInt32LE(offset + 20);
    const [name, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(offset + place)) as [
      number,
      number,
      number,
    ];
    const local = bytes.readUInt32LE(offset + 42);
    const begin = local + 30 + bytes.readUInt16LE(local + 26);
    const path = bytes.subarray(offset + 46, offset + 46 + name).toString();
    files.set(path, inflateRawSync(bytes.subarray(begin, begin + packed)));
    offset += 46 + name + extra + comment;
  }
  return files;
}

/** The XML of one file inside a workbook. */
export const workbookPart = async (bytes: Buffer, path: string): Promise<string> => String(unzip(bytes).get(path));
