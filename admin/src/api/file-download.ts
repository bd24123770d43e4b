import type { AxiosResponseHeaders, RawAxiosResponseHeaders } from 'axios';
import type { JobStartedResponse } from '@contract/job.responses';
import { http } from './http';

export interface ServerFile {
  readonly name: string;
  readonly content: Blob;
  /** SHA-256 in hexadecimal, as sent by the server; undefined if it sent none. */
  readonly sum: string | undefined;
}
/** The checksum of the downloaded file does not match. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFile';
}

/** @param onProgress called with the downloaded share, 0 to 1. Throws `ApiError`, `DamagedFileError`. */
export async function downloadFile(address: string, onProgress: (share: number) => void): Promise<ServerFile> {
  return (await downloadExport(address, onProgress)) as ServerFile;
}

/** Like `downloadFile`, but large exports answer with the job that creates the file. */
export async function downloadExport(
  address: string,
  onProgress: (share: number) => void,
): Promise<ServerFile | JobStartedResponse> {
  const { status, data, headers } = await http.get<ArrayBuffer>(`/api/${address}`, {
    responseType: 'arraybuffer',
    // Errors are JSON, whatever the response type.
    transformResponse: (bytes: ArrayBuffer, responseHeaders) =>
      String(responseHeaders['content-type']).includes('json')
        ? (JSON.parse(new TextDecoder().decode(bytes)) as unknown)
        : bytes,
    onDownloadProgress: ({ loaded, total }) => total && onProgress(loaded / total),
  });
  if (status === 202) return data as unknown as JobStartedResponse;
  const sum = readDigest(headers);
  // `crypto.subtle` is missing in insecure contexts.
  if (sum && crypto.subtle && (await sha256Hex(data)) !== sum) throw new DamagedFileError();
  const name = /filename="([^"]+)"/.exec(String(headers['content-disposition']))?.[1] ?? 'export';
  return { name, content: new Blob([data], { type: String(headers['content-type']) }), sum };
}

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
export const sha256Hex = async (data: ArrayBuffer) => hex(new Uint8Array(await crypto.subtle.digest('SHA-256', data)));

/** Reads `Repr-Digest: sha-256=:…:` (RFC 9530) as hexadecimal. */
function readDigest(headers: RawAxiosResponseHeaders | AxiosResponseHeaders): string | undefined {
  const digest = /sha-256=:([^:]+):/.exec(String(headers['repr-digest'] ?? ''))?.[1];
  return digest && hex(Uint8Array.from(atob(digest), (letter) => letter.charCodeAt(0)));
}

/** Saves the file by a download link. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
