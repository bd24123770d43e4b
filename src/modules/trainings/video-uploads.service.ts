import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { UploadResponse } from '../../contract/training.responses';
import type { TrainingRow } from '../../contract/trainings.resource';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { toIso } from '../../common/rest/row';
import { NotFoundError } from '../../common/errors/app-error';
import { WrongStatusError } from '../../common/errors/record.errors';
import { FileStorage, type MultipartUpload, type StoredPart } from '../../infrastructure/files/file-storage';
import { newId } from '../../common/ids';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import type { Training } from './training.entity';
import { DocumentFileStore } from './document-file.store';
import { fileKey, mediaTypeOf, type UploadFormat } from './media-files';
import {
  DocumentTooLargeError,
  NotAPdfError,
  NotAVideoError,
  UploadIncompleteError,
  VideoTooLargeError,
  UnreadableVideoError,
} from './training.errors';
import { TrainingsService } from './trainings.service';
import { VideoFileStore } from './video-file.store';
import { VideoUpload } from './video-upload.entity';
import { toUploadedMedia } from './videos.service';

/** Except the last part; object storage requires at least 5 MB. */
const PART_BYTES = 8 * 1024 ** 2;
const UPLOAD_LIFETIME_MS = 24 * 3_600_000;
/** After this time the link of a part must be requested again. */
const PART_LINK_SECONDS = 3_600;

export interface UploadRequestData {
  name: string;
  bytes: number;
  format: UploadFormat;
  last_modified: number | null;
  head_digest: string | null;
}

/**
 * Resumable multipart uploads of videos and documents. The storage is the only record of received parts, so uploads
 * survive closed tabs and killed servers. A training gets the file only after it is complete and validated.
 */
@Injectable()
export class VideoUploadsService {
  constructor(
    @InjectTenantRepository(VideoUpload) private readonly uploads: TenantRepository<VideoUpload>,
    private readonly trainings: TrainingsService,
    private readonly videos: VideoFileStore,
    private readonly documents: DocumentFileStore,
    private readonly fileStorage: FileStorage,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
  ) {}

  /**
   * Resumes the upload of the same file; another file ends the previous uploads of the training.
   * @throws NotFoundError, WrongStatusError, VideoTooLargeError, DocumentTooLargeError, StorageUnavailableError
   */
  async start(tenant: Tenant, training_id: string, request: UploadRequestData): Promise<UploadResponse> {
    requireMatchingType(await this.trainings.record(tenant, training_id), request.format);
    this.rejectTooLarge(request);
    const open = await this.findOpen(tenant, training_id);
    const sameUpload = open.find((upload) => isSame(upload, request));
    if (sameUpload) return this.toAnswer(tenant, sameUpload);
    const now = this.clock.now();
    const file_id = newId(now);
    const key = fileKey(tenant.customer_id, file_id, request.format);
    const upload = {
      upload_id: newId(now),
      training_id,
      file_id,
      ...request,
      part_bytes: PART_BYTES,
      storage_id: await this.fileStorage.beginUpload(key, mediaTypeOf(request.format)),
      expires_at: now + UPLOAD_LIFETIME_MS,
      done_at: null,
    };
    await this.transactions.run(async () => {
      for (const { upload_id } of open) await this.expire(tenant, upload_id);
      await this.uploads.insert(tenant, upload);
    });
    return this.toAnswer(tenant, upload);
  }

  /** Unfinished uploads of a training. @throws NotFoundError, StorageUnavailableError */
  async list(tenant: Tenant, training_id: string): Promise<UploadResponse[]> {
    await this.trainings.record(tenant, training_id);
    const open = await this.findOpen(tenant, training_id);
    return Promise.all(open.map((upload) => this.toAnswer(tenant, upload)));
  }

  /** @throws NotFoundError, StorageUnavailableError */
  async one(tenant: Tenant, training_id: string, upload_id: string): Promise<UploadResponse> {
    return this.toAnswer(tenant, await this.open(tenant, training_id, upload_id));
  }

  /** Only if files are stored in a folder. @throws NotFoundError, PartSizeMismatchError */
  async receivePart(tenant: Tenant, training_id: string, upload_id: string, number: number, source: Readable) {
    const upload = await this.open(tenant, training_id, upload_id);
    const bytes = partSizes(upload)[number - 1];
    if (bytes === undefined) throw new NotFoundError('part');
    await this.fileStorage.putPart(this.multipart(tenant, upload), number, bytes, source);
  }

