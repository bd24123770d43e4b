/** An event of an event stream (HTML, 9.2.6). An event without data only updates the last id. */
export interface StreamEvent {
  /** Undefined if the event has no id. */
  readonly id?: string;
  readonly event: string;
  /** null if the event has no data. */
  readonly data: string | null;
}

/**
 * Parses a stream from chunks that may end anywhere: within a line, between CR and LF, within a character. An
 * unfinished event is dropped.
 */
export class EventStreamParser {
  private readonly decoder = new TextDecoder();
  private text = '';
  private lines: string[] = [];

  push(bytes: Uint8Array): StreamEvent[] {
    this.text += this.decoder.decode(bytes, { stream: true });
    const events: StreamEvent[] = [];
    // A CR at the end of the chunk may be the first half of a CRLF.
    for (let end: RegExpExecArray | null; (end = /\r\n|\n|\r(?=[^])/.exec(this.text));) {
      const line = this.text.slice(0, end.index);
      this.text = this.text.slice(end.index + end[0].length);
      if (line !== '') this.lines.push(line);
      else if (this.lines.length) events.push(parseEvent(this.lines.splice(0)));
    }
    return events;
  }
}

function parseEvent(lines: readonly string[]): StreamEvent {
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
