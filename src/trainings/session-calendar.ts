/** A session as a calendar file (RFC 5545): CRLF, lines of at most 75 octets, instants in UTC. Pure. */
export interface CalendarEvent {
  id: string;
  /** Grows with every change, so that a calendar replaces what it has. */
  sequence: number;
  /** UTC milliseconds. */
  changed_at: number;
  starts_at: number;
  ends_at: number;
  title: string;
  place: string | null;
  url: string | null;
  note: string | null;
  isCancelled: boolean;
}

const LINE_OCTETS = 75;

export function calendarOf(event: CalendarEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Skilgrid//Training sessions//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${event.isCancelled ? 'CANCEL' : 'PUBLISH'}`,
    'BEGIN:VEVENT',
    `UID:${event.id}@skilgrid`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${stamp(event.changed_at)}`,
    `DTSTART:${stamp(event.starts_at)}`,
    `DTEND:${stamp(event.ends_at)}`,
    `SUMMARY:${escaped(event.title)}`,
    ...(event.place ? [`LOCATION:${escaped(event.place)}`] : []),
    ...(event.url ? [`URL:${event.url}`] : []),
    ...(event.note ? [`DESCRIPTION:${escaped(event.note)}`] : []),
    `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** `20270301T080000Z` */
const stamp = (at: number): string =>
  new Date(at)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:]/g, '');

const escaped = (text: string): string =>
  text
    .replace(/\\/g, '\\\\')
    .replace(/[;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n|\r|\n/g, '\\n');

/** No letter is cut in two: octets are counted letter by letter. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const letter of line) {
    const more = Buffer.byteLength(letter);
    // What goes on begins with a space, which counts.
    if (octets + more > LINE_OCTETS) {
      parts.push(part);
      part = ' ';
      octets = 1;
    }
    part += letter;
    octets += more;
  }
  return [...parts, part].join('\r\n');
}
