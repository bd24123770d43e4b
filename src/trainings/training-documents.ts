import { Injectable } from '@nestjs/common';
import { Transactions } from '../platform/database/transactions';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { DocumentFiles } from './document-files';
import { takingItsPlace } from './taken-places';
import { TrainingDocument } from './training-document.entity';

export type NewDocument = Pick<TrainingDocument, 'document_id' | 'kind' | 'name' | 'bytes' | 'pages' | 'text'>;

/** The one document that a training of its type may have, and its file, which is deleted after no row names it any more. */
@Injectable()
export class TrainingDocuments {
  constructor(
    @Records(TrainingDocument) private readonly documents: TenantRepository<TrainingDocument>,
    private readonly files: DocumentFiles,
    private readonly transactions: Transactions,
  ) {}

  of(tenant: Tenant, training_id: string): Promise<TrainingDocument | null> {
    return this.documents.one(tenant, { training_id });
  }

  async isThere(tenant: Tenant, training_id: string): Promise<boolean> {
    return (await this.documents.count(tenant, { training_id })) > 0;
  }

  /** Takes the place of the one before it; null: there is none from now on. In the caller's transaction. */
  async replace(tenant: Tenant, training_id: string, document: NewDocument | null): Promise<TrainingDocument | null> {
    const before = await this.of(tenant, training_id);
    await takingItsPlace(async () => {
      const read = before && { training_id, document_id: before.document_id };
      if (read && !(await this.documents.remove(tenant, read))) return false;
      if (document) await this.documents.insert(tenant, { training_id, ...document });
      return true;
    });
    if (before?.kind === 'pdf')
      this.transactions.afterCommit(() => this.files.forget(tenant.customer_id, before.document_id));
    return before;
  }
}
