import { requestContext } from '../platform/http/request-context';
import { digestOf } from './secrets';

/** Who asks, as far as the network tells: what challenges and tickets of stateless clients are bound to. */
export interface Visitor {
  /** IPv6 by /64. */
  address: string;
  user_agent: string;
  user_agent_digest: Buffer;
}

export function visitor(): Visitor {
  const context = requestContext();
  const user_agent = context?.userAgent ?? '';
  return { address: (context?.address ?? 'local').slice(0, 64), user_agent, user_agent_digest: digestOf(user_agent) };
}
