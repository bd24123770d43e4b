import { Fragment, type ReactNode } from 'react';
import { blocksOf, spansOf, type Span } from './markdown';

const TAGS = { strong: 'strong', em: 'em', code: 'code' } as const;

const inline = (spans: readonly Span[]): ReactNode =>
  spans.map(({ text, look }, at) => {
    if (look === 'plain') return text;
    const Tag = TAGS[look];
    return <Tag key={at}>{text}</Tag>;
  });

/** Markdown as text nodes: nothing of the source becomes markup of its own. */
export function Prose({ source }: { source: string | null | undefined }) {
  if (!source) return null;
  return (
    <div className="lr-prose sg-any">
      {blocksOf(source).map((block, at) => {
        if (block.kind === 'text')
          return (
            <p key={at}>
              {block.lines.map((line, n) => (
                <Fragment key={n}>
                  {n > 0 && <br />}
                  <bdi>{inline(line)}</bdi>
                </Fragment>
              ))}
            </p>
          );
        const List = block.ordered ? 'ol' : 'ul';
        return (
          <List key={at}>
            {block.items.map((item, n) => (
              <li key={n}>
                <bdi>{inline(item)}</bdi>
              </li>
            ))}
          </List>
        );
      })}
    </div>
  );
}

/** One line of it, for where no block may stand. */
export const ProseLine = ({ source }: { source: string }) => <bdi>{inline(spansOf(source.replaceAll('\n', ' ')))}</bdi>;
