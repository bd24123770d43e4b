/** User-entered text with its line breaks, in its own direction. @param block as a block element */
export const PlainText = ({ text, block = false }: { text: string; block?: boolean }) => (
  <span className="sg-plain-text" data-block={block} dir="auto">
    {text}
  </span>
);
