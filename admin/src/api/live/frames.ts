/** A block of an event stream (HTML, 9.2.6). One without data tells nothing; its id counts. */
export interface Frame {
  /** Left out: it has none. */
  readonly id?: string;
  readonly event: string;
  /** null: there is none. */
  readonly data: string | null;
}

/**
 * The blocks of a stream as its bytes come, wherever they are cut: within a line, between CR and LF, within a letter. A
 * block that was not ended is none.
 */
export class FrameReader {
  private readonly letters = new TextDecoder();
  private text = '';
  private lines: string[] = [];

  take(bytes: Uint8Array): Frame[] {
    this.text += this.letters.decode(bytes, { stream: true });
    const frames: Frame[] = [];
    // A CR at the very end may be half of a line's end.
    for (let end: RegExpExecArray | null; (end = /\r\n|\n|\r(?=[^])/.exec(this.text));) {
      const line = this.text.slice(0, end.index);
      this.text = this.text.slice(end.index + end[0].length);
      if (line !== '') this.lines.push(line);
      else if (this.lines.length) frames.push(frameOf(this.lines.splice(0)));
    }
    return frames;
  }
}

function frameOf(lines: readonly string[]): Frame {
  let id: string | undefined;
  let event = 'message';
  const data: string[] = [];
  for (const line of lines) {
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)!;
    if (name === 'data') data.push(value);
    else if (name === 'event') event = value;
    else if (name === 'id' && !value.includes('\0')) id = value;
  }
  return { ...(id !== undefined && { id }), event, data: data.length ? data.join('\n') : null };
}
