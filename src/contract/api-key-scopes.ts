import type { ApiKeyScope } from './api-keys.resource';
import { RESOURCES } from './resources';

/** Every scope of an API key (contract.md, "Who may do what", column API key). */
export const API_KEY_SCOPES: readonly ApiKeyScope[] = [
  ...RESOURCES.flatMap(({ name, read }) => (read.includes('api_key') ? [`${name}:read` as const] : [])),
  'reports:read',
  'subscription:read',
  'import',
  'export',
];
