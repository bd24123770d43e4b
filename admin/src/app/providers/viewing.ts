import type { InternalAxiosRequestConfig } from 'axios';
import { ApiError } from '@/api/api-error';
import { readViewing } from '@/api/viewing';

/** One's own account: it is not the organisation's, and stays one's own while looking at it. */
const OWN = /^\/api\/(auth|me)(\/|$)/;

/**
 * While platform staff look at an organisation, every request names it (contract.md, Scope) and nothing is written: what
 * a control that slipped through would send is refused here, and the server refuses it again.
 */
export function inView(config: InternalAxiosRequestConfig): InternalAxiosRequestConfig {
  const viewing = readViewing();
  if (!viewing) return config;
  const [path = '', query = ''] = (config.url ?? '').split('?');
  const reads = (config.method ?? 'get').toLowerCase() === 'get';
  if (OWN.test(path) && !(reads && path === '/api/me')) return config;
  if (!reads) throw new ApiError(403, { code: 'view_only' });
  const search = new URLSearchParams(query);
  search.set('customer_id', String(viewing.customer_id));
  config.url = `${path}?${search.toString()}`;
  return config;
}
