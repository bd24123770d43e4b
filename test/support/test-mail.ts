import { join } from 'node:path';
import type { Mail } from '../../src/infrastructure/mail/mail-kind-registry';

interface MailTexts {
  subject?: string;
  heading?: string;
  paragraphs?: readonly string[];
  code?: string;
}

/** A mail with a template that exists only for tests. */
export function testMail(to: string, overrides: MailTexts = {}): Mail {
  const { code, paragraphs = ['Enter this code to go on.'], ...rest } = overrides;
  const texts: Record<string, string> = {
    subject: 'Your code',
    heading: 'Confirm your e-mail address',
    body: paragraphs[0] ?? '',
    ...rest,
  };
  const say = (key: string) => texts[key]!;
  return {
    to,
    template: join(__dirname, 'mails', 'letter'),
    translate: say,
    facts: { paragraphs },
    ...(code && { code }),
  };
}
