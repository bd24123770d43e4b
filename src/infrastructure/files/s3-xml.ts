const NAMED_ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi, (match, hex, decimal, name) => {
    const code = hex ? parseInt(hex, 16) : decimal ? Number(decimal) : null;
    if (code === null) return NAMED_ENTITIES[String(name).toLowerCase()] ?? match;
    return code <= 0x10ffff ? String.fromCodePoint(code) : match;
  });

/**
 * Texts of all elements of this name, in order. Object storage answers are flat: no element contains one of the same
 * name. @param isRaw returns the inner XML undecoded
 */
export function extractTexts(xml: string, element: string, isRaw = false): string[] {
  const matches = xml.matchAll(new RegExp(`<${element}(?:\\s[^>]*)?>([\\s\\S]*?)</${element}>`, 'g'));
  return [...matches].map(([, text = '']) => (isRaw ? text : decodeEntities(text)));
}

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
