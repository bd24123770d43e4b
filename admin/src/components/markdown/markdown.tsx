import { later } from '../later';

/**
 * A description, which is CommonMark. The library that reads it is fetched when the first one is shown.
 * `level`: of its highest headings; left out: the third.
 */
export const Markdown = later<{ source: string; level?: number }>(
  async () => (await import('./markdown-text')).MarkdownText,
);
