import { Injectable } from '@nestjs/common';
import { Database } from '../infrastructure/database/database';
import { idToBytes } from '../common/ids';
import { staffTimeZonesColumn } from './staff-time-zone.entity';
import { toInstant, createTenant, type Actor, type CustomerContext, type Tenant } from './tenant';

const SYSTEM_ACTOR: Actor = {
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

/** The only place that creates a `Tenant`: for sessions, workers, seed and registration. */
@Injectable()
export class TenantFactory {
  constructor(private readonly database: Database) {}

  forSession(customer: CustomerContext, actor: Actor): Tenant {
    return createTenant(customer, actor);
  }

  /** Platform staff reading the data of a customer (impersonation, audited by the guard). null: no such customer */
  async forImpersonation(actor: Actor, customer_id: number): Promise<Tenant | null> {
    const customer = await this.readContext(customer_id);
    return customer && createTenant(customer, actor);
  }

  /** Background work of an account, with its current rights. null: the customer is not active */
  async forBackgroundWork(customer_id: number, actor: Omit<Actor, 'is_manager'>): Promise<Tenant | null> {
    const customer = await this.readContext(customer_id);
    if (customer?.status !== 'A') return null;
    const staff = actor.staff_id && idToBytes(actor.staff_id);
    const managedRows = staff
      ? await this.database.rows(
          'SELECT manager_id FROM staff_line WHERE customer_id = ? AND manager_id = ? AND staff_id = ?',
          [customer_id, staff, staff],
        )
      : [];
    return createTenant(customer, { ...actor, is_manager: managedRows.length > 0 });
  }

  /** A worker, the seed, or a flow whose secret has been checked. @throws Error for an unknown customer */
  async forSystem(customer_id: number): Promise<Tenant> {
    const customer = await this.readContext(customer_id);
    if (!customer) throw new Error(`No customer ${customer_id}`);
    return createTenant(customer, SYSTEM_ACTOR);
  }

  async isActive(customer_id: number): Promise<boolean> {
    const customer = await this.readContext(customer_id);
    return customer?.status === 'A';
  }

  /** Records without a customer, such as the first packages. */
  forPlatform(): Tenant {
    return createTenant(
      { customer_id: 0, time_zone: 'UTC', financial_year_start_month: 1, matrix_version: 0, status: 'A' },
      SYSTEM_ACTOR,
    );
  }

  /** The customer that is created in the open transaction. */
  forNewCustomer(customer: CustomerContext): Tenant {
    return createTenant(customer, SYSTEM_ACTOR);
  }

  private async readContext(customer_id: number): Promise<CustomerContext | null> {
    const [row] = await this.database.rows<
      Omit<CustomerContext, 'staff_time_zones'> & { staff_time_zones: string | null }
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
          writes_until: toInstant(row.writes_until),
          second_factor_required_since: toInstant(row.second_factor_required_since),
        }
      : null;
  }
}
