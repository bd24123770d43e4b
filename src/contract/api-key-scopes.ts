import type { ApiKeyScope } from './api-keys.resource';
import { RESOURCES } from './resources';

/** Every scope of an API key. Read scopes come from the `read` roles of the resources. */
export const API_KEY_SCOPES: readonly ApiKeyScope[] = [
  ...RESOURCES.flatMap(({ name, read }) => (read.includes('api_key') ? [`${name}:read` as const] : [])),
  'reports:read',
  'subscription:read',
  'import',
  'export',
];
