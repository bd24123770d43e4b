/** More than a person reads on a screen; what has more is not counted. */
export const DOCUMENT_PAGES_MAX = 2_000;
export const DOCUMENT_TEXT_MAX = 100_000;
export const DOCUMENT_BYTES_MAX = 100 * 1024 ** 2;

const HEADING = /^#{1,2}\s+\S/;

/** The pages of a document that is written in Markdown: a heading of the first or second level begins one. Pure. */
export function sectionsOf(text: string): string[] {
  const sections: string[] = [];
  let lines: string[] = [];
  const close = () => {
    const section = lines.join('\n').trim();
    if (section !== '') sections.push(section);
    lines = [];
  };
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    if (HEADING.test(line) && sections.length < DOCUMENT_PAGES_MAX - 1) close();
    lines.push(line);
  }
  close();
  return sections;
}
