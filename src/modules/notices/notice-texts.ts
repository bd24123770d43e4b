import { loadMailTexts } from '../../infrastructure/mail/mail-texts';

/** Texts of the notice mails and of the unsubscribe pages, by language (mail-texts/). */
export const NOTICE_TEXTS = loadMailTexts(__dirname);
