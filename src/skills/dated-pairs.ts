import type { Fields } from '../contract/fields';
import type { ResourceDefinition, WriteOf } from '../contract/resource';
import type { Where } from '../platform/database/where';
import type { AppError } from '../platform/errors/app-error';
import { own } from '../tenancy/seen';
import type { ResourceParts } from '../tenancy/resources/resource-parts';
import { ResourceService } from '../tenancy/resources/resource-service';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRecord } from '../tenancy/tenant-record';
import type { KnownPairs } from './known-pairs';
import { refuseEarlyEnd } from './skill-ledger.errors';

interface Dated extends TenantRecord {
  skill_id: string;
  from_date: string;
  to_date: string | null;
}

/** What is about somebody, or a job role, and a skill, from a first to a last day. */
export abstract class DatedPairs<E extends Dated, D extends ResourceDefinition<Fields>> extends ResourceService<E, D> {
  constructor(
    parts: ResourceParts<E>,
    private readonly known: KnownPairs,
  ) {
    super(parts);
  }

  /** A learner sees the own ones, and so does a manager. */
  protected override seen(tenant: Tenant, asked: Where<E>): Where<E> {
    return own(tenant, asked as Where<E & { staff_id: string }>) as Where<E>;
  }

  /** @throws EndsBeforeItBegins */
  protected override begun(given: Partial<E>, body: WriteOf<D>): Partial<E> {
    refuseEarlyEnd(given.from_date!, given.to_date);
    return super.begun(given, body);
  }

  /** @throws EndsBeforeItBegins */
  protected override async beforeChange(_tenant: Tenant, was: E, given: Partial<E>): Promise<Partial<E>> {
    refuseEarlyEnd(was.from_date, given.to_date);
    return given;
  }

  /** StaffUnknown, UnknownReference of the job role, SkillUnknown. */
  protected override async unknownAmong(tenant: Tenant, given: readonly Partial<E>[]): Promise<AppError> {
    return (await this.known.unknownAmong(tenant, given)) ?? super.unknownAmong(tenant, given);
  }
}
