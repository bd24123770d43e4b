import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { PROOFS_MAX, PROOFS_OF_PERSON_MAX, type ProofsResponse } from '../../contract/proof.responses';
import type { SkillEvidenceRow } from '../../contract/skill-evidence.resource';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { toIso } from '../../common/rest/row';
import { NotFoundError, type AppError } from '../../common/errors/app-error';
import { WrongStatusError } from '../../common/errors/record.errors';
import { newId } from '../../common/ids';
import { SkillEvidenceService } from '../skills/skill-evidence.service';
import { LedgerLocks } from '../staff/ledger-locks';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { PendingFilesService } from '../../tenancy/pending-files.service';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { ProofChangeForbiddenError, TooManyProofsError } from './assessment.errors';
import { EvidenceProof } from './evidence-proof.entity';
import { ProofFileStore, proofKey, type ProofFile } from './proof-file.store';
import { ProofLinksService } from './proof-links.service';

export interface ProofUpload {
  name: string;
  source: Readable;
}

/** The evidence already has a file with the same bytes. */
class DuplicateFileError extends Error {}

/**
 * Proof files of evidence, visible like the evidence: to the person, their reporting line and admins. Pending evidence
 * may be changed by the person and by approvers; decided evidence by admins only.
 */
@Injectable()
export class ProofsService {
  constructor(
    @InjectTenantRepository(EvidenceProof) private readonly proofs: TenantRepository<EvidenceProof>,
    private readonly evidence: SkillEvidenceService,
    private readonly files: ProofFileStore,
    private readonly pendingFilesService: PendingFilesService,
    private readonly links: ProofLinksService,
    private readonly locks: LedgerLocks,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError */
  async list(tenant: Tenant, evidence_id: string): Promise<ProofsResponse> {
    const row = await this.evidence.one(tenant, evidence_id);
    const records = await this.proofs.find(tenant, { evidence_id }, { order: [['proof_id', 'asc']] });
    const may_add = findEditError(tenant, row) === null;
    return { may_add, proofs: records.map((proof) => this.toAnswer(tenant, proof, may_add)) };
  }

  /**
   * A repeated file is stored once. The file is stored before its row, and deleted if the row fails.
   * @throws NotFoundError, WrongStatusError, ProofChangeForbiddenError, UnsupportedProofFormatError, ProofTooLargeError, TooManyProofsError, StorageUnavailableError
   */
  async add(tenant: Tenant, evidence_id: string, { name, source }: ProofUpload): Promise<ProofsResponse> {
    const { staff_id } = await this.requireEditable(tenant, evidence_id);
    const target = { customer_id: tenant.customer_id, staff_id, proof_id: newId(this.clock.now()) };
    const file = await this.files.store(tenant, target, source);
    const row = { ...file, proof_id: target.proof_id, evidence_id, staff_id, name: sanitizeName(name, file.format) };
    const key = proofKey({ ...target, format: file.format });
    await this.pendingFilesService
      .commit(tenant, key, () => this.insert(tenant, row))
      .catch((error: unknown) => {
        if (!(error instanceof DuplicateFileError)) throw error;
      });
    return this.list(tenant, evidence_id);
  }

  /** Idempotent. @throws NotFoundError, WrongStatusError, ProofChangeForbiddenError */
  async remove(tenant: Tenant, evidence_id: string, proof_id: string): Promise<ProofsResponse> {
    await this.transactions.run(async () => {
      await this.requireEditable(tenant, evidence_id);
      const proof = await this.proofs.findOne(tenant, { proof_id, evidence_id });
      if (!proof) return;
      if (!canRemove(tenant, proof)) throw new ProofChangeForbiddenError();
      if (!(await this.proofs.remove(tenant, { proof_id, evidence_id }))) return;
      this.transactions.afterCommit(() => this.files.removeQuietly(proof));
      await this.recordAudit(tenant, evidence_id, auditPayload(proof), null);
    });
    return this.list(tenant, evidence_id);
  }

  /** The file of a link. @throws NotFoundError */
  async findLinkedFile(tenant: Tenant, proof_id: string): Promise<ProofFile> {
    const proof = await this.proofs.findOne(tenant, { proof_id });
    if (!proof) throw new NotFoundError('file');
    return proof;
  }

  /** Runs in the caller's transaction. @throws DuplicateFileError, NotFoundError, WrongStatusError, ProofChangeForbiddenError, TooManyProofsError */
  private async insert(tenant: Tenant, proof: Omit<EvidenceProof, keyof RecordColumns | 'added_by'>): Promise<void> {
    const { evidence_id, staff_id } = proof;
    await this.locks.acquire(tenant, [staff_id]);
    await this.requireEditable(tenant, evidence_id);
    const added_by = tenant.actor.account_id;
    if (!(await this.proofs.insertMissing(tenant, [{ ...proof, added_by }]))) throw new DuplicateFileError();
    await this.requireCountWithin(tenant, { evidence_id }, PROOFS_MAX);
    if (!tenant.isAdmin) await this.requireCountWithin(tenant, { staff_id }, PROOFS_OF_PERSON_MAX);
    await this.recordAudit(tenant, evidence_id, null, auditPayload(proof));
  }

  /** @throws TooManyProofsError */
  private async requireCountWithin(
    tenant: Tenant,
    where: { evidence_id: string } | { staff_id: string },
    limit: number,
  ) {
    if ((await this.proofs.count(tenant, where)) > limit) throw new TooManyProofsError(limit);
  }

  private async requireEditable(tenant: Tenant, evidence_id: string): Promise<SkillEvidenceRow> {
    const row = await this.evidence.one(tenant, evidence_id);
    const editError = findEditError(tenant, row);
    if (editError) throw editError;
    return row;
  }

  private recordAudit(tenant: Tenant, evidence_id: string, before: object | null, after: object | null): Promise<void> {
    return this.audit.record(buildAuditEntry(tenant, 'skill-evidence.proof', evidence_id, before, after));
  }

  private toAnswer(tenant: Tenant, proof: EvidenceProof, isEditable: boolean): ProofsResponse['proofs'][number] {
    const { proof_id, name, format, bytes, created_at } = proof;
    const { session_id } = tenant.actor;
    const { customer_id } = tenant;
    const url = session_id && `/media/proofs/${this.links.sign({ customer_id, proof_id, session_id })}`;
    const may_remove = isEditable && canRemove(tenant, proof);
    return { proof_id, name, format, bytes, added_at: toIso(created_at), url, may_remove };
  }
}

type RecordColumns = Pick<EvidenceProof, 'customer_id' | 'created_at' | 'updated_at' | 'row_version'>;

/** @returns null if the current user may change the files of the evidence */
function findEditError(tenant: Tenant, { staff_id, state, kind, commands }: SkillEvidenceRow): AppError | null {
  const isOwn = staff_id === tenant.actor.staff_id;
  const isEditable = state !== 'voided' && (tenant.isAdmin || state === 'pending' || (isOwn && kind === 'self'));
  if (!isEditable) return new WrongStatusError('change of files', state);
  return tenant.isAdmin || isOwn || commands.includes('approve') ? null : new ProofChangeForbiddenError();
}

/** Users remove files they added; admins remove any. */
const canRemove = ({ isAdmin, actor }: Tenant, { added_by }: EvidenceProof): boolean =>
  isAdmin || added_by === actor.account_id;

const auditPayload = ({ name, format, bytes }: Pick<EvidenceProof, 'name' | 'format' | 'bytes'>) => ({
  name,
  format,
  bytes,
});

/** Strips control characters and limits the length. */
const sanitizeName = (name: string, format: string): string =>
  name.replaceAll(/\p{C}/gu, '').slice(-255) || `proof.${format}`;
