import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Handlebars from 'handlebars';
import type { Mail } from './mail-kinds';

export interface Letter {
  subject: string;
  html: string;
  text: string;
}

const folder = join(__dirname, 'templates');
const asHtml = Handlebars.compile(readFileSync(join(folder, 'letter.html.hbs'), 'utf8'), { strict: false });
const asText = Handlebars.compile(readFileSync(join(folder, 'letter.text.hbs'), 'utf8'), { noEscape: true });

/** The one layout of every mail, as HTML and as text. */
export function letterOf(mail: Mail): Letter {
  const language = mail.language ?? 'en';
  const facts = { ...mail, language, direction: language === 'ar' ? 'rtl' : 'ltr', preview: mail.paragraphs[0] ?? '' };
  // A line break in a subject would be a header of the sender's choosing.
  const subject = mail.subject.replace(/[\r\n]+/g, ' ');
  return {
    subject,
    html: asHtml({ ...facts, subject }),
    text: `${asText(facts)
      .replace(/\n{3,}/g, '\n\n')
      .trim()}\n`,
  };
}
