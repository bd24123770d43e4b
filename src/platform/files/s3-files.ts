import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import {
  demandKey,
  Files,
  PartMisfit,
  StorageAway,
  type Multipart,
  type Part,
  type StoredFile,
  type StoredPart,
} from './files';
import { S3Refused, type S3Call, type S3Client } from './s3-client';
import { textsOf, xmlText } from './s3-xml';

/** Of a file that passes through us: what the storage takes as a part, and what we hold in memory of it. */
const PIECE = 8 * 1024 ** 2;

/** Files in a bucket. Browsers send and fetch them by pre-signed addresses; what passes through us comes in pieces. */
export class S3Files extends Files {
  constructor(private readonly client: S3Client) {
    super();
  }

  async put(key: string, source: Readable): Promise<void> {
    const pieces = piecesOf(source);
    const first = (await pieces.next()).value ?? new Uint8Array();
    if (first.length < PIECE) return void (await this.asked({ method: 'PUT', key, body: first }));
    const of = { key, id: await this.begin(key, 'application/octet-stream') };
    try {
      const parts: StoredPart[] = [];
      for (let piece: Uint8Array<ArrayBuffer> | undefined = first, number = 1; piece; number++) {
        parts.push({ number, bytes: piece.length, tag: await this.sendPart(of, number, piece) });
        piece = (await pieces.next()).value ?? undefined;
      }
      await this.complete(of, parts);
    } catch (error) {
      await this.abort(of).catch(() => undefined);
      throw error;
    }
  }

  async get(key: string, part?: Part): Promise<Readable> {
    const ranged = part && { headers: { range: `bytes=${part.start}-${part.end}` } };
    const { body } = await this.asked({ method: 'GET', key, ...ranged });
    return body ? Readable.fromWeb(body as ReadableStream) : Readable.from([]);
  }

  async head(key: string): Promise<{ bytes: number } | null> {
    const answer = await this.found({ method: 'HEAD', key });
    return answer && { bytes: Number(answer.headers.get('content-length')) };
  }

  async remove(key: string): Promise<void> {
    await this.found({ method: 'DELETE', key });
  }

  async *list(prefix: string): AsyncIterable<StoredFile> {
    for (let token = ''; ;) {
      const query = { 'list-type': '2', prefix, ...(token && { 'continuation-token': token }) };
      const xml = await (await this.asked({ method: 'GET', key: null, query })).text();
      for (const each of textsOf(xml, 'Contents', true)) {
        const [key = ''] = textsOf(each, 'Key');
        const changed_at = Date.parse(textsOf(each, 'LastModified')[0] ?? '');
        yield { key, bytes: Number(textsOf(each, 'Size')[0]), changed_at };
      }
      token = textsOf(xml, 'NextContinuationToken')[0] ?? '';
      if (!token) return;
    }
  }

  link(key: string, seconds: number, saved_as?: string): Promise<string> {
    const query = saved_as && { 'response-content-disposition': `attachment; filename="${saved_as}"` };
    return this.client.link({ method: 'GET', key: demandKey(key), ...(query && { query }) }, seconds);
  }

  async begin(key: string, type: string): Promise<string> {
    const call: S3Call = { method: 'POST', key, query: { uploads: '' }, headers: { 'content-type': type } };
    const [id] = textsOf(await (await this.asked(call)).text(), 'UploadId');
    if (!id) throw new StorageAway('no UploadId in its answer');
    return id;
  }

  /** Its length is signed: the storage refuses a part of another one. */
  partLink(of: Multipart, number: number, bytes: number, seconds: number): Promise<string> {
    const headers = { 'content-length': String(bytes) };
    return this.client.link({ method: 'PUT', key: demandKey(of.key), query: partOf(of, number), headers }, seconds);
  }

  async putPart(of: Multipart, number: number, bytes: number, source: Readable): Promise<void> {
    let piece: Uint8Array<ArrayBuffer> = new Uint8Array();
    for await (const each of piecesOf(source, bytes + 1)) {
      if (each.length > bytes || piece.length > 0) throw new PartMisfit(bytes);
      piece = each;
    }
    if (piece.length !== bytes) throw new PartMisfit(bytes);
    await this.sendPart(of, number, piece);
  }

  async parts(of: Multipart): Promise<StoredPart[]> {
    const parts: StoredPart[] = [];
    for (let marker = '0'; ;) {
      const query = { uploadId: of.id, 'max-parts': '1000', 'part-number-marker': marker };
      const answer = await this.found({ method: 'GET', key: of.key, query });
      if (!answer) return parts;
      const xml = await answer.text();
      for (const each of textsOf(xml, 'Part', true)) {
        const [number, bytes, tag = ''] = ['PartNumber', 'Size', 'ETag'].map((name) => textsOf(each, name)[0]);
        parts.push({ number: Number(number), bytes: Number(bytes), tag });
      }
      const next = textsOf(xml, 'NextPartNumberMarker')[0];
      if (textsOf(xml, 'IsTruncated')[0] !== 'true' || !next || next === marker) return parts;
      marker = next;
    }
  }

  async complete({ key, id }: Multipart, parts: readonly StoredPart[]): Promise<void> {
    const list = parts.map(
      ({ number, tag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${xmlText(tag)}</ETag></Part>`,
    );
    const body = `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`;
    const headers = { 'content-type': 'application/xml' };
    const answer = await this.asked({ method: 'POST', key, query: { uploadId: id }, headers, body });
    // It answers 200 before it knows, and says afterwards that it failed.
    const [code] = textsOf(await answer.text(), 'Code');
    if (code) throw new StorageAway(code);
  }

  async abort({ key, id }: Multipart): Promise<void> {
    await this.found({ method: 'DELETE', key, query: { uploadId: id } });
  }

  private async sendPart(of: Multipart, number: number, body: Uint8Array<ArrayBuffer>): Promise<string> {
    const answer = await this.asked({ method: 'PUT', key: of.key, query: partOf(of, number), body });
    return answer.headers.get('etag') ?? '';
  }

  /** null: there is no such file or upload. */
  private async found(call: S3Call): Promise<Response | null> {
    try {
      return await this.asked(call);
    } catch (error) {
      if (error instanceof StorageAway && error.cause instanceof S3Refused && error.cause.status === 404) return null;
      throw error;
    }
  }

  /** Refused: the keys or the bucket are not what they were at boot, which is for whoever runs this to mend. */
  private async asked(call: S3Call): Promise<Response> {
    if (call.key !== null) demandKey(call.key);
    return this.client.call(call).catch((error: unknown) => {
      if (!(error instanceof S3Refused)) throw error;
      if (error.status !== 404) this.client.tell(error);
      throw Object.assign(new StorageAway(error.message), { cause: error });
    });
  }
}

const partOf = ({ id }: Multipart, number: number) => ({ partNumber: String(number), uploadId: id });

/** As large as they may be; the last one is smaller. */
async function* piecesOf(source: Readable, size = PIECE): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  let piece = new Uint8Array(size);
  let filled = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    for (let from = 0; from < chunk.length;) {
      const taken = Math.min(size - filled, chunk.length - from);
      piece.set(chunk.subarray(from, from + taken), filled);
      filled += taken;
      from += taken;
      if (filled < size) continue;
      yield piece;
      piece = new Uint8Array(size);
      filled = 0;
    }
  }
  if (filled > 0) yield piece.slice(0, filled);
  return undefined;
}