  /**
   * Assembles the file and gives it to the training. May be repeated, also after an interruption.
   * @param isSameVideo corrected file of the same video: progress is kept
   * @throws NotFoundError, UploadIncompleteError, NotAVideoError, UnreadableVideoError, NotAPdfError, StorageUnavailableError
   */
  async complete(tenant: Tenant, training_id: string, upload_id: string, isSameVideo: boolean): Promise<TrainingRow> {
    const upload = await this.requireUnexpired(tenant, training_id, upload_id);
    if (upload.done_at === null) await this.finish(tenant, upload, isSameVideo);
    return this.trainings.one(tenant, training_id);
  }

  /** @throws NotFoundError */
  async discard(tenant: Tenant, training_id: string, upload_id: string): Promise<void> {
    const upload = await this.open(tenant, training_id, upload_id);
    // Completed since it was read: the training owns the file.
    if (!(await this.expireNow(tenant, upload_id))) throw new NotFoundError('upload');
    await this.deleteUpload(tenant, upload, true);
  }

  /** Deletes a rejected or expired upload with its parts. @throws StorageUnavailableError */
  async removeEnded(tenant: Tenant, upload: VideoUpload): Promise<void> {
    const isOrphan = upload.done_at === null && (await this.expireNow(tenant, upload.upload_id));
    await this.deleteUpload(tenant, upload, isOrphan);
  }

  private async deleteUpload(tenant: Tenant, upload: VideoUpload, isOrphan: boolean): Promise<void> {
    await this.fileStorage.abortUpload(this.multipart(tenant, upload));
    // Assembled, but the server was killed before a row referred to it.
    if (isOrphan) await this.fileStorage.remove(this.multipart(tenant, upload).key);
    await this.transactions.run(() => this.uploads.remove(tenant, { upload_id: upload.upload_id }));
  }

  private async finish(tenant: Tenant, upload: VideoUpload, isSameVideo: boolean): Promise<void> {
    const { training_id, upload_id, row_version } = upload;
    const attachToTraining = await this.assembleFile(tenant, upload, isSameVideo).catch(async (error: unknown) => {
      if (await this.isCompletedElsewhere(tenant, upload)) return null;
      if (REFUSALS.some((refusal) => error instanceof refusal)) await this.removeEnded(tenant, upload);
      throw error;
    });
    if (!attachToTraining) return;
    const isAttached = await this.transactions.run(async () => {
      const done = { done_at: this.clock.now() };
      // Fails if the upload was ended meanwhile; then its file is deleted.
      if (!(await this.uploads.update(tenant, { upload_id, row_version, done_at: null }, done))) return false;
      await attachToTraining(requireMatchingType(await this.trainings.record(tenant, training_id), upload.format));
      return true;
    });
    if (!isAttached) await this.isCompletedElsewhere(tenant, upload);
  }

  /**
   * Assembles the parts. @returns how to attach the file @throws UploadIncompleteError, NotAVideoError, UnreadableVideoError, NotAPdfError,
   * StorageUnavailableError
   */
  private async assembleFile(tenant: Tenant, upload: VideoUpload, isSameVideo: boolean) {
    const multipartUpload = this.multipart(tenant, upload);
    const parts = await this.fileStorage.parts(multipartUpload);
    const missing = findMissingParts(upload, parts);
    if (missing.length === 0) await this.fileStorage.completeUpload(multipartUpload, parts);
    else if ((await this.fileStorage.head(multipartUpload.key))?.bytes !== upload.bytes)
      throw new UploadIncompleteError(missing);
    return this.inspectFile(tenant, upload, isSameVideo);
  }

  /** True if another request completed it. @throws NotFoundError if it was ended */
  private async isCompletedElsewhere(tenant: Tenant, upload: VideoUpload): Promise<boolean> {
    const current = await this.uploads.findOne(tenant, { upload_id: upload.upload_id });
    if (current && current.done_at !== null) return true;
    if (current?.row_version === upload.row_version) return false;
    // The file was assembled after its upload was ended and cleaned up. A missing row past its expiry may be a
    // completed upload that was cleaned up, so its file stays.
    if (current || upload.expires_at > this.clock.now())
      await this.fileStorage.remove(this.multipart(tenant, upload).key);
    throw new NotFoundError('upload');
  }

  /** Validates the file. @returns how to attach it @throws NotAVideoError, UnreadableVideoError, NotAPdfError, StorageUnavailableError */
  private async inspectFile(tenant: Tenant, { file_id, format, name }: VideoUpload, isSameVideo: boolean) {
    const { customer_id } = tenant;
    if (format === 'pdf') {
      const stored = await this.documents.inspect(customer_id, file_id);
      const document = { document_id: file_id, kind: 'pdf', name, text: null, ...stored };
      return (was: Training) => this.trainings.changeDocument(tenant, was, document);
    }
    const stored = await this.videos.inspect(customer_id, file_id, format === 'webm' ? 'webm' : 'mp4');
    return (was: Training) => this.trainings.changeVideo(tenant, was, toUploadedMedia(file_id, stored), isSameVideo);
  }

