/** The little of Markdown that questions and descriptions use, as data; whoever shows it makes text nodes of it. Pure. */
export interface Span {
  text: string;
  look: 'plain' | 'strong' | 'em' | 'code';
}
export type Block = { kind: 'text'; lines: Span[][] } | { kind: 'list'; ordered: boolean; items: Span[][] };

const INLINE = /\*\*([^*]+)\*\*|`([^`]+)`|\*([^*\s][^*]*)\*|_([^_\s][^_]*)_(?!\w)/g;

export function spansOf(line: string): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const found of line.matchAll(INLINE)) {
    if (found.index > at) spans.push({ text: line.slice(at, found.index), look: 'plain' });
    const [whole, strong, code, star, low] = found;
    const look = strong !== undefined ? 'strong' : code !== undefined ? 'code' : 'em';
    spans.push({ text: strong ?? code ?? star ?? low ?? whole, look });
    at = found.index + whole.length;
  }
  if (at < line.length) spans.push({ text: line.slice(at), look: 'plain' });
  return spans;
}

const BULLET = /^\s*[-*+]\s+/;
const NUMBER = /^\s*\d+[.)]\s+/;

export function blocksOf(source: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  for (const line of source.replaceAll('\r\n', '\n').split('\n')) {
    if (line.trim() === '') {
      open = null;
      continue;
    }
    const mark = BULLET.exec(line) ?? NUMBER.exec(line);
    const spans = spansOf(mark ? line.slice(mark[0].length) : line.replace(/^#+\s+/, ''));
    if (mark) {
      const ordered = NUMBER.test(line);
      if (open?.kind !== 'list' || open.ordered !== ordered) blocks.push((open = { kind: 'list', ordered, items: [] }));
      open.items.push(spans);
    } else {
      if (open?.kind !== 'text') blocks.push((open = { kind: 'text', lines: [] }));
      open.lines.push(spans);
    }
  }
  return blocks;
}
