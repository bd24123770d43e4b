import axios from 'axios';
import type { UploadResponse } from '@contract/training.responses';
import { ApiError } from '@/api/api-error';
import { http } from '@/api/http';

const HEAD_BYTES = 65_536;
/** Covers a server restart or a minute without network; afterwards the upload stops. */
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000];

/** Metadata that identifies the same file when it is chosen again. */
export async function describeFile(file: File) {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  return {
    name: file.name,
    bytes: file.size,
    type: detectType(head, file.type),
    last_modified: file.lastModified,
    head_digest: hashBytes(head),
  };
}

/** Detects the type by content, as the server does; the browser goes by the file name. */
function detectType(head: Uint8Array, declaredType: string): string {
  const isWebm = [0x1a, 0x45, 0xdf, 0xa3].every((byte, index) => head[index] === byte);
  return isWebm ? 'video/webm' : declaredType === 'video/webm' ? 'video/mp4' : declaredType;
}

/** Two FNV-1a hashes. `crypto.subtle` is missing over plain http, and the hash needs no secrecy. */
function hashBytes(bytes: Uint8Array): string {
  let [even, odd] = [0x811c9dc5, 0x01234567];
  bytes.forEach((byte, index) => {
    if (index % 2) odd = Math.imul(odd ^ byte, 0x01000193);
    else even = Math.imul(even ^ byte, 0x01000193);
  });
  return [even, odd].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

export const countUploadedBytes = ({ parts }: UploadResponse): number =>
  parts.reduce((sum, { bytes, done }) => sum + (done ? bytes : 0), 0);

/**
 * Sends the missing parts one by one to the URLs of the server; a failed part is retried with a new URL.
 * Throws `ApiError` or axios's cancellation.
 */
export async function sendParts(
  path: string,
  upload: UploadResponse,
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (sentBytes: number) => void },
): Promise<void> {
  let current = upload;
  for (let failures = 0; ;) {
    const part = current.parts.find(({ done }) => !done);
    if (!part?.url) return;
    const from = (part.number - 1) * current.part_bytes;
    const before = countUploadedBytes(current);
    try {
      const chunk = file.slice(from, from + part.bytes);
      await sendPart(part.url, chunk, signal, (loaded) => onProgress(before + Math.min(loaded, part.bytes)));
      current = {
        ...current,
        parts: current.parts.map((each) => (each === part ? { ...each, done: true, url: null } : each)),
      };
      onProgress(countUploadedBytes(current));
      failures = 0;
    } catch (error) {
      const delayMs = RETRY_DELAYS_MS[failures++];
      if (signal.aborted || delayMs === undefined || !isRetryable(error)) throw error;
      await delay(delayMs, signal);
      current = await http.get<UploadResponse>(`${path}/${current.upload_id}`, { signal }).then(
        ({ data }) => data,
        (retryError: unknown) => {
          if (signal.aborted || !isRetryable(retryError)) throw retryError;
          return current;
        },
      );
    }
  }
}

/** No response, a server error, or an expired storage URL (403). */
function isRetryable(error: unknown): boolean {
  const status =
    error instanceof ApiError ? error.statusCode : axios.isAxiosError(error) ? (error.response?.status ?? 0) : -1;
  return status === 0 || status === 403 || status >= 500;
}

/** Sends our headers to our own server only, never to the storage. */
async function sendPart(
  url: string,
  body: Blob,
  signal: AbortSignal,
  onProgress: (loaded: number) => void,
): Promise<void> {
  const isOwnServer = url.startsWith('/');
  const options = {
    signal,
    onUploadProgress: ({ loaded }: { loaded: number }) => onProgress(loaded),
  };
  await (isOwnServer ? http : axios).put(url, body, options);
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      done();
    });
  });
}