  /** @throws VideoTooLargeError, DocumentTooLargeError */
  private rejectTooLarge({ bytes, format }: UploadRequestData): void {
    if (format === 'pdf' && bytes > this.documents.maxBytes) throw new DocumentTooLargeError(this.documents.maxBytes);
    if (format !== 'pdf' && bytes > this.videos.maxBytes) throw new VideoTooLargeError(this.videos.maxBytes);
  }

  /**
   * Expires it for the clean-up (upload-retention.job.ts). Runs in the caller's transaction.
   * @returns 0: completed or deleted
   */
  private expire(tenant: Tenant, upload_id: string): Promise<number> {
    return this.uploads.update(tenant, { upload_id, done_at: null }, { expires_at: this.clock.now() });
  }

  /** Prevents completion from then on. @returns false: completed or deleted */
  private async expireNow(tenant: Tenant, upload_id: string): Promise<boolean> {
    return (await this.transactions.run(() => this.expire(tenant, upload_id))) > 0;
  }

  private async findOpen(tenant: Tenant, training_id: string): Promise<VideoUpload[]> {
    const unfinished = await this.uploads.find(tenant, { training_id, done_at: null });
    return unfinished.filter(({ expires_at }) => expires_at > this.clock.now());
  }

  private async requireUnexpired(tenant: Tenant, training_id: string, upload_id: string): Promise<VideoUpload> {
    const upload = await this.uploads.findOne(tenant, { training_id, upload_id });
    if (!upload || upload.expires_at <= this.clock.now()) throw new NotFoundError('upload');
    return upload;
  }

  private async open(tenant: Tenant, training_id: string, upload_id: string): Promise<VideoUpload> {
    const upload = await this.requireUnexpired(tenant, training_id, upload_id);
    if (upload.done_at !== null) throw new NotFoundError('upload');
    return upload;
  }

  private multipart({ customer_id }: Tenant, { file_id, format, storage_id }: UploadRecord): MultipartUpload {
    return { key: fileKey(customer_id, file_id, format as UploadFormat), id: storage_id };
  }

  private async toAnswer(tenant: Tenant, upload: UploadRecord): Promise<UploadResponse> {
    const { upload_id, training_id, name, bytes, part_bytes, last_modified, head_digest } = upload;
    const multipartUpload = this.multipart(tenant, upload);
    const missing = new Set(findMissingParts(upload, await this.fileStorage.parts(multipartUpload)));
    const parts = partSizes(upload).map(async (size, at) => {
      const number = at + 1;
      const done = !missing.has(number);
      const ownUrl = `/api/trainings/${training_id}/uploads/${upload_id}/parts/${number}`;
      const url = done
        ? null
        : ((await this.fileStorage.createPartUrl(multipartUpload, number, size, PART_LINK_SECONDS)) ?? ownUrl);
      return { number, bytes: size, done, url };
    });
    const uploadFields = { upload_id, name, bytes, part_bytes, last_modified, head_digest };
    return { ...uploadFields, expires_at: toIso(upload.expires_at), parts: await Promise.all(parts) };
  }
}

const REFUSALS = [NotAVideoError, UnreadableVideoError, NotAPdfError] as const;

/** The type may have changed since the upload started. @throws WrongStatusError */
function requireMatchingType(training: Training, format: string): Training {
  const [type, command] = format === 'pdf' ? ['document', 'upload of a document'] : ['video', 'upload of a video'];
  if (training.type !== type) throw new WrongStatusError(command, training.type);
  return training;
}

type UploadRecord = Omit<VideoUpload, 'customer_id' | 'created_at' | 'updated_at' | 'row_version' | 'done_at'>;

const isSame = (upload: VideoUpload, request: UploadRequestData): boolean =>
  (['name', 'bytes', 'format', 'last_modified', 'head_digest'] as const).every((key) => upload[key] === request[key]);

function partSizes({ bytes, part_bytes }: Pick<VideoUpload, 'bytes' | 'part_bytes'>): number[] {
  const count = Math.ceil(bytes / part_bytes);
  return Array.from({ length: count }, (_, at) => Math.min(part_bytes, bytes - at * part_bytes));
}

/** Numbers of parts that are missing or have the wrong length. */
function findMissingParts(upload: Pick<VideoUpload, 'bytes' | 'part_bytes'>, parts: readonly StoredPart[]): number[] {
  const receivedBytes = new Map(parts.map(({ number, bytes }) => [number, bytes]));
  return partSizes(upload).flatMap((size, at) => (receivedBytes.get(at + 1) === size ? [] : [at + 1]));
}
