import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database';
import { idToBytes } from '../platform/ids';
import { staffTimeZonesColumn } from './staff-time-zone.entity';
import { instantOf, mintTenant, type Actor, type CustomerFacts, type Tenant } from './tenant';

const SYSTEM: Actor = {
  kind: 'system',
  account_id: null,
  staff_id: null,
  role: 'system',
  eid: '',
  session_id: null,
  authenticated_at: 0,
  is_strong: false,
  is_manager: false,
};

/** The mint. Sessions come through the guard; workers, seeding and registration say here whose data they touch. */
@Injectable()
export class Tenants {
  constructor(private readonly database: Database) {}

  ofSession(facts: CustomerFacts, actor: Actor): Tenant {
    return mintTenant(facts, actor);
  }

  /** Platform staff looking at one organisation (audited by the guard). null: there is no such organisation. */
  async viewedBy(actor: Actor, customer_id: number): Promise<Tenant | null> {
    const facts = await this.factsOf(customer_id);
    return facts && mintTenant(facts, actor);
  }

  /**
   * Somebody's work that is done without them: what their account is now, and whether anybody stands below them now.
   * null: the organisation is not open.
   */
  async actingFor(customer_id: number, actor: Omit<Actor, 'is_manager'>): Promise<Tenant | null> {
    const facts = await this.factsOf(customer_id);
    if (facts?.status !== 'A') return null;
    const staff = actor.staff_id && idToBytes(actor.staff_id);
    const below = staff
      ? await this.database.rows(
          'SELECT manager_id FROM staff_line WHERE customer_id = ? AND manager_id = ? AND staff_id = ?',
          [customer_id, staff, staff],
        )
      : [];
    return mintTenant(facts, { ...actor, is_manager: below.length > 0 });
  }

  /** A worker, the seed, or a flow whose secret has been checked. @throws Error for an unknown organisation */
  async forSystem(customer_id: number): Promise<Tenant> {
    const facts = await this.factsOf(customer_id);
    if (!facts) throw new Error(`no organisation ${customer_id}`);
    return mintTenant(facts, SYSTEM);
  }

  /** Neither suspended nor closed. */
  async isOpen(customer_id: number): Promise<boolean> {
    const facts = await this.factsOf(customer_id);
    return facts?.status === 'A';
  }

  /** What belongs to no organisation, before anybody signs in: the first packages. */
  forHouse(): Tenant {
    return mintTenant(
      { customer_id: 0, time_zone: 'UTC', financial_year_start_month: 1, matrix_version: 0, status: 'A' },
      SYSTEM,
    );
  }

  /** The organisation that is being created in the open transaction. */
  forNew(facts: CustomerFacts): Tenant {
    return mintTenant(facts, SYSTEM);
  }

  private async factsOf(customer_id: number): Promise<CustomerFacts | null> {
    const [row] = await this.database.rows<
      Omit<CustomerFacts, 'staff_time_zones'> & { staff_time_zones: string | null }
    >(
      `SELECT c.customer_id, c.time_zone, c.financial_year_start_month, c.matrix_version, c.directory_version, c.attempt_version, c.status,
        c.writes_until, c.second_factor_required_since, ${staffTimeZonesColumn('?')}
       FROM customer_state c WHERE c.customer_id = ?`,
      [customer_id, customer_id],
    );
    return row
      ? {
          ...row,
          staff_time_zones: row.staff_time_zones?.split(',') ?? [],
          writes_until: instantOf(row.writes_until),
          second_factor_required_since: instantOf(row.second_factor_required_since),
        }
      : null;
  }
}
