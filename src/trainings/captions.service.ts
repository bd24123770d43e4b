import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Language } from '../contract/languages';
import type { CaptionAnswer } from '../contract/training-answers';
import { CAPTIONS_BYTES_MAX, captionsOf } from '../contract/webvtt';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { NotFound } from '../platform/errors/app-error';
import { WrongStatus } from '../platform/errors/record-errors';
import { Files } from '../platform/files/files';
import { newId } from '../platform/ids';
import { auditEntry } from '../tenancy/audit-entry';
import { PendingFiles } from '../tenancy/pending-files';
import type { Tenant } from '../tenancy/tenant';
import { LearningQuery } from './learning.query';
import { LINK_GRACE_MS, MediaLinks } from './media-links';
import { fileKey } from './stored-files';
import { TrainingCaptions } from './training-captions';
import type { TrainingCaption } from './training-caption.entity';
import { CaptionsEmpty, CaptionsTooLarge, CaptionsUnreadable } from './training.errors';
import { TrainingsService } from './trainings.service';

export interface GivenCaptions {
  name: string;
  source: Readable;
}

/** Captions of a video, one file a language: given, replaced, taken away, and the links by which a player reads them. */
@Injectable()
export class CaptionsService {
  constructor(
    private readonly captions: TrainingCaptions,
    private readonly trainings: TrainingsService,
    private readonly learning: LearningQuery,
    private readonly links: MediaLinks,
    private readonly files: Files,
    private readonly pendingFiles: PendingFiles,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** For an assigned learner and for an admin. @throws NotFound */
  async list(tenant: Tenant, training_id: string): Promise<CaptionAnswer[]> {
    const { staff_id } = tenant.actor;
    const isAssigned = staff_id !== null && (await this.learning.of(tenant, staff_id, training_id)) !== null;
    if (!isAssigned && !tenant.isAdmin) throw new NotFound('assignment');
    const { video_duration_ms } = await this.trainings.record(tenant, training_id);
    const expires_at = this.clock.now() + (video_duration_ms ?? 0) + LINK_GRACE_MS;
    const found = await this.captions.of(tenant, training_id);
    return found.map((caption) => this.told(tenant, caption, expires_at));
  }

  /**
   * Takes the place of what was there in this language. The file is kept before the row names it; the one before is deleted
   * after the row stopped naming it. @throws NotFound, WrongStatus, CaptionsTooLarge, CaptionsUnreadable, CaptionsEmpty, StorageAway
   */
  async put(tenant: Tenant, training_id: string, language: Language, given: GivenCaptions): Promise<CaptionAnswer[]> {
    demandVideo((await this.trainings.record(tenant, training_id)).type);
    const text = await textOf(given.source);
    const read = captionsOf(text);
    if ('line' in read) throw read.line === null ? new CaptionsEmpty() : new CaptionsUnreadable(read.line);
    const file_id = newId(this.clock.now());
    const caption = { language, file_id, name: given.name.slice(-255) || 'captions.vtt', cues: read.cues.length };
    const key = fileKey(tenant.customer_id, file_id, 'vtt');
    await this.pendingFiles.register(tenant, key);
    await this.files.put(key, Readable.from([Buffer.from(text)]));
    await this.pendingFiles.commit(tenant, key, async () => {
      demandVideo((await this.trainings.record(tenant, training_id)).type);
      const was = await this.captions.replace(tenant, training_id, language, caption);
      await this.tell(tenant, training_id, was && { language, name: was.name }, { language, name: caption.name });
    });
    return this.list(tenant, training_id);
  }

  /** What is gone already is fine. @throws NotFound */
  async remove(tenant: Tenant, training_id: string, language: Language): Promise<CaptionAnswer[]> {
    await this.transactions.run(async () => {
      await this.trainings.record(tenant, training_id);
      const was = await this.captions.replace(tenant, training_id, language, null);
      if (was) await this.tell(tenant, training_id, { language, name: was.name }, null);
    });
    return this.list(tenant, training_id);
  }

  private tell(tenant: Tenant, training_id: string, was: object | null, became: object | null): Promise<void> {
    return this.audit.record(auditEntry(tenant, 'training.captions', training_id, was, became));
  }

  private told(tenant: Tenant, caption: TrainingCaption, expires_at: number): CaptionAnswer {
    const { training_id, language, file_id, name, cues } = caption;
    const { session_id } = tenant.actor;
    const { customer_id } = tenant;
    const named = session_id && { customer_id, training_id, session_id, file_id, format: 'vtt' as const, expires_at };
    return { language: language as Language, name, cues, url: named ? `/media/${this.links.sign(named)}` : null };
  }
}

/** @throws WrongStatus */
function demandVideo(type: string): void {
  if (type !== 'video') throw new WrongStatus('upload of captions', type);
}

/** @throws CaptionsTooLarge, CaptionsUnreadable where it is no UTF-8 */
async function textOf(source: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    bytes += (chunk as Buffer).length;
    if (bytes > CAPTIONS_BYTES_MAX) throw new CaptionsTooLarge();
    chunks.push(chunk as Buffer);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new CaptionsUnreadable(1);
  }
}
