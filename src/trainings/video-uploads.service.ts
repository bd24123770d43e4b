import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { UploadAnswer } from '../contract/training-answers';
import type { TrainingRow } from '../contract/trainings.resource';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { toIso } from '../platform/definitions/row';
import { NotFound } from '../platform/errors/app-error';
import { WrongStatus } from '../platform/errors/record-errors';
import { Files, type Multipart, type StoredPart } from '../platform/files/files';
import { newId } from '../platform/ids';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import type { Training } from './training.entity';
import { DocumentFiles } from './document-files';
import { fileKey, mediaTypeOf, type UploadFormat } from './stored-files';
import { DocumentTooLarge, NoPdf, NoVideo, UploadIncomplete, VideoTooLarge, VideoUnreadable } from './training.errors';
import { TrainingsService } from './trainings.service';
import { VideoFiles } from './video-files';
import { VideoUpload } from './video-upload.entity';
import { playing } from './videos.service';

/** Of all parts but the last: object storage takes no fewer than 5 MB. */
const PART_BYTES = 8 * 1024 ** 2;
const UPLOAD_LIVES_MS = 24 * 3_600_000;
/** How long a part may take to be sent to the storage; then its address is asked for anew. */
const ADDRESS_SECONDS = 3_600;

export interface Announced {
  name: string;
  bytes: number;
  format: UploadFormat;
  last_modified: number | null;
  head_digest: string | null;
}

/**
 * A video or a document that comes in parts, each as often as it takes, and goes on after a closed tab or a killed server: what is there
 * says the storage, never a row of ours. No training names the file before it is whole and was read.
 */
