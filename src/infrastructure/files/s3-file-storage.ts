import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import {
  assertFileKey,
  FileStorage,
  PartSizeMismatchError,
  StorageUnavailableError,
  type MultipartUpload,
  type ByteRange,
  type StoredFile,
  type StoredPart,
} from './file-storage';
import { S3ResponseError, type S3Call, type S3Client } from './s3-client';
import { extractTexts, escapeXml } from './s3-xml';

/** Size of a multipart part, and of the memory buffer for it. */
const PIECE_BYTES = 8 * 1024 ** 2;

/** Files in a bucket. Browsers use pre-signed URLs; files that pass through this server are sent in pieces. */
export class S3FileStorage extends FileStorage {
  constructor(private readonly client: S3Client) {
    super();
  }

  async put(key: string, source: Readable): Promise<void> {
    const pieces = readPieces(source);
    const first = (await pieces.next()).value ?? new Uint8Array();
    if (first.length < PIECE_BYTES) return void (await this.callStorage({ method: 'PUT', key, body: first }));
    const upload = { key, id: await this.beginUpload(key, 'application/octet-stream') };
    try {
      const parts: StoredPart[] = [];
      for (let piece: Uint8Array<ArrayBuffer> | undefined = first, number = 1; piece; number++) {
        parts.push({ number, bytes: piece.length, tag: await this.sendPart(upload, number, piece) });
        piece = (await pieces.next()).value ?? undefined;
      }
      await this.completeUpload(upload, parts);
    } catch (error) {
      await this.abortUpload(upload).catch(() => undefined);
      throw error;
    }
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const rangeHeader = range && { headers: { range: `bytes=${range.start}-${range.end}` } };
    const { body } = await this.callStorage({ method: 'GET', key, ...rangeHeader });
    return body ? Readable.fromWeb(body as ReadableStream) : Readable.from([]);
  }

  async head(key: string): Promise<{ bytes: number } | null> {
    const response = await this.callIfExists({ method: 'HEAD', key });
    return response && { bytes: Number(response.headers.get('content-length')) };
  }

  async remove(key: string): Promise<void> {
    await this.callIfExists({ method: 'DELETE', key });
  }

  async *list(prefix: string): AsyncIterable<StoredFile> {
    for (let token = ''; ;) {
      const query = { 'list-type': '2', prefix, ...(token && { 'continuation-token': token }) };
      const xml = await (await this.callStorage({ method: 'GET', key: null, query })).text();
      for (const entry of extractTexts(xml, 'Contents', true)) {
        const [key = ''] = extractTexts(entry, 'Key');
        const changed_at = Date.parse(extractTexts(entry, 'LastModified')[0] ?? '');
        yield { key, bytes: Number(extractTexts(entry, 'Size')[0]), changed_at };
      }
      token = extractTexts(xml, 'NextContinuationToken')[0] ?? '';
      if (!token) return;
    }
  }

  createReadUrl(key: string, seconds: number, downloadName?: string): Promise<string> {
    const query = downloadName && { 'response-content-disposition': `attachment; filename="${downloadName}"` };
    return this.client.presign({ method: 'GET', key: assertFileKey(key), ...(query && { query }) }, seconds);
  }

  async beginUpload(key: string, type: string): Promise<string> {
    const call: S3Call = { method: 'POST', key, query: { uploads: '' }, headers: { 'content-type': type } };
    const [id] = extractTexts(await (await this.callStorage(call)).text(), 'UploadId');
    if (!id) throw new StorageUnavailableError('no UploadId in its answer');
    return id;
  }

  /** The length is signed: the storage rejects a part of another size. */
  createPartUrl(upload: MultipartUpload, number: number, bytes: number, seconds: number): Promise<string> {
    const headers = { 'content-length': String(bytes) };
    return this.client.presign(
      { method: 'PUT', key: assertFileKey(upload.key), query: partQuery(upload, number), headers },
      seconds,
    );
  }

