import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Language } from '../../contract/languages';
import type { CaptionResponse } from '../../contract/training.responses';
import { CAPTIONS_BYTES_MAX, parseCaptions } from '../../contract/webvtt';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { NotFoundError } from '../../common/errors/app-error';
import { WrongStatusError } from '../../common/errors/record.errors';
import { FileStorage } from '../../infrastructure/files/file-storage';
import { newId } from '../../common/ids';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { PendingFilesService } from '../../tenancy/pending-files.service';
import type { Tenant } from '../../tenancy/tenant';
import { LearningQuery } from './learning.query';
import { LINK_GRACE_MS, MediaLinkService } from './media-link.service';
import { fileKey } from './media-files';
import { TrainingCaptionRepository } from './training-caption.repository';
import type { TrainingCaption } from './training-caption.entity';
import { EmptyCaptionsError, CaptionsTooLargeError, InvalidCaptionsError } from './training.errors';
import { TrainingsService } from './trainings.service';

export interface CaptionUpload {
  name: string;
  source: Readable;
}

/** Captions of a video, one file per language, and the links for the player. */
@Injectable()
export class CaptionsService {
  constructor(
    private readonly captions: TrainingCaptionRepository,
    private readonly trainings: TrainingsService,
    private readonly learning: LearningQuery,
    private readonly links: MediaLinkService,
    private readonly fileStorage: FileStorage,
    private readonly pendingFilesService: PendingFilesService,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
  ) {}

  /** For assigned learners and admins. @throws NotFoundError */
  async list(tenant: Tenant, training_id: string): Promise<CaptionResponse[]> {
    const { staff_id } = tenant.actor;
    const isAssigned = staff_id !== null && (await this.learning.findLatest(tenant, staff_id, training_id)) !== null;
    if (!isAssigned && !tenant.isAdmin) throw new NotFoundError('assignment');
    const { video_duration_ms } = await this.trainings.record(tenant, training_id);
    const expires_at = this.clock.now() + (video_duration_ms ?? 0) + LINK_GRACE_MS;
    const captions = await this.captions.findByTraining(tenant, training_id);
    return captions.map((caption) => this.toAnswer(tenant, caption, expires_at));
  }

  /**
   * Replaces the captions of the language. The file is stored before the row refers to it; the previous file is
   * deleted after the row was changed.
   * @throws NotFoundError, WrongStatusError, CaptionsTooLargeError, InvalidCaptionsError, EmptyCaptionsError, StorageUnavailableError
   */
  async put(
    tenant: Tenant,
    training_id: string,
    language: Language,
    upload: CaptionUpload,
  ): Promise<CaptionResponse[]> {
    requireVideoType((await this.trainings.record(tenant, training_id)).type);
    const text = await readText(upload.source);
    const parsed = parseCaptions(text);
    if ('line' in parsed) throw parsed.line === null ? new EmptyCaptionsError() : new InvalidCaptionsError(parsed.line);
    const file_id = newId(this.clock.now());
    const caption = { language, file_id, name: upload.name.slice(-255) || 'captions.vtt', cues: parsed.cues.length };
    const key = fileKey(tenant.customer_id, file_id, 'vtt');
    await this.pendingFilesService.register(tenant, key);
    await this.fileStorage.put(key, Readable.from([Buffer.from(text)]));
    await this.pendingFilesService.commit(tenant, key, async () => {
      requireVideoType((await this.trainings.record(tenant, training_id)).type);
      const was = await this.captions.replace(tenant, training_id, language, caption);
      await this.recordAudit(tenant, training_id, was && { language, name: was.name }, {
        language,
        name: caption.name,
      });
    });
    return this.list(tenant, training_id);
  }

  /** No-op if there are none. @throws NotFoundError */
  async remove(tenant: Tenant, training_id: string, language: Language): Promise<CaptionResponse[]> {
    await this.transactions.run(async () => {
      await this.trainings.record(tenant, training_id);
      const was = await this.captions.replace(tenant, training_id, language, null);
      if (was) await this.recordAudit(tenant, training_id, { language, name: was.name }, null);
    });
    return this.list(tenant, training_id);
  }

  private recordAudit(tenant: Tenant, training_id: string, was: object | null, became: object | null): Promise<void> {
    return this.audit.record(buildAuditEntry(tenant, 'training.captions', training_id, was, became));
  }

  private toAnswer(tenant: Tenant, caption: TrainingCaption, expires_at: number): CaptionResponse {
    const { training_id, language, file_id, name, cues } = caption;
    const { session_id } = tenant.actor;
    const { customer_id } = tenant;
    const link = session_id && { customer_id, training_id, session_id, file_id, format: 'vtt' as const, expires_at };
    return { language: language as Language, name, cues, url: link ? `/media/${this.links.sign(link)}` : null };
  }
}

/** @throws WrongStatusError */
function requireVideoType(type: string): void {
  if (type !== 'video') throw new WrongStatusError('upload of captions', type);
}

/** @throws CaptionsTooLargeError, InvalidCaptionsError if it is not UTF-8 */
async function readText(source: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    bytes += (chunk as Buffer).length;
    if (bytes > CAPTIONS_BYTES_MAX) throw new CaptionsTooLargeError();
    chunks.push(chunk as Buffer);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new InvalidCaptionsError(1);
  }
}
