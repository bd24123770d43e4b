import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { PROOFS_MAX, PROOFS_OF_PERSON_MAX, type ProofsAnswer } from '../contract/proof-answers';
import type { SkillEvidenceRow } from '../contract/skill-evidence.resource';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { toIso } from '../platform/definitions/row';
import { NotFound, type AppError } from '../platform/errors/app-error';
import { WrongStatus } from '../platform/errors/record-errors';
import { newId } from '../platform/ids';
import { SkillEvidenceService } from '../skills/skill-evidence.service';
import { LedgerLocks } from '../staff/ledger-locks';
import { auditEntry } from '../tenancy/audit-entry';
import { PendingFiles } from '../tenancy/pending-files';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { NotYoursToProve, TooManyProofs } from './assessment.errors';
import { EvidenceProof } from './evidence-proof.entity';
import { ProofFiles, proofKey, type ProofFile } from './proof-files';
import { ProofLinks } from './proof-links';

export interface GivenProof {
  name: string;
  source: Readable;
}

/** Another file of the same bytes proves the evidence already; the new one is not stored. */
class SameFile extends Error {}

/**
 * Files that prove evidence. Whoever sees the evidence sees them: the person, the line above, admins. What waits for its
 * sign-off is proved by the person, too, and by whoever signs it off; what was decided is an admin's to add to.
 */
@Injectable()
export class ProofsService {
  constructor(
    @Records(EvidenceProof) private readonly proofs: TenantRepository<EvidenceProof>,
    private readonly evidence: SkillEvidenceService,
    private readonly files: ProofFiles,
    private readonly pendingFiles: PendingFiles,
    private readonly links: ProofLinks,
    private readonly locks: LedgerLocks,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound */
  async list(tenant: Tenant, evidence_id: string): Promise<ProofsAnswer> {
    const row = await this.evidence.one(tenant, evidence_id);
    const found = await this.proofs.find(tenant, { evidence_id }, { order: [['proof_id', 'asc']] });
    const may_add = refusalOf(tenant, row) === null;
    return { may_add, proofs: found.map((proof) => this.told(tenant, proof, may_add)) };
  }

  /**
   * The same file again is the one that is there. It is kept before its row names it, and goes where no row does.
   * @throws NotFound, WrongStatus, NotYoursToProve, NoProof, ProofTooLarge, TooManyProofs, StorageAway
   */
  async add(tenant: Tenant, evidence_id: string, { name, source }: GivenProof): Promise<ProofsAnswer> {
    const { staff_id } = await this.demanded(tenant, evidence_id);
    const place = { customer_id: tenant.customer_id, staff_id, proof_id: newId(this.clock.now()) };
    const file = await this.files.keep(tenant, place, source);
    const row = { ...file, proof_id: place.proof_id, evidence_id, staff_id, name: nameOf(name, file.format) };
    const key = proofKey({ ...place, format: file.format });
    await this.pendingFiles
      .commit(tenant, key, () => this.insert(tenant, row))
      .catch((error: unknown) => {
        if (!(error instanceof SameFile)) throw error;
      });
    return this.list(tenant, evidence_id);
  }

  /** What is gone already is fine. @throws NotFound, WrongStatus, NotYoursToProve */
  async remove(tenant: Tenant, evidence_id: string, proof_id: string): Promise<ProofsAnswer> {
    await this.transactions.run(async () => {
      await this.demanded(tenant, evidence_id);
      const proof = await this.proofs.one(tenant, { proof_id, evidence_id });
      if (!proof) return;
      if (!isTheirs(tenant, proof)) throw new NotYoursToProve();
      if (!(await this.proofs.remove(tenant, { proof_id, evidence_id }))) return;
      this.transactions.afterCommit(() => this.files.forget(proof));
      await this.tell(tenant, evidence_id, toldOf(proof), null);
    });
    return this.list(tenant, evidence_id);
  }

  /** What a link leads to, as it is now. @throws NotFound */
  async linked(tenant: Tenant, proof_id: string): Promise<ProofFile> {
    const proof = await this.proofs.one(tenant, { proof_id });
    if (!proof) throw new NotFound('file');
    return proof;
  }

  /** In the caller's transaction. @throws SameFile, NotFound, WrongStatus, NotYoursToProve, TooManyProofs */
  private async insert(tenant: Tenant, proof: Omit<EvidenceProof, keyof Stamps | 'added_by'>): Promise<void> {
    const { evidence_id, staff_id } = proof;
    await this.locks.take(tenant, [staff_id]);
    await this.demanded(tenant, evidence_id);
    const added_by = tenant.actor.account_id;
    if (!(await this.proofs.insertMissing(tenant, [{ ...proof, added_by }]))) throw new SameFile();
    await this.countedOf(tenant, { evidence_id }, PROOFS_MAX);
    if (!tenant.isAdmin) await this.countedOf(tenant, { staff_id }, PROOFS_OF_PERSON_MAX);
    await this.tell(tenant, evidence_id, null, toldOf(proof));
  }

  /** @throws TooManyProofs */
  private async countedOf(tenant: Tenant, of: { evidence_id: string } | { staff_id: string }, limit: number) {
    if ((await this.proofs.count(tenant, of)) > limit) throw new TooManyProofs(limit);
  }

  private async demanded(tenant: Tenant, evidence_id: string): Promise<SkillEvidenceRow> {
    const row = await this.evidence.one(tenant, evidence_id);
    const refusal = refusalOf(tenant, row);
    if (refusal) throw refusal;
    return row;
  }

  private tell(tenant: Tenant, evidence_id: string, was: object | null, became: object | null): Promise<void> {
    return this.audit.record(auditEntry(tenant, 'skill-evidence.proof', evidence_id, was, became));
  }

  private told(tenant: Tenant, proof: EvidenceProof, isOpen: boolean): ProofsAnswer['proofs'][number] {
    const { proof_id, name, format, bytes, created_at } = proof;
    const { session_id } = tenant.actor;
    const { customer_id } = tenant;
    const url = session_id && `/media/proofs/${this.links.sign({ customer_id, proof_id, session_id })}`;
    const may_remove = isOpen && isTheirs(tenant, proof);
    return { proof_id, name, format, bytes, added_at: toIso(created_at), url, may_remove };
  }
}

type Stamps = Pick<EvidenceProof, 'customer_id' | 'created_at' | 'updated_at' | 'row_version'>;

/** null: files of it may be changed by the asker now. */
function refusalOf(tenant: Tenant, { staff_id, state, kind, commands }: SkillEvidenceRow): AppError | null {
  const isOwn = staff_id === tenant.actor.staff_id;
  const isOpen = state !== 'voided' && (tenant.isAdmin || state === 'pending' || (isOwn && kind === 'self'));
  if (!isOpen) return new WrongStatus('change of files', state);
  return tenant.isAdmin || isOwn || commands.includes('approve') ? null : new NotYoursToProve();
}

/** Whoever added it takes it away, as long as that is open; an admin any. */
const isTheirs = ({ isAdmin, actor }: Tenant, { added_by }: EvidenceProof): boolean =>
  isAdmin || added_by === actor.account_id;

const toldOf = ({ name, format, bytes }: Pick<EvidenceProof, 'name' | 'format' | 'bytes'>) => ({ name, format, bytes });

/** One line, as its owner calls it. */
const nameOf = (name: string, format: string): string =>
  name.replaceAll(/\p{C}/gu, '').slice(-255) || `proof.${format}`;
