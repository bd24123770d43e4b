import { directionOf } from '../../contract/languages';
import type { Mail } from './mail-kind-registry';

/** The variables of a template: texts by `{{t 'key'}}`, and the facts of the mail by name. */
export type MailContext = ReturnType<typeof buildMailContext>;

export function buildMailContext({ translate, facts, code, link, language = 'en' }: Mail) {
  // A line break in the subject would allow header injection.
  const subject = translate('subject').replace(/[\r\n]+/g, ' ');
  return { ...facts, code, link, translate, subject, language, direction: directionOf(language) };
}
