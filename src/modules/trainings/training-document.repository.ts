import { Injectable } from '@nestjs/common';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { DocumentFileStore } from './document-file.store';
import { replaceRow } from './replace-row';
import { TrainingDocument } from './training-document.entity';

export type NewDocument = Pick<TrainingDocument, 'document_id' | 'kind' | 'name' | 'bytes' | 'pages' | 'text'>;

/** At most one document per training. Its file is deleted after the row. */
@Injectable()
export class TrainingDocumentRepository {
  constructor(
    @InjectTenantRepository(TrainingDocument) private readonly documents: TenantRepository<TrainingDocument>,
    private readonly files: DocumentFileStore,
    private readonly transactions: TransactionManager,
  ) {}

  findByTraining(tenant: Tenant, training_id: string): Promise<TrainingDocument | null> {
    return this.documents.findOne(tenant, { training_id });
  }

  async exists(tenant: Tenant, training_id: string): Promise<boolean> {
    return (await this.documents.count(tenant, { training_id })) > 0;
  }

  /** Runs in the caller's transaction. @param document null: none from now on @returns the previous one */
  async replace(tenant: Tenant, training_id: string, document: NewDocument | null): Promise<TrainingDocument | null> {
    const before = await this.findByTraining(tenant, training_id);
    await replaceRow(async () => {
      const guard = before && { training_id, document_id: before.document_id };
      if (guard && !(await this.documents.remove(tenant, guard))) return false;
      if (document) await this.documents.insert(tenant, { training_id, ...document });
      return true;
    });
    if (before?.kind === 'pdf')
      this.transactions.afterCommit(() => this.files.remove(tenant.customer_id, before.document_id));
    return before;
  }
}
