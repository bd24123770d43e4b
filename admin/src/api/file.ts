import type { AxiosResponseHeaders, RawAxiosResponseHeaders } from 'axios';
import type { JobStarted } from '@contract/job-answers';
import { http } from './http';

/** A file of the server's, as it came. */
export interface ServerFile {
  readonly name: string;
  readonly content: Blob;
  /** SHA-256 as the server told it, in hexadecimal; undefined: it told none. */
  readonly sum: string | undefined;
}
/** What arrived is not what the server wrote. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile';
}

/** @param received called with what share of it is here. Throws `ApiError`, `DamagedFile` */
export async function readFile(address: string, received: (share: number) => void): Promise<ServerFile> {
  return (await readExport(address, received)) as ServerFile;
}

/** The same, or the job that makes it. */
export async function readExport(address: string, received: (share: number) => void): Promise<ServerFile | JobStarted> {
  const { status, data, headers } = await http.get<ArrayBuffer>(`/api/${address}`, {
    responseType: 'arraybuffer',
    // A refusal is JSON, whatever was asked for.
    transformResponse: (bytes: ArrayBuffer, told) =>
      String(told['content-type']).includes('json') ? (JSON.parse(new TextDecoder().decode(bytes)) as unknown) : bytes,
    onDownloadProgress: ({ loaded, total }) => total && received(loaded / total),
  });
  if (status === 202) return data as unknown as JobStarted;
  const sum = toldSum(headers);
  // Where the page is no secure one the browser adds nothing up.
  if (sum && crypto.subtle && (await sumOf(data)) !== sum) throw new DamagedFile();
  const name = /filename="([^"]+)"/.exec(String(headers['content-disposition']))?.[1] ?? 'export';
  return { name, content: new Blob([data], { type: String(headers['content-type']) }), sum };
}

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
export const sumOf = async (data: ArrayBuffer) => hex(new Uint8Array(await crypto.subtle.digest('SHA-256', data)));

/** `Repr-Digest: sha-256=:…:` (RFC 9530). */
function toldSum(headers: RawAxiosResponseHeaders | AxiosResponseHeaders): string | undefined {
  const told = /sha-256=:([^:]+):/.exec(String(headers['repr-digest'] ?? ''))?.[1];
  return told && hex(Uint8Array.from(atob(told), (letter) => letter.charCodeAt(0)));
}

/** As if somebody had followed a link to it. */
export function keepFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
