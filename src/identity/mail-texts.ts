import type { Mail } from '../platform/mail/mail-kinds';
import { mailOf, mailTextsIn, type MailContent, type MailReader } from '../platform/mail/mail-words';

/**
 * What the mails say, by language; `{name}` is filled in. A key begins with the name of its template (mails/*.hbs), which
 * asks for it without that: `{{t 'body'}}` in invite.hbs is invite_body. Every language has every text
 * (architecture/languages).
 */
export const MAIL_TEXTS = mailTextsIn(__dirname);

/** A mail of this floor: the template of that name, with its texts in the reader's language. */
export const mailTo = (reader: MailReader, template: string, content?: MailContent): Mail =>
  mailOf({ folder: __dirname, texts: MAIL_TEXTS }, reader, template, content);
