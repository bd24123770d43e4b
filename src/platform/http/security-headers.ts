import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';

/**
 * No inline and no foreign script, no eval; antd and Swagger UI need inline styles. Videos may come from anywhere over
 * https (an own mp4 address); YouTube and Vimeo play in frames. `useDefaults: false`, since the defaults would send
 * `upgrade-insecure-requests` and break plain http on a local network.
 */
const rules = (storage: readonly string[]): HelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      scriptSrcAttr: ["'none'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'", 'data:'],
      connectSrc: ["'self'", ...storage],
      mediaSrc: ["'self'", 'blob:', 'https:', ...storage],
      frameSrc: ["'self'", 'https://www.youtube-nocookie.com', 'https://www.youtube.com', 'https://player.vimeo.com'],
      workerSrc: ["'self'", 'blob:'],
      manifestSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  frameguard: { action: 'deny' },
  referrerPolicy: { policy: 'no-referrer' },
  crossOriginEmbedderPolicy: false,
  // Popups and the players work without it; plain-http origins only get a warning from it.
  crossOriginOpenerPolicy: false,
  crossOriginResourcePolicy: false,
  originAgentCluster: false,
  xXssProtection: false,
  // TLS ends at the proxy, which knows whether it is there for good.
  hsts: false,
});

/**
 * What helmet makes of these rules, asked once: they say the same of every request, and it writes their text anew for
 * each one that it is asked about.
 * @param storage the origin of object storage, to which browsers speak themselves; null: there is none
 */
export function securityHeaders(storage: string | null): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const answer = {
    setHeader: (name: string, value: string) => void (headers[name] = value),
    removeHeader: () => undefined,
  };
  const ask = helmet(rules(storage === null ? [] : [storage]));
  ask({} as IncomingMessage, answer as unknown as ServerResponse, () => undefined);
  return headers;
}
