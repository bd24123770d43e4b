import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';

/**
 * No inline or foreign scripts, no eval; antd and Swagger UI need inline styles. Videos may come from any https
 * address; YouTube and Vimeo play in frames. `useDefaults: false`, because the defaults include
 * `upgrade-insecure-requests`, which breaks plain http on a local network.
 */
const helmetOptions = (storageOrigins: readonly string[]): HelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      scriptSrcAttr: ["'none'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'", 'data:'],
      connectSrc: ["'self'", ...storageOrigins],
      mediaSrc: ["'self'", 'blob:', 'https:', ...storageOrigins],
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
  // On plain-http origins this header only causes a browser warning.
  crossOriginOpenerPolicy: false,
  crossOriginResourcePolicy: false,
  originAgentCluster: false,
  xXssProtection: false,
  // TLS ends at the proxy, which decides on HSTS.
  hsts: false,
});

/**
 * The headers that helmet sets, computed once: they are the same for every request, and helmet would rebuild them each
 * time.
 * @param storageOrigin origin of the object storage that browsers access directly; null if there is none
 */
export function securityHeaders(storageOrigin: string | null): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => void (headers[name] = value),
    removeHeader: () => undefined,
  };
  const applyHelmet = helmet(helmetOptions(storageOrigin === null ? [] : [storageOrigin]));
  applyHelmet({} as IncomingMessage, response as unknown as ServerResponse, () => undefined);
  return headers;
}
