import { mailTextsIn } from '../platform/mail/mail-words';

/** What the mails about learning and the page of the way out say, by language (mail-texts/). */
export const NOTICE_TEXTS = mailTextsIn(__dirname);
