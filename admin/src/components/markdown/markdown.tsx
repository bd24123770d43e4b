import { lazyComponent } from '../lazy-component';

/**
 * Renders CommonMark. The parser is loaded with the first text. `level`: level of its highest headings, 3 by default.
 */
export const Markdown = lazyComponent<{ source: string; level?: number }>(
  async () => (await import('./markdown-text')).MarkdownText,
);
