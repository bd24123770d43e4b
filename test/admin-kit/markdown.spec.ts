import { markdownHtml } from '../../admin/src/components/markdown/markdown-html';

const html = (source: string) => markdownHtml(source, 3).trim();

describe('a description', () => {
  it('goes on counting where a note stands between the steps', () => {
    const steps = html('1. Stop\n\nA note.\n\n2. Look\n\nAnother.\n\n3. Go');
    expect(steps.match(/<ol[^>]*>/g)).toEqual([
      '<ol dir="auto">',
      '<ol start="2" dir="auto">',
      '<ol start="3" dir="auto">',
    ]);
    expect(html('1. Stop\n\n   A note.\n2. Look')).toContain('<p>A note.</p>');
  });

  it('keeps the line breaks of its author', () => expect(html('Bring:\nhelmet')).toBe('<p>Bring:<br />\nhelmet</p>'));

  it('has its headings below those of the page', () => {
    expect(html('# One\n\n## Two\n\n### Three')).toMatch(
      /<h3[^>]*>One<\/h3>\n<h3[^>]*>Two<\/h3>\n<h4[^>]*>Three<\/h4>/,
    );
    expect(markdownHtml('# One', 2)).toContain('<h2');
  });

  it('links to http and https only, in a tab of their own', () => {
    expect(html('[site](https://example.org)')).toBe(
      '<p><a href="https://example.org" target="_blank" rel="noopener noreferrer">site</a></p>',
    );
    expect(html('<http://example.org>')).toContain('<a href="http://example.org"');
    for (const address of [
      ...['javascript:alert(1)', 'JavaScript:alert(1)', 'java&#x73;cript:alert(1)', 'data:text/html,x', 'vbscript:x'],
      ...['mailto:a@example.org', 'file:///etc/passwd', '/api/me', '//example.org', ' javascript:alert(1)'],
    ])
      for (const source of [`[x](${address})`, `[x](<${address}>)`, `<${address}>`, `[x]\n\n[x]: ${address}`])
        expect([source, html(source)]).toEqual([source, expect.not.stringContaining('<a')]);
  });

  it('shows raw HTML as it was typed', () => {
    expect(html('a <b>bold</b> <script>alert(1)</script>')).toBe(
      '<p>a &lt;b&gt;bold&lt;/b&gt; &lt;script&gt;alert(1)&lt;/script&gt;</p>',
    );
    expect(html('<iframe src="https://example.org"></iframe>')).not.toContain('<iframe');
    expect(html('[x](https://example.org/" onclick="alert)')).not.toContain('" onclick');
  });

  it('shows the texts of images instead of images', () => {
    expect(html('![A "fork"](https://example.org/a.png)')).toBe('<p>A &quot;fork&quot;</p>');
    expect(html('![x](data:image/png;base64,AA)')).not.toContain('<img');
  });
});
