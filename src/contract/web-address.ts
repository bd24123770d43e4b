const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const HTTP = /^https?:\/\//i;

/**
 * An address on the web as it is kept: http and https only (contract.md, Text). One without a scheme is taken as https,
 * since people and older clients write `example.org/shop`; its host then has a dot, or `tel:112` were one.
 * @returns the address with its scheme, otherwise as typed; null when it is none
 */
export function webAddressOf(typed: string): string | null {
  const text = typed.trim();
  const complete = HTTP.test(text) ? text : `https://${text.replace(/^\/\//, '')}`;
  if (/[\s\u0000-\u001f\u007f-\u009f\\]/.test(text)) return null;
  try {
    const { protocol, hostname, port } = new URL(complete);
    if (protocol !== 'http:' && protocol !== 'https:') return null;
    if (HTTP.test(text)) return hostname === '' ? null : complete;
    // `example.org:8080` is a host with its port, `javascript:…` is not.
    if (SCHEME.test(text) && port === '' && !/^[^:/?#]+:443(?:[/?#]|$)/.test(text)) return null;
    return /[^.]\.[^.]/.test(hostname) ? complete : null;
  } catch {
    return null;
  }
}
