import { Injectable } from '@nestjs/common';
import type { ApiKeyRow, apiKeys } from '../../contract/api-keys.resource';
import { recordOf, rowOf } from '../../common/rest/row';
import { InvalidFieldsError } from '../../common/errors/app-error';
import { newId } from '../../common/ids';
import { ApiKey } from '../../auth/api-key.entity';
import { generateApiKey } from '../../auth/api-key-authenticator';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import { ResourceReadService } from '../../crud/resource-read.service';
import type { Tenant } from '../../tenancy/tenant';
import type { ApiKeyWrite } from './api-keys.dto';
import { fieldError } from '../../common/errors/field-error';

/** Manages the API keys of a customer. */
@Injectable()
export class ApiKeysService extends ResourceReadService<ApiKey, typeof apiKeys, ApiKeyRow> {
  constructor(@InjectResourceContext(ApiKey) parts: ResourceContext<ApiKey>) {
    super(parts);
  }

  /**
   * @returns the row and, only this once, the secret
   * @throws InvalidFieldsError if it would already be expired
   */
  async create(tenant: Tenant, body: ApiKeyWrite): Promise<ApiKeyRow & { secret: string }> {
    const now = this.context.clock.now();
    const input = recordOf(this.definition, body, 'create') as Pick<ApiKey, 'name' | 'expires_at'>;
    if (input.expires_at !== null && input.expires_at <= now) {
      throw new InvalidFieldsError({
        expires_at: [fieldError('instant_passed', 'Choose a time in the future.')],
      });
    }
    const { key, prefix, secret_digest } = generateApiKey(tenant.customer_id);
    const api_key_id = newId(now);
    const newValues = { name: input.name, prefix, scopes: body.scopes, expires_at: input.expires_at };
    await this.context.transactions.run(async () => {
      await this.context.records.insert(tenant, {
        ...newValues,
        api_key_id,
        secret_digest,
        last_used_at: null,
        revoked_at: null,
      });
      await this.audit(tenant, 'create', api_key_id, null, newValues);
    });
    return { ...(await this.one(tenant, api_key_id)), secret: key };
  }

  /** Takes effect with the next call. Repeating it keeps the first time. @throws NotFoundError */
  async revoke(tenant: Tenant, api_key_id: string): Promise<void> {
    await this.context.transactions.run(async () => {
      const revoked_at = this.context.clock.now();
      if (await this.context.records.update(tenant, { api_key_id, revoked_at: { null: true } }, { revoked_at })) {
        await this.audit(tenant, 'revoke', api_key_id, { revoked_at: null }, { revoked_at });
      } else await this.one(tenant, api_key_id);
    });
  }

  protected override row(_tenant: Tenant, key: ApiKey): ApiKeyRow {
    return { ...rowOf(this.definition, key), scopes: key.scopes };
  }
}
