import { renderToStaticMarkup } from 'react-dom/server';
import { PlainText } from '../../admin/src/components/plain-text';

describe('the text of a question', () => {
  it.each(['2*3*4', '- 5 °C', '1. a\n\nnote\n\n2. b', '**a** _b_ `c` # d', '  indented\n\n\nline'])(
    'is shown as it was typed: %j',
    (text) =>
      expect(renderToStaticMarkup(<PlainText text={text} />)).toBe(
        `<span class="sg-plain-text" data-block="false" dir="auto">${text}</span>`,
      ),
  );

  it('makes no markup', () =>
    expect(renderToStaticMarkup(<PlainText block text="<b>a</b>" />)).toContain('&lt;b&gt;a&lt;/b&gt;'));
});
