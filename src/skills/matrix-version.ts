import { Injectable } from '@nestjs/common';
import { CustomerState } from '../tenancy/customer-state.entity';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';

/** `customer_state.matrix_version`: grows with everything that a cell of the matrix shows. */
@Injectable()
export class MatrixVersion {
  constructor(@Records(CustomerState) private readonly states: TenantRepository<CustomerState>) {}

  /**
   * First thing in a transaction that changes the ledger: until it commits, no other one of this organisation may read
   * what it is about to rewrite (two completions of one skill at once would each miss the other's row).
   */
  async raise(tenant: Tenant): Promise<void> {
    await this.states.add(tenant, {}, 'matrix_version', 1);
  }
}