  async putPart(upload: MultipartUpload, number: number, bytes: number, source: Readable): Promise<void> {
    let piece: Uint8Array<ArrayBuffer> = new Uint8Array();
    for await (const entry of readPieces(source, bytes + 1)) {
      if (entry.length > bytes || piece.length > 0) throw new PartSizeMismatchError(bytes);
      piece = entry;
    }
    if (piece.length !== bytes) throw new PartSizeMismatchError(bytes);
    await this.sendPart(upload, number, piece);
  }

  async parts(upload: MultipartUpload): Promise<StoredPart[]> {
    const parts: StoredPart[] = [];
    for (let marker = '0'; ;) {
      const query = { uploadId: upload.id, 'max-parts': '1000', 'part-number-marker': marker };
      const response = await this.callIfExists({ method: 'GET', key: upload.key, query });
      if (!response) return parts;
      const xml = await response.text();
      for (const entry of extractTexts(xml, 'Part', true)) {
        const [number, bytes, tag = ''] = ['PartNumber', 'Size', 'ETag'].map((name) => extractTexts(entry, name)[0]);
        parts.push({ number: Number(number), bytes: Number(bytes), tag });
      }
      const next = extractTexts(xml, 'NextPartNumberMarker')[0];
      if (extractTexts(xml, 'IsTruncated')[0] !== 'true' || !next || next === marker) return parts;
      marker = next;
    }
  }

  async completeUpload({ key, id }: MultipartUpload, parts: readonly StoredPart[]): Promise<void> {
    const list = parts.map(
      ({ number, tag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`,
    );
    const body = `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`;
    const headers = { 'content-type': 'application/xml' };
    const response = await this.callStorage({ method: 'POST', key, query: { uploadId: id }, headers, body });
    // The storage answers 200 early and reports a later failure in the body.
    const [code] = extractTexts(await response.text(), 'Code');
    if (code) throw new StorageUnavailableError(code);
  }

  async abortUpload({ key, id }: MultipartUpload): Promise<void> {
    await this.callIfExists({ method: 'DELETE', key, query: { uploadId: id } });
  }

  private async sendPart(upload: MultipartUpload, number: number, body: Uint8Array<ArrayBuffer>): Promise<string> {
    const response = await this.callStorage({ method: 'PUT', key: upload.key, query: partQuery(upload, number), body });
    return response.headers.get('etag') ?? '';
  }

  /** null: the file or upload does not exist. */
  private async callIfExists(call: S3Call): Promise<Response | null> {
    try {
      return await this.callStorage(call);
    } catch (error) {
      if (
        error instanceof StorageUnavailableError &&
        error.cause instanceof S3ResponseError &&
        error.cause.status === 404
      )
        return null;
      throw error;
    }
  }

  /** An error response means that keys or bucket have changed since boot: logged for the operator. */
  private async callStorage(call: S3Call): Promise<Response> {
    if (call.key !== null) assertFileKey(call.key);
    return this.client.call(call).catch((error: unknown) => {
      if (!(error instanceof S3ResponseError)) throw error;
      if (error.status !== 404) this.client.logRefusal(error);
      throw Object.assign(new StorageUnavailableError(error.message), { cause: error });
    });
  }
}

const partQuery = ({ id }: MultipartUpload, number: number) => ({ partNumber: String(number), uploadId: id });

/** Pieces of `size` bytes; the last one is smaller. */
async function* readPieces(source: Readable, size = PIECE_BYTES): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  let piece = new Uint8Array(size);
  let filled = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    for (let from = 0; from < chunk.length;) {
      const copiedBytes = Math.min(size - filled, chunk.length - from);
      piece.set(chunk.subarray(from, from + copiedBytes), filled);
      filled += copiedBytes;
      from += copiedBytes;
      if (filled < size) continue;
      yield piece;
      piece = new Uint8Array(size);
      filled = 0;
    }
  }
  if (filled > 0) yield piece.slice(0, filled);
  return undefined;
}
