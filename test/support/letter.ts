import { join } from 'node:path';
import type { Mail } from '../../src/platform/mail/mail-kinds';

interface Words {
  subject?: string;
  heading?: string;
  paragraphs?: readonly string[];
  code?: string;
}

/** A mail of the tests, with a template of its own. */
export function letter(to: string, words: Words = {}): Mail {
  const { code, paragraphs = ['Enter this code to go on.'], ...rest } = words;
  const texts: Record<string, string> = {
    subject: 'Your code',
    heading: 'Confirm your e-mail address',
    body: paragraphs[0] ?? '',
    ...rest,
  };
  const say = (key: string) => texts[key]!;
  return { to, template: join(__dirname, 'mails', 'letter'), say, facts: { paragraphs }, ...(code && { code }) };
}
