import { FALLBACK_LANGUAGE, isLanguage, type Language } from '../../contract/languages';
import { requestContext } from '../../common/http/request-context';
import { sha256 } from './secrets';

/** Client of the current request. Challenges and tickets of visitors without a session are bound to it. */
export interface Visitor {
  /** IPv6 by /64 */
  address: string;
  user_agent: string;
  user_agent_digest: Buffer;
  /** From the language cookie, else the first supported one of the browser. */
  language: Language;
}

export function currentVisitor(): Visitor {
  const context = requestContext();
  const user_agent = context?.userAgent ?? '';
  return {
    address: (context?.address ?? 'local').slice(0, 64),
    user_agent,
    user_agent_digest: sha256(user_agent),
    language: languageOf(context?.languages ?? {}),
  };
}

function languageOf({ cookie = '', accepted = '' }: { cookie?: string; accepted?: string }): Language {
  const chosen = /(?:^|;\s*)lang=([a-z]{2})(?:;|$)/.exec(cookie)?.[1];
  if (isLanguage(chosen)) return chosen;
  // In the browser's order of preference.
  const acceptedLanguages = accepted.split(',', 20).map((each) => each.trim().slice(0, 2).toLowerCase());
  return acceptedLanguages.find(isLanguage) ?? FALLBACK_LANGUAGE;
}
