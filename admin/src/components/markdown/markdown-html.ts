import MarkdownIt from 'markdown-it';

/**
 * CommonMark with the line breaks of its author. Raw HTML is shown as it was typed, of an image its words; links lead to
 * http and https only (docs/text-and-files.md).
 */
const markdown = new MarkdownIt('commonmark', { html: false, breaks: true });
markdown.validateLink = (address) => /^https?:\/\//i.test(address);

const { rules } = markdown.renderer;
rules.image = (tokens, at) => markdown.utils.escapeHtml(tokens[at]!.content);
rules.link_open = (tokens, at, options, _, renderer) => {
  tokens[at]!.attrSet('target', '_blank');
  tokens[at]!.attrSet('rel', 'noopener noreferrer');
  return renderer.renderToken(tokens, at, options);
};
for (const rule of ['heading_open', 'heading_close'])
  rules[rule] = (tokens, at, options, env, renderer) => {
    const below = Math.max(0, Number(tokens[at]!.tag.slice(1)) - 2);
    tokens[at]!.tag = `h${Math.min(6, (env as { level: number }).level + below)}`;
    return renderer.renderToken(tokens, at, options);
  };
// A list has its numbers, and a quotation its line, where its own text begins.
for (const rule of ['ordered_list_open', 'bullet_list_open', 'blockquote_open', 'heading_open'])
  rules[rule] = withDirection(rules[rule]);

function withDirection(rule: (typeof rules)[string]): NonNullable<(typeof rules)[string]> {
  return (tokens, at, options, env, renderer) => {
    tokens[at]!.attrSet('dir', 'auto');
    return rule ? rule(tokens, at, options, env, renderer) : renderer.renderToken(tokens, at, options);
  };
}

/**
 * Safe to be set as a page's HTML: every tag in it is one of markdown-it's own.
 * @param level of its highest headings, below those of the page
 */
export const markdownHtml = (source: string, level: number): string => markdown.render(source, { level });