@Injectable()
export class VideoUploadsService {
  constructor(
    @Records(VideoUpload) private readonly uploads: TenantRepository<VideoUpload>,
    private readonly trainings: TrainingsService,
    private readonly videos: VideoFiles,
    private readonly documents: DocumentFiles,
    private readonly files: Files,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * The same file of the same training goes on where it was; another one ends what was begun before, for a training has
   * one. @throws NotFound, WrongStatus, VideoTooLarge, DocumentTooLarge, StorageAway
   */
  async begin(tenant: Tenant, training_id: string, announced: Announced): Promise<UploadAnswer> {
    demandTaker(await this.trainings.record(tenant, training_id), announced.format);
    this.refuseTooLarge(announced);
    const open = await this.openOf(tenant, training_id);
    const same = open.find((upload) => isSame(upload, announced));
    if (same) return this.answer(tenant, same);
    const now = this.clock.now();
    const file_id = newId(now);
    const key = fileKey(tenant.customer_id, file_id, announced.format);
    const upload = {
      ...{ upload_id: newId(now), training_id, file_id, ...announced, part_bytes: PART_BYTES },
      ...{ storage_id: await this.files.begin(key, mediaTypeOf(announced.format)) },
      ...{ expires_at: now + UPLOAD_LIVES_MS, done_at: null },
    };
    await this.transactions.run(async () => {
      for (const { upload_id } of open) await this.end(tenant, upload_id);
      await this.uploads.insert(tenant, upload);
    });
    return this.answer(tenant, upload);
  }

  /** What of a training was begun and may go on. @throws NotFound, StorageAway */
  async list(tenant: Tenant, training_id: string): Promise<UploadAnswer[]> {
    await this.trainings.record(tenant, training_id);
    const open = await this.openOf(tenant, training_id);
    return Promise.all(open.map((upload) => this.answer(tenant, upload)));
  }

  /** @throws NotFound, StorageAway */
  async one(tenant: Tenant, training_id: string, upload_id: string): Promise<UploadAnswer> {
    return this.answer(tenant, await this.open(tenant, training_id, upload_id));
  }

  /** Where files lie in a folder, a part comes to us. @throws NotFound, PartMisfit */
  async takePart(tenant: Tenant, training_id: string, upload_id: string, number: number, source: Readable) {
    const upload = await this.open(tenant, training_id, upload_id);
    const bytes = sizesOf(upload)[number - 1];
    if (bytes === undefined) throw new NotFound('part');
    await this.files.putPart(this.multipart(tenant, upload), number, bytes, source);
  }

  /**
   * Makes a file of the parts and gives it to the training. Asked twice, or after a kill in the middle, it is done once.
   * @param isSameVideo a corrected file of the same film: progress is kept
   * @throws NotFound, UploadIncomplete, NoVideo, VideoUnreadable, NoPdf, StorageAway
   */
  async complete(tenant: Tenant, training_id: string, upload_id: string, isSameVideo: boolean): Promise<TrainingRow> {
    const upload = await this.known(tenant, training_id, upload_id);
    if (upload.done_at === null) await this.finish(tenant, upload, isSameVideo);
    return this.trainings.one(tenant, training_id);
  }

  /** Nothing of it is kept. @throws NotFound */
  async discard(tenant: Tenant, training_id: string, upload_id: string): Promise<void> {
    const upload = await this.open(tenant, training_id, upload_id);
    // Completed since it was read: the training has its file.
    if (!(await this.endNow(tenant, upload_id))) throw new NotFound('upload');
    await this.clear(tenant, upload, true);
  }

  /** What came of it, and its row: it was refused, or its time is over. @throws StorageAway */
  async forget(tenant: Tenant, upload: VideoUpload): Promise<void> {
    const isNobodys = upload.done_at === null && (await this.endNow(tenant, upload.upload_id));
    await this.clear(tenant, upload, isNobodys);
  }

  private async clear(tenant: Tenant, upload: VideoUpload, isNobodys: boolean): Promise<void> {
    await this.files.abort(this.multipart(tenant, upload));
    // Whole, but nobody's: its server was killed before a row named it.
    if (isNobodys) await this.files.remove(this.multipart(tenant, upload).key);
    await this.transactions.run(() => this.uploads.remove(tenant, { upload_id: upload.upload_id }));
  }

  private async finish(tenant: Tenant, upload: VideoUpload, isSameVideo: boolean): Promise<void> {
    const { training_id, upload_id, row_version } = upload;
    const give = await this.made(tenant, upload, isSameVideo).catch(async (error: unknown) => {
      if (await this.isDone(tenant, upload)) return null;
      if (REFUSALS.some((refusal) => error instanceof refusal)) await this.forget(tenant, upload);
      throw error;
    });
    if (!give) return;
    const isGiven = await this.transactions.run(async () => {
      const done = { done_at: this.clock.now() };
      // As it was read: whoever ends it has raised its version, and deletes its file.
      if (!(await this.uploads.update(tenant, { upload_id, row_version, done_at: null }, done))) return false;
      await give(demandTaker(await this.trainings.record(tenant, training_id), upload.format));
      return true;
    });
    if (!isGiven) await this.isDone(tenant, upload);
  }

  /** A file of its parts, and how the training takes it. @throws UploadIncomplete, NoVideo, VideoUnreadable, NoPdf, StorageAway */
  private async made(tenant: Tenant, upload: VideoUpload, isSameVideo: boolean) {
    const of = this.multipart(tenant, upload);
    const parts = await this.files.parts(of);
    const missing = missingOf(upload, parts);
    if (missing.length === 0) await this.files.complete(of, parts);
    else if ((await this.files.head(of.key))?.bytes !== upload.bytes) throw new UploadIncomplete(missing);
    return this.inspected(tenant, upload, isSameVideo);
  }

  /** Somebody else has completed it meanwhile. @throws NotFound: or has ended it */
  private async isDone(tenant: Tenant, upload: VideoUpload): Promise<boolean> {
    const now = await this.uploads.one(tenant, { upload_id: upload.upload_id });
    if (now && now.done_at !== null) return true;
    if (now?.row_version === upload.row_version) return false;
    // It became a file after whoever ended it had deleted that. Without a row and past its day it may have been done, and swept.
    if (now || upload.expires_at > this.clock.now()) await this.files.remove(this.multipart(tenant, upload).key);
    throw new NotFound('upload');
  }

  /** What a whole file says of itself, and how a training takes it. @throws NoVideo, VideoUnreadable, NoPdf, StorageAway */
  private async inspected(tenant: Tenant, { file_id, format, name }: VideoUpload, isSameVideo: boolean) {
    const { customer_id } = tenant;
    if (format === 'pdf') {
      const kept = await this.documents.inspect(customer_id, file_id);
      const document = { document_id: file_id, kind: 'pdf', name, text: null, ...kept };
      return (was: Training) => this.trainings.changeDocument(tenant, was, document);
    }
    const kept = await this.videos.inspect(customer_id, file_id, format === 'webm' ? 'webm' : 'mp4');
    return (was: Training) => this.trainings.changeVideo(tenant, was, playing(file_id, kept), isSameVideo);
  }

  /** @throws VideoTooLarge, DocumentTooLarge */
  private refuseTooLarge({ bytes, format }: Announced): void {
    if (format === 'pdf' && bytes > this.documents.maxBytes) throw new DocumentTooLarge(this.documents.maxBytes);
    if (format !== 'pdf' && bytes > this.videos.maxBytes) throw new VideoTooLarge(this.videos.maxBytes);
  }

  /** From now on it is over, and swept (ended-uploads.ts). In the caller's transaction. @returns 0: it is done, or gone */
  private end(tenant: Tenant, upload_id: string): Promise<number> {
    return this.uploads.update(tenant, { upload_id, done_at: null }, { expires_at: this.clock.now() });
  }

  /** From then on nobody completes it. @returns false: somebody has, or it is gone */
  private async endNow(tenant: Tenant, upload_id: string): Promise<boolean> {
    return (await this.transactions.run(() => this.end(tenant, upload_id))) > 0;
  }

  private async openOf(tenant: Tenant, training_id: string): Promise<VideoUpload[]> {
    const begun = await this.uploads.find(tenant, { training_id, done_at: null });
    return begun.filter(({ expires_at }) => expires_at > this.clock.now());
  }

  private async known(tenant: Tenant, training_id: string, upload_id: string): Promise<VideoUpload> {
    const upload = await this.uploads.one(tenant, { training_id, upload_id });
    if (!upload || upload.expires_at <= this.clock.now()) throw new NotFound('upload');
    return upload;
  }

  private async open(tenant: Tenant, training_id: string, upload_id: string): Promise<VideoUpload> {
    const upload = await this.known(tenant, training_id, upload_id);
    if (upload.done_at !== null) throw new NotFound('upload');
    return upload;
  }

  private multipart({ customer_id }: Tenant, { file_id, format, storage_id }: Stored): Multipart {
    return { key: fileKey(customer_id, file_id, format as UploadFormat), id: storage_id };
  }

  private async answer(tenant: Tenant, upload: Stored): Promise<UploadAnswer> {
    const { upload_id, training_id, name, bytes, part_bytes, last_modified, head_digest } = upload;
    const of = this.multipart(tenant, upload);
    const missing = new Set(missingOf(upload, await this.files.parts(of)));
    const parts = sizesOf(upload).map(async (size, at) => {
      const number = at + 1;
      const done = !missing.has(number);
      const ours = `/api/trainings/${training_id}/uploads/${upload_id}/parts/${number}`;
      const url = done ? null : ((await this.files.partLink(of, number, size, ADDRESS_SECONDS)) ?? ours);
      return { number, bytes: size, done, url };
    });
    const said = { upload_id, name, bytes, part_bytes, last_modified, head_digest };
    return { ...said, expires_at: toIso(upload.expires_at), parts: await Promise.all(parts) };
  }
}

const REFUSALS = [NoVideo, VideoUnreadable, NoPdf] as const;

/** It may have become another kind since. @throws WrongStatus */
function demandTaker(training: Training, format: string): Training {
  const [type, command] = format === 'pdf' ? ['document', 'upload of a document'] : ['video', 'upload of a video'];
  if (training.type !== type) throw new WrongStatus(command, training.type);
  return training;
}

type Stored = Omit<VideoUpload, 'customer_id' | 'created_at' | 'updated_at' | 'row_version' | 'done_at'>;

const isSame = (upload: VideoUpload, announced: Announced): boolean =>
  (['name', 'bytes', 'format', 'last_modified', 'head_digest'] as const).every((key) => upload[key] === announced[key]);

function sizesOf({ bytes, part_bytes }: Pick<VideoUpload, 'bytes' | 'part_bytes'>): number[] {
  const count = Math.ceil(bytes / part_bytes);
  return Array.from({ length: count }, (_, at) => Math.min(part_bytes, bytes - at * part_bytes));
}

/** Of what must be there the numbers that are not, or not as long as they must be. */
function missingOf(upload: Pick<VideoUpload, 'bytes' | 'part_bytes'>, parts: readonly StoredPart[]): number[] {
  const there = new Map(parts.map(({ number, bytes }) => [number, bytes]));
  return sizesOf(upload).flatMap((size, at) => (there.get(at + 1) === size ? [] : [at + 1]));
}
