import { useMemo } from 'react';
import { markdownHtml } from './markdown-html';
import './markdown.css';

export function MarkdownText({ source, level = 3 }: { source: string; level?: number }) {
  const html = useMemo(() => ({ __html: markdownHtml(source, level) }), [source, level]);
  // oxlint-disable-next-line react/no-danger -- made by markdown-it without raw HTML (markdown-html.ts)
  return <div className="kit-markdown sg-any" dir="auto" dangerouslySetInnerHTML={html} />;
}
