/** Longer documents have no page count. */
export const DOCUMENT_PAGES_MAX = 2_000;
export const DOCUMENT_TEXT_MAX = 100_000;
export const DOCUMENT_BYTES_MAX = 100 * 1024 ** 2;

const HEADING = /^#{1,2}\s+\S/;

/** Splits a Markdown document into pages: each heading of level 1 or 2 starts one. Pure. */
export function splitIntoSections(text: string): string[] {
  const sections: string[] = [];
  let lines: string[] = [];
  const finishSection = () => {
    const section = lines.join('\n').trim();
    if (section !== '') sections.push(section);
    lines = [];
  };
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    if (HEADING.test(line) && sections.length < DOCUMENT_PAGES_MAX - 1) finishSection();
    lines.push(line);
  }
  finishSection();
  return sections;
}
