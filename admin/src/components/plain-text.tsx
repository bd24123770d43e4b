/** A text as it was typed, with its line breaks, in its own direction. @param block on lines of its own */
export const PlainText = ({ text, block = false }: { text: string; block?: boolean }) => (
  <span className="sg-plain-text" data-block={block} dir="auto">
    {text}
  </span>
);
