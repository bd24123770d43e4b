import axios from 'axios';
import type { UploadAnswer } from '@contract/training-answers';
import { ApiError } from '@/api/api-error';
import { http } from '@/api/http';

const HEAD_BYTES = 65_536;
/** A server that is started again, a line that is lost for a minute: longer than this a person decides. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000];

/** What tells whether a file that is chosen later is the same one. */
export async function announcedOf(file: File) {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  return {
    ...{ name: file.name, bytes: file.size, type: typeOf(head, file.type), last_modified: file.lastModified },
    head_digest: digestOf(head),
  };
}

/** By its content, as the server will judge it; a name says what it likes. */
function typeOf(head: Uint8Array, said: string): string {
  const isWebm = [0x1a, 0x45, 0xdf, 0xa3].every((byte, at) => head[at] === byte);
  return isWebm ? 'video/webm' : said === 'video/webm' ? 'video/mp4' : said;
}

/** FNV-1a over both halves of 64 bits: `crypto.subtle` is not there on a plain-http network, and nothing is secret here. */
function digestOf(bytes: Uint8Array): string {
  let [even, odd] = [0x811c9dc5, 0x01234567];
  bytes.forEach((byte, at) => {
    if (at % 2) odd = Math.imul(odd ^ byte, 0x01000193);
    else even = Math.imul(even ^ byte, 0x01000193);
  });
  return [even, odd].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

export const doneBytes = ({ parts }: UploadAnswer): number =>
  parts.reduce((sum, { bytes, done }) => sum + (done ? bytes : 0), 0);

/**
 * Sends what is missing, part by part, to where the server says; what fails by the way is tried again, with fresh addresses.
 * Throws `ApiError`, or axios's cancellation.
 */
export async function sendParts(
  path: string,
  upload: UploadAnswer,
  file: File,
  { signal, told }: { signal: AbortSignal; told: (sent: number) => void },
): Promise<void> {
  let now = upload;
  for (let failed = 0; ;) {
    const part = now.parts.find(({ done }) => !done);
    if (!part?.url) return;
    const from = (part.number - 1) * now.part_bytes;
    const before = doneBytes(now);
    try {
      const piece = file.slice(from, from + part.bytes);
      await sent(part.url, piece, signal, (loaded) => told(before + Math.min(loaded, part.bytes)));
      now = { ...now, parts: now.parts.map((each) => (each === part ? { ...each, done: true, url: null } : each)) };
      told(doneBytes(now));
      failed = 0;
    } catch (error) {
      const wait = PAUSES_MS[failed++];
      if (signal.aborted || wait === undefined || !passes(error)) throw error;
      await pause(wait, signal);
      now = await http.get<UploadAnswer>(`${path}/${now.upload_id}`, { signal }).then(
        ({ data }) => data,
        (again: unknown) => {
          if (signal.aborted || !passes(again)) throw again;
          return now;
        },
      );
    }
  }
}

/** No answer, or one of a server that is away; of the storage's own refusals the address that is over (403). */
function passes(error: unknown): boolean {
  const status =
    error instanceof ApiError ? error.statusCode : axios.isAxiosError(error) ? (error.response?.status ?? 0) : -1;
  return status === 0 || status === 403 || status >= 500;
}

/** The storage gets none of our headers; our own address gets them. */
async function sent(url: string, body: Blob, signal: AbortSignal, told: (loaded: number) => void): Promise<void> {
  const ours = url.startsWith('/');
  const options = {
    signal,
    onUploadProgress: ({ loaded }: { loaded: number }) => told(loaded),
  };
  await (ours ? http : axios).put(url, body, options);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      done();
    });
  });
}
