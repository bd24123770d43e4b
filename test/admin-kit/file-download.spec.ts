import { createHash } from 'node:crypto';
import type { AxiosRequestConfig } from 'axios';
import { DamagedFileError, downloadFile } from '../../admin/src/api/file-download';
import { fileQuery } from '../../admin/src/api/file-format';
import { http } from '../../admin/src/api/http';
import { LANGUAGE_CODES } from '../../src/contract/languages';

Object.assign(globalThis, { localStorage: { getItem: () => 'a-token' } });

const bytes = Buffer.from('\ufeffName;Punkte\r\nGröße;1,5\r\n');
const sent: AxiosRequestConfig[] = [];
/** Replaces the server. */
function serve(sum: string): void {
  http.defaults.adapter = async (config) => {
    sent.push(config);
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="audit-events-2026-04-01.csv"',
      'repr-digest': `sha-256=:${sum}:`,
    };
    const data = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    return { data, status: 200, statusText: 'OK', headers, config };
  };
}
const digestOf = (content: Buffer) => createHash('sha256').update(content).digest('base64');

describe('a file on its way through the browser', () => {
  it('keeps every byte, its byte order mark among them, and the name that the server gave it', async () => {
    serve(digestOf(bytes));
    const { name, content } = await downloadFile('exports/audit-events?format=csv', () => undefined);
    expect(name).toBe('audit-events-2026-04-01.csv');
    expect([...new Uint8Array(await content.arrayBuffer())]).toEqual([...bytes]);
  });

  it('is refused when it is not what the server wrote', async () => {
    serve(digestOf(Buffer.from('other')));
    await expect(downloadFile('exports/audit-events', () => undefined)).rejects.toThrow(DamagedFileError);
  });

  it('is asked for in the language of the screens, and a CSV for the spreadsheet of that language', () => {
    for (const language of LANGUAGE_CODES) {
      expect(fileQuery('csv', language)).toEqual({ format: 'csv', lang: language, csv_for: language });
      expect(fileQuery('xlsx', language)).toEqual({ format: 'xlsx', lang: language });
    }
  });
});
