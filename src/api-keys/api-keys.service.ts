import { Injectable } from '@nestjs/common';
import type { ApiKeyRow, apiKeys } from '../contract/api-keys.resource';
import { recordOf, rowOf } from '../platform/definitions/row';
import { InvalidFields } from '../platform/errors/app-error';
import { newId } from '../platform/ids';
import { ApiKey } from '../tenancy/api-key.entity';
import { newKey } from '../tenancy/api-key-door';
import { PartsOf, type ResourceParts } from '../tenancy/resources/resource-parts';
import { ResourceReader } from '../tenancy/resources/resource-reader';
import type { Tenant } from '../tenancy/tenant';
import type { ApiKeyWrite } from './api-keys.dto';
import { fieldError } from '../platform/errors/field-error';

/** The keys for other programs that use this organisation's data. */
@Injectable()
export class ApiKeys extends ResourceReader<ApiKey, typeof apiKeys, ApiKeyRow> {
  constructor(@PartsOf(ApiKey) parts: ResourceParts<ApiKey>) {
    super(parts);
  }

  /** @returns its row and the key itself, this once @throws InvalidFields when it would end before it begins */
  async create(tenant: Tenant, body: ApiKeyWrite): Promise<ApiKeyRow & { secret: string }> {
    const now = this.parts.clock.now();
    const form = recordOf(this.definition, body, 'create') as Pick<ApiKey, 'name' | 'expires_at'>;
    if (form.expires_at !== null && form.expires_at <= now) {
      throw new InvalidFields({
        expires_at: [fieldError('instant_passed', 'Choose a time in the future.')],
      });
    }
    const { key, prefix, secret_digest } = newKey(tenant.customer_id);
    const api_key_id = newId(now);
    const facts = { name: form.name, prefix, scopes: body.scopes, expires_at: form.expires_at };
    await this.parts.transactions.run(async () => {
      await this.parts.records.insert(tenant, {
        ...facts,
        api_key_id,
        secret_digest,
        last_used_at: null,
        revoked_at: null,
      });
      await this.audit(tenant, 'create', api_key_id, null, facts);
    });
    return { ...(await this.one(tenant, api_key_id)), secret: key };
  }

  /** Its next call is refused. Revoking twice keeps the first instant. @throws NotFound */
  async revoke(tenant: Tenant, api_key_id: string): Promise<void> {
    await this.parts.transactions.run(async () => {
      const revoked_at = this.parts.clock.now();
      if (await this.parts.records.update(tenant, { api_key_id, revoked_at: { null: true } }, { revoked_at })) {
        await this.audit(tenant, 'revoke', api_key_id, { revoked_at: null }, { revoked_at });
      } else await this.one(tenant, api_key_id);
    });
  }

  protected override row(_tenant: Tenant, key: ApiKey): ApiKeyRow {
    return { ...rowOf(this.definition, key), scopes: key.scopes };
  }
}
