/** iCalendar file of a session (RFC 5545): CRLF, lines of at most 75 octets, UTC. */
export interface CalendarEvent {
  id: string;
  /** Must grow with every change, so that calendars replace their copy. */
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

export function buildCalendar(event: CalendarEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Skilgrid//Training sessions//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${event.isCancelled ? 'CANCEL' : 'PUBLISH'}`,
    'BEGIN:VEVENT',
    `UID:${event.id}@skilgrid`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${formatUtc(event.changed_at)}`,
    `DTSTART:${formatUtc(event.starts_at)}`,
    `DTEND:${formatUtc(event.ends_at)}`,
    `SUMMARY:${escapeText(event.title)}`,
    ...(event.place ? [`LOCATION:${escapeText(event.place)}`] : []),
    ...(event.url ? [`URL:${event.url}`] : []),
    ...(event.note ? [`DESCRIPTION:${escapeText(event.note)}`] : []),
    `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

/** `20270301T080000Z` */
const formatUtc = (at: number): string =>
  new Date(at)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:]/g, '');

const escapeText = (text: string): string =>
  text
    .replace(/\\/g, '\\\\')
    .replace(/[;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n|\r|\n/g, '\\n');

/** Counts octets per character, so that none is split. */
function foldLine(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const letter of line) {
    const letterOctets = Buffer.byteLength(letter);
    // Continuation lines start with a space, which counts.
    if (octets + letterOctets > LINE_OCTETS) {
      parts.push(part);
      part = ' ';
      octets = 1;
    }
    part += letter;
    octets += letterOctets;
  }
  return [...parts, part].join('\r\n');
}
