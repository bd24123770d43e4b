import type { InternalAxiosRequestConfig } from 'axios';
import { ApiError } from '@/api/api-error';
import { readImpersonation } from '@/api/impersonation';

/** Endpoints of the own account, which impersonation does not affect. */
const OWN_ACCOUNT_PATHS = /^\/api\/(auth|me)(\/|$)/;

/** During impersonation, adds `customer_id` to every request and rejects writes; the server does the same. */
export function impersonateRequest(config: InternalAxiosRequestConfig): InternalAxiosRequestConfig {
  const impersonation = readImpersonation();
  if (!impersonation) return config;
  const [path = '', query = ''] = (config.url ?? '').split('?');
  const isRead = (config.method ?? 'get').toLowerCase() === 'get';
  if (OWN_ACCOUNT_PATHS.test(path) && !(isRead && path === '/api/me')) return config;
  if (!isRead) throw new ApiError(403, { code: 'view_only' });
  const search = new URLSearchParams(query);
  search.set('customer_id', String(impersonation.customer_id));
  config.url = `${path}?${search.toString()}`;
  return config;
}
