import { Injectable } from '@nestjs/common';
import { apiKeys as definition, type ApiKeyRow } from '../contract/api-keys.resource';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import type { ListRequest } from '../platform/definitions/list-query';
import { recordOf, rowOf } from '../platform/definitions/row';
import { InvalidFields, NotFound } from '../platform/errors/app-error';
import { newId } from '../platform/ids';
import { ApiKey } from '../tenancy/api-key.entity';
import { newKey } from '../tenancy/api-key-door';
import { auditEntry } from '../tenancy/audit-entry';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { PageOf, TenantRepository } from '../tenancy/tenant-repository';
import type { ApiKeyWrite } from './api-keys.dto';

/** The keys with which other programs read this organisation's data. */
@Injectable()
export class ApiKeys {
  constructor(
    @Records(ApiKey) private readonly keys: TenantRepository<ApiKey>,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async list(tenant: Tenant, request: ListRequest<ApiKey>): Promise<PageOf<ApiKeyRow>> {
    const page = await this.keys.page(tenant, request);
    return { ...page, rows: page.rows.map(shown) };
  }

  /** @throws NotFound */
  async one(tenant: Tenant, api_key_id: string): Promise<ApiKeyRow> {
    const key = await this.keys.one(tenant, { api_key_id });
    if (!key) throw new NotFound('API key');
    return shown(key);
  }

  /** @returns its row and the key itself, this once @throws InvalidFields when it would end before it begins */
  async create(tenant: Tenant, body: ApiKeyWrite): Promise<ApiKeyRow & { secret: string }> {
    const now = this.clock.now();
    const form = recordOf(definition, body, 'create') as Pick<ApiKey, 'name' | 'expires_at'>;
    if (form.expires_at !== null && form.expires_at <= now) {
      throw new InvalidFields({ expires_at: ['Choose an instant that is still to come.'] });
    }
    const { key, prefix, secret_digest } = newKey(tenant.customer_id);
    const api_key_id = newId(now);
    const told = { name: form.name, prefix, scopes: body.scopes, expires_at: form.expires_at };
    await this.transactions.run(async () => {
      await this.keys.insert(tenant, { ...told, api_key_id, secret_digest, last_used_at: null, revoked_at: null });
      await this.audit.record(auditEntry(tenant, 'api_key.create', api_key_id, null, told));
    });
    return { ...(await this.one(tenant, api_key_id)), secret: key };
  }

  /** Its next call is refused. Revoking twice keeps the first instant. @throws NotFound */
  async revoke(tenant: Tenant, api_key_id: string): Promise<void> {
    await this.transactions.run(async () => {
      const revoked_at = this.clock.now();
      if (await this.keys.update(tenant, { api_key_id, revoked_at: { null: true } }, { revoked_at })) {
        await this.audit.record(auditEntry(tenant, 'api_key.revoke', api_key_id, { revoked_at: null }, { revoked_at }));
      } else await this.one(tenant, api_key_id);
    });
  }
}

const shown = (key: ApiKey): ApiKeyRow => ({ ...rowOf(definition, key), scopes: key.scopes });
