import { id, instant, text } from './fields';
import { resource, type RowOf } from './resource';

/** Deleting a key revokes it; its row stays. Rows also carry `scopes`; the secret is shown only on creation. */
export const apiKeys = resource({
  name: 'api-keys',
  id: 'api_key_id',
  subject: 'api_key',
  events: 'own',
  title: ['name'],
  // Ids grow with time, so this is newest first.
  default_sort: [['api_key_id', 'desc']],
  read: ['admin'],
  write: ['admin'],
  remove: 'delete',
  searched_by_words: true,
  change: false,
  fields: {
    api_key_id: id(),
    name: text({ max: 100, required: true, write: 'create', list: 'shown', search: true, example: 'HR system' }),
    /** First characters of the secret, to tell keys apart; too short to guess the rest. */
    prefix: text({ max: 24, write: 'none', required: true, sort: false, list: 'shown', example: 'sg_1001_Zq3m' }),
    /** Accurate to the minute. */
    last_used_at: instant({ sort: false, write: 'none', list: 'shown' }),
    /** Empty: never expires. */
    expires_at: instant({ sort: false, write: 'create', list: 'shown' }),
    revoked_at: instant({ sort: false, write: 'none', list: 'shown' }),
  },
});
/** All scopes: contract/api-key-scopes.ts. */
export type ApiKeyScope = `${string}:read` | 'import' | 'export';
export type ApiKeyRow = RowOf<typeof apiKeys> & { scopes: ApiKeyScope[] };
