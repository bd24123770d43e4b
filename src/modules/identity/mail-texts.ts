import type { Mail } from '../../infrastructure/mail/mail-kind-registry';
import { buildMail, loadMailTexts, type MailContent, type MailRecipient } from '../../infrastructure/mail/mail-texts';

/**
 * Mail texts by language; `{name}` is filled in. A key starts with the name of its template (mails/*.hbs): `{{t
 * 'body'}}` in invite.hbs is invite_body. Tests check that every language has all texts.
 */
export const MAIL_TEXTS = loadMailTexts(__dirname);

/** Composes a mail from a template of this folder in the reader's language. */
export const mailTo = (reader: MailRecipient, template: string, content?: MailContent): Mail =>
  buildMail({ folder: __dirname, texts: MAIL_TEXTS }, reader, template, content);
