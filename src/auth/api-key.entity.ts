import { Entity, Index } from 'typeorm';
import { apiKeys } from '../contract/api-keys.resource';
import type { ApiKeyScope } from '../contract/api-keys.resource';
import {
  BinaryColumn,
  PrimaryUuidColumn,
  InstantColumn,
  JsonColumn,
  VarcharColumn,
} from '../infrastructure/database/columns';
import { Resource } from '../tenancy/resource-metadata';
import { TenantRecord } from '../tenancy/tenant-record';

/** API key of a customer. Only its digest is stored. */
@Entity('api_key')
@Resource(apiKeys, { noun: 'API key' })
@Index(['customer_id', 'secret_digest'], { unique: true })
@Index(['customer_id', 'name', 'api_key_id'])
export class ApiKey extends TenantRecord {
  @PrimaryUuidColumn()
  api_key_id: string;

  @VarcharColumn(100)
  name: string;

  @VarcharColumn(24)
  prefix: string;

  /** SHA-256 of the key. 256 random bits need neither salt nor a slow hash. */
  @BinaryColumn(32)
  secret_digest: Uint8Array;

  @JsonColumn()
  scopes: ApiKeyScope[];

  @InstantColumn({ nullable: true })
  last_used_at: number | null;

  @InstantColumn({ nullable: true })
  expires_at: number | null;

  @InstantColumn({ nullable: true })
  revoked_at: number | null;
}
