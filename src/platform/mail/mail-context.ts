import { directionOf } from '../../contract/languages';
import type { Mail } from './mail-kinds';

/** What a template knows: its texts by `{{t 'key'}}`, and the mail's own facts by name. */
export type Context = ReturnType<typeof contextOf>;

/** The mail as its template sees it. */
export function contextOf({ say, facts, code, link, language = 'en' }: Mail) {
  // A line break in a subject would be a header of the sender's choosing.
  const subject = say('subject').replace(/[\r\n]+/g, ' ');
  return { ...facts, code, link, say, subject, language, direction: directionOf(language) };
}
