import { id, instant, text } from './fields';
import { resource, type RowOf } from './resource';

/**
 * Keys with which other programs use an organisation's data. The key itself is told once, when it is made; deleting one
 * revokes it, and its row stays. Rows also carry `scopes`.
 */
export const apiKeys = resource({
  name: 'api-keys',
  id: 'api_key_id',
  subject: 'api_key',
  events: 'own',
  title: ['name'],
  // Ids grow with time: the newest first.
  default_sort: [['api_key_id', 'desc']],
  read: ['admin'],
  write: ['admin'],
  remove: 'delete',
  searched_by_words: true,
  change: false,
  fields: {
    api_key_id: id(),
    name: text({ max: 100, required: true, write: 'create', list: 'shown', search: true, example: 'HR system' }),
    /** How the key begins: to tell keys apart, too short to guess the rest. */
    prefix: text({ max: 24, write: 'none', required: true, sort: false, list: 'shown', example: 'sg_1001_Zq3m' }),
    /** To the minute. */
    last_used_at: instant({ sort: false, write: 'none', list: 'shown' }),
    /** Empty: until it is revoked. */
    expires_at: instant({ sort: false, write: 'create', list: 'shown' }),
    revoked_at: instant({ sort: false, write: 'none', list: 'shown' }),
  },
});
/** `skills:read` reads one resource, `import` imports files, `export` downloads lists and reports (contract/api-key-scopes.ts). */
export type ApiKeyScope = `${string}:read` | 'import' | 'export';
export type ApiKeyRow = RowOf<typeof apiKeys> & { scopes: ApiKeyScope[] };
