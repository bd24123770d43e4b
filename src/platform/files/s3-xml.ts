const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const plain = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi, (whole, hex, figure, name) => {
    const code = hex ? parseInt(hex, 16) : figure ? Number(figure) : null;
    if (code === null) return NAMED[String(name).toLowerCase()] ?? whole;
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

/**
 * The texts of all such elements, in their order: object storage answers few shapes, flat ones, and none of its elements
 * stands in another one of its name. `raw`: with what stands in them.
 */
export function textsOf(xml: string, element: string, raw = false): string[] {
  const found = xml.matchAll(new RegExp(`<${element}(?:\\s[^>]*)?>([\\s\\S]*?)</${element}>`, 'g'));
  return [...found].map(([, text = '']) => (raw ? text : plain(text)));
}

export const xmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
