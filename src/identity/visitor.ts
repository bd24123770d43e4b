import { FALLBACK, isLanguage, type Language } from '../contract/languages';
import { requestContext } from '../platform/http/request-context';
import { digestOf } from './secrets';

/** Who asks, as far as the network tells: what challenges and tickets of stateless clients are bound to. */
export interface Visitor {
  /** IPv6 by /64. */
  address: string;
  user_agent: string;
  user_agent_digest: Buffer;
  /** In which the screens speak to them, or else the first of ours that their browser asks for. */
  language: Language;
}

export function visitor(): Visitor {
  const context = requestContext();
  const user_agent = context?.userAgent ?? '';
  return {
    address: (context?.address ?? 'local').slice(0, 64),
    user_agent,
    user_agent_digest: digestOf(user_agent),
    language: languageOf(context?.languages ?? {}),
  };
}

function languageOf({ cookie = '', accepted = '' }: { cookie?: string; accepted?: string }): Language {
  const chosen = /(?:^|;\s*)lang=([a-z]{2})(?:;|$)/.exec(cookie)?.[1];
  if (isLanguage(chosen)) return chosen;
  // In the browser's order, which is that of its weights.
  const asked = accepted.split(',', 20).map((each) => each.trim().slice(0, 2).toLowerCase());
  return asked.find(isLanguage) ?? FALLBACK;
}
