import { Entity, Index } from 'typeorm';
import { apiKeys } from '../contract/api-keys.resource';
import type { ApiKeyScope } from '../contract/api-keys.resource';
import { Digest, IdKey, Instant, Json, Text } from '../platform/database/columns';
import { Keeps } from './resources/kept';
import { TenantRecord } from './tenant-record';

/** A key for another program. Only its digest is kept. */
@Entity('api_key')
@Keeps(apiKeys, { noun: 'API key' })
@Index(['customer_id', 'secret_digest'], { unique: true })
@Index(['customer_id', 'name', 'api_key_id'])
export class ApiKey extends TenantRecord {
  @IdKey()
  api_key_id: string;

  @Text(100)
  name: string;

  @Text(24)
  prefix: string;

  /** SHA-256 of the whole key: 256 random bits need no salt and no slow hash. */
  @Digest(32)
  secret_digest: Uint8Array;

  @Json()
  scopes: ApiKeyScope[];

  @Instant({ nullable: true })
  last_used_at: number | null;

  @Instant({ nullable: true })
  expires_at: number | null;

  @Instant({ nullable: true })
  revoked_at: number | null;
}
