import type { ApiKeyScope } from './api-keys.resource';
import { RESOURCES } from './resources';

/** What an API key may be allowed to read (contract.md, "Who may do what", column API key). Keys never write. */
export const API_KEY_SCOPES: readonly ApiKeyScope[] = [
  ...RESOURCES.flatMap(({ name, read }) => (read.includes('api_key') ? [`${name}:read` as const] : [])),
  'reports:read',
  'subscription:read',
];
