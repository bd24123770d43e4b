import { Injectable } from '@nestjs/common';
import { sectionsOf } from '../contract/document-sections';
import type { TrainingRow } from '../contract/trainings.resource';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { WrongStatus } from '../platform/errors/record-errors';
import { newId } from '../platform/ids';
import type { Tenant } from '../tenancy/tenant';
import { LINK_GRACE_MS, MediaLinks } from './media-links';
import type { TrainingDocument } from './training-document.entity';
import { TrainingsService } from './trainings.service';

export interface DocumentLink {
  url: string;
  /** UTC milliseconds. */
  expires_at: number;
}

/** What is read of a training: a text of ours, none, and the link by which a PDF is read. A PDF comes by its upload. */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly trainings: TrainingsService,
    private readonly links: MediaLinks,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Takes the place of what was there to read. @throws NotFound, WrongStatus */
  async write(tenant: Tenant, training_id: string, text: string): Promise<TrainingRow> {
    const document = {
      ...{ document_id: newId(this.clock.now()), kind: 'markdown', name: null, bytes: null },
      ...{ pages: sectionsOf(text).length, text },
    };
    await this.transactions.run(async () => {
      const was = await this.trainings.record(tenant, training_id);
      if (was.type !== 'document') throw new WrongStatus('text of a document', was.type);
      await this.trainings.changeDocument(tenant, was, document);
    });
    return this.trainings.one(tenant, training_id);
  }

  /** Refused while the training is published: there would be nothing to read. @throws NotFound, WrongStatus, ChecklistOpen */
  async remove(tenant: Tenant, training_id: string): Promise<TrainingRow> {
    await this.transactions.run(async () => {
      const was = await this.trainings.record(tenant, training_id);
      if (was.type !== 'document') throw new WrongStatus('removal of a document', was.type);
      await this.trainings.changeDocument(tenant, was, null);
    });
    return this.trainings.one(tenant, training_id);
  }

  /** Lives for two hours; null: it is no file, or nobody's session asks. */
  link(tenant: Tenant, { training_id, document_id, kind }: TrainingDocument): DocumentLink | null {
    const { session_id } = tenant.actor;
    if (kind !== 'pdf' || !session_id) return null;
    const expires_at = this.clock.now() + LINK_GRACE_MS;
    const { customer_id } = tenant;
    const named = { customer_id, training_id, session_id, file_id: document_id, format: 'pdf' as const, expires_at };
    return { url: `/media/${this.links.sign(named)}`, expires_at };
  }
}
