import { buildCalendar, type CalendarEvent } from '../../src/modules/trainings/session-calendar';

const event: CalendarEvent = {
  id: '0190a6c8-0000-7000-8000-000000000000',
  sequence: 3,
  changed_at: Date.UTC(2036, 1, 1, 10, 0, 0, 250),
  starts_at: Date.UTC(2036, 9, 26, 0, 30),
  ends_at: Date.UTC(2036, 9, 26, 2, 30),
  title: 'Forklift',
  place: null,
  url: null,
  note: null,
  isCancelled: false,
};
const unfolded = (file: string): string[] => file.replaceAll('\r\n ', '').split('\r\n');

describe('the calendar file of a session (RFC 5545)', () => {
  it('has lines that end in CRLF, including the last one', () => {
    const file = buildCalendar(event);
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('has instants in UTC with whole seconds, also in the night in which clocks go back', () => {
    expect(unfolded(buildCalendar(event))).toEqual(
      expect.arrayContaining(['DTSTAMP:20360201T100000Z', 'DTSTART:20361026T003000Z', 'DTEND:20361026T023000Z']),
    );
  });

  it('folds at 75 octets without splitting a character, in any language', () => {
    for (const title of ['é'.repeat(120), '面授培训'.repeat(40), 'دورة حضورية '.repeat(20), '🦺'.repeat(60)]) {
      const file = buildCalendar({ ...event, title });
      for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(unfolded(file)).toContain(`SUMMARY:${title}`);
    }
  });

  it('escapes text so that it cannot start a line of its own', () => {
    const note = 'one\r\nEND:VEVENT\nBEGIN:VALARM\rtwo; three, four\\';
    const lines = unfolded(buildCalendar({ ...event, note, title: 'A;B,C\\D' }));
    expect(lines).toContain('DESCRIPTION:one\\nEND:VEVENT\\nBEGIN:VALARM\\ntwo\\; three\\, four\\\\');
    expect(lines).toContain('SUMMARY:A\\;B\\,C\\\\D');
    expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1);
  });

  it('keeps its UID, has a sequence number, and has the status CANCELLED', () => {
    const lines = unfolded(buildCalendar({ ...event, isCancelled: true }));
    expect(lines).toEqual(
      expect.arrayContaining([`UID:${event.id}@skilgrid`, 'SEQUENCE:3', 'STATUS:CANCELLED', 'METHOD:CANCEL']),
    );
  });
});
