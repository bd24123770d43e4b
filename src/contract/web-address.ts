const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const HTTP = /^https?:\/\//i;

/**
 * Normalizes a web address; only http and https. Without a scheme https is assumed, since people and older clients send
 * `example.org/shop`. The host must then contain a dot, otherwise `tel:112` would pass.
 * @returns the address with its scheme, otherwise as typed; null if invalid
 */
export function normalizeWebAddress(input: string): string | null {
  const text = input.trim();
  const complete = HTTP.test(text) ? text : `https://${text.replace(/^\/\//, '')}`;
  if (/[\s\u0000-\u001f\u007f-\u009f\\]/.test(text)) return null;
  try {
    const { protocol, hostname, port } = new URL(complete);
    if (protocol !== 'http:' && protocol !== 'https:') return null;
    if (HTTP.test(text)) return hostname === '' ? null : complete;
    // `example.org:8080` is a host with a port, `javascript:…` is not.
    if (SCHEME.test(text) && port === '' && !/^[^:/?#]+:443(?:[/?#]|$)/.test(text)) return null;
    return /[^.]\.[^.]/.test(hostname) ? complete : null;
  } catch {
    return null;
  }
}
