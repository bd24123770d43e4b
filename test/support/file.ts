import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { readXlsx } from 'hucre/xlsx';
import type { RunningApp } from './app';
import type { Headers } from './organisation';

export interface File {
  status: number;
  headers: globalThis.Headers;
  bytes: Buffer;
  text: string;
}

/** A file as the server writes it; the sum that it tells is that of what came. */
export async function fileOf(running: RunningApp, path: string, headers: Headers): Promise<File> {
  const answer = await fetch(running.url + path, { headers });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.status === 200) {
    const sum = createHash('sha256').update(bytes).digest('base64');
    expect(answer.headers.get('repr-digest')).toBe(`sha-256=:${sum}:`);
    expect(Number(answer.headers.get('content-length'))).toBe(bytes.length);
  }
  return { status: answer.status, headers: answer.headers, bytes, text: bytes.toString() };
}

export interface Opened {
  heads: string[];
  rows: Record<string, unknown>[];
  facts: Record<string, unknown>;
  sheets: Awaited<ReturnType<typeof readXlsx>>['sheets'];
}

/** A workbook opened again: its first sheet by its heads, its last by its labels. */
export async function openWorkbook(bytes: Buffer): Promise<Opened> {
  const { sheets } = await readXlsx(new Uint8Array(bytes), { readStyles: true });
  const [first, last] = [sheets[0]!, sheets.at(-1)!];
  const [head = [], ...rest] = first.rows;
  const heads = head.map(String);
  return {
    heads,
    rows: rest.map((row) => Object.fromEntries(heads.map((name, at) => [name, row[at] ?? null]))),
    facts: Object.fromEntries(last.rows.map(([label, value]) => [String(label), value])),
    sheets,
  };
}

/** What is in a ZIP, in its order. */
export function filesIn(bytes: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const count = bytes.readUInt16LE(bytes.length - 12);
  let at = bytes.readUInt32LE(bytes.length - 6);
  for (let n = 0; n < count; n++) {
    const packed = bytes.readUInt32LE(at + 20);
    const [name, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    const local = bytes.readUInt32LE(at + 42);
    const begin = local + 30 + bytes.readUInt16LE(local + 26);
    const path = bytes.subarray(at + 46, at + 46 + name).toString();
    files.set(path, inflateRawSync(bytes.subarray(begin, begin + packed)));
    at += 46 + name + extra + comment;
  }
  return files;
}

/** One part of a workbook as it is written. */
export const partOf = async (bytes: Buffer, path: string): Promise<string> => String(filesIn(bytes).get(path));
