import { Injectable } from '@nestjs/common';
import { splitIntoSections } from '../../contract/document-sections';
import type { TrainingRow } from '../../contract/trainings.resource';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { WrongStatusError } from '../../common/errors/record.errors';
import { newId } from '../../common/ids';
import type { Tenant } from '../../tenancy/tenant';
import { LINK_GRACE_MS, MediaLinkService } from './media-link.service';
import type { TrainingDocument } from './training-document.entity';
import { TrainingsService } from './trainings.service';

export interface DocumentLink {
  url: string;
  /** UTC milliseconds. */
  expires_at: number;
}

/** Text documents of trainings and links to PDFs. PDFs are uploaded through VideoUploadsService. */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly trainings: TrainingsService,
    private readonly links: MediaLinkService,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
  ) {}

  /** Replaces the present document. @throws NotFoundError, WrongStatusError */
  async write(tenant: Tenant, training_id: string, text: string): Promise<TrainingRow> {
    const document = {
      document_id: newId(this.clock.now()),
      kind: 'markdown',
      name: null,
      bytes: null,
      pages: splitIntoSections(text).length,
      text,
    };
    await this.transactions.run(async () => {
      const was = await this.trainings.record(tenant, training_id);
      if (was.type !== 'document') throw new WrongStatusError('text of a document', was.type);
      await this.trainings.changeDocument(tenant, was, document);
    });
    return this.trainings.one(tenant, training_id);
  }

  /** Rejected while the training is published. @throws NotFoundError, WrongStatusError, ChecklistIncompleteError */
  async remove(tenant: Tenant, training_id: string): Promise<TrainingRow> {
    await this.transactions.run(async () => {
      const was = await this.trainings.record(tenant, training_id);
      if (was.type !== 'document') throw new WrongStatusError('removal of a document', was.type);
      await this.trainings.changeDocument(tenant, was, null);
    });
    return this.trainings.one(tenant, training_id);
  }

  /** Valid for two hours; null: not a PDF, or the request has no session. */
  link(tenant: Tenant, { training_id, document_id, kind }: TrainingDocument): DocumentLink | null {
    const { session_id } = tenant.actor;
    if (kind !== 'pdf' || !session_id) return null;
    const expires_at = this.clock.now() + LINK_GRACE_MS;
    const { customer_id } = tenant;
    const named = { customer_id, training_id, session_id, file_id: document_id, format: 'pdf' as const, expires_at };
    return { url: `/media/${this.links.sign(named)}`, expires_at };
  }
}
