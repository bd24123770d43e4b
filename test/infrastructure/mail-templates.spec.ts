import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MailerModule } from '@nestjs-modules/mailer';
import { Test } from '@nestjs/testing';
import Handlebars from 'handlebars';
import { LANGUAGE_CODES } from '../../src/contract/languages';
import { MAIL_TEXTS, mailTo } from '../../src/modules/identity/mail-texts';
import { SECOND_FACTOR_CHANGES } from '../../src/modules/identity/second-factor-mail.composer';
import { NOTICE_TEXTS } from '../../src/modules/notices/notice-texts';
import { MAIL_TEMPLATE_OPTIONS, type TemplateMessage } from '../../src/infrastructure/mail/mail-templates';
import type { Mail } from '../../src/infrastructure/mail/mail-kind-registry';
import { interpolateMailText, buildMail as mailIn } from '../../src/infrastructure/mail/mail-texts';
import { MailTransport } from '../../src/infrastructure/mail/mail-transport';
import { plainWords, PSEUDO_LOCALE, pseudoLocalize } from '../support/pseudo-localization';

const FOLDER = join(__dirname, '..', '..', 'src', 'modules', 'identity', 'mails');
const templates = readdirSync(FOLDER).map((name) => name.replace(/\.hbs$/, ''));
/** All second-factor mails share one template. */
const textsOf = (template: string) =>
  template === 'factor' ? SECOND_FACTOR_CHANGES.map((what) => `factor_${what}`) : [template];
const mails = templates.flatMap((template) => textsOf(template).map((texts) => ({ template, texts })));

/** All placeholders of the texts. */
const placeholders = Object.values(MAIL_TEXTS.en).flatMap((text) =>
  [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!),
);
const SAMPLE_VALUES = {
  ...Object.fromEntries(placeholders.map((name) => [name, `the ${name} & co`])),
  lines: ['first line', 'second <line>'],
};
const mailOf = (template: string, texts: string, locale: string) =>
  mailTo({ email: 'mara@plant.example', locale }, template, {
    texts,
    facts: SAMPLE_VALUES,
    code: '471142',
    link: 'https://plant.example/reset/abc?a=1&b=2',
  });

/** Renders a mail through the mailer. */
const sendTemplate = (template: string, texts: string, locale: string) => sendMail(mailOf(template, texts, locale));

async function sendMail(mail: Mail): Promise<TemplateMessage['data'] & { headers?: Record<string, string> }> {
  let data: TemplateMessage['data'] | undefined;
  const transport = {
    name: 'test',
    version: '1',
    send: (message: unknown, done: (error: null, info: null) => void) => {
      ({ data } = message as TemplateMessage);
      done(null, null);
    },
  };
  const module = await Test.createTestingModule({
    imports: [MailerModule.forRoot({ ...MAIL_TEMPLATE_OPTIONS, transport })],
    providers: [MailTransport],
  }).compile();
  await module.get(MailTransport).send('id', 'kind', mail);
  return data!;
}

describe('the mails', () => {
  const allMails = LANGUAGE_CODES.flatMap((language) => mails.map((mail) => ({ language, ...mail })));
  it.each(allMails)('$language: $texts ($template.hbs) has the same content as HTML and as text', async (mail) => {
    const { subject, html = '', text = '' } = await sendTemplate(mail.template, mail.texts, mail.language);
    const { translate: say } = mailOf(mail.template, mail.texts, mail.language);
    expect(subject).toBe(say('subject'));
    for (const key of ['heading', 'body']) {
      expect(text).toContain(say(key));
      expect(html).toContain(say(key).replaceAll('&', '&amp;'));
    }
    expect(subject! + html.replace(/style="[^"]*"/g, '') + text).not.toMatch(/[{}]|undefined|\[object/);
    expect(text).not.toMatch(/<(p|td|h1|a)\b|&amp;|\n{3}/);
    for (const expected of ['471142', 'https://plant.example/reset/abc?a=1&b=2', 'second <line>'])
      expect(text.includes(expected)).toBe(html.includes(Handlebars.escapeExpression(expected)));
  });

  it('are right-to-left in Arabic', async () => {
    const { html } = await sendTemplate('invite', 'invite', 'ar');
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect((await sendTemplate('invite', 'invite', 'de')).html).toContain('<html lang="de" dir="ltr">');
  });

  it('isolate left-to-right names in Arabic, and only there', async () => {
    const isolated = '\u2068the customer_name & co\u2069';
    const { subject, html = '', text = '' } = await sendTemplate('invite_taken', 'invite_taken', 'ar');
    expect(text).toContain(isolated);
    expect(html).toContain(isolated.replace('&', '&amp;'));
    expect(subject! + text).not.toMatch(/[^\u2068]the customer_name/);
    expect((await sendTemplate('invite_taken', 'invite_taken', 'de')).text).not.toMatch(/[\u2066-\u2069]/);
  });

  it('use every text, and only existing ones', () => {
    const usedKeys = mails.flatMap(({ template, texts }) => {
      const keys = [...readFileSync(join(FOLDER, `${template}.hbs`), 'utf8').matchAll(/\(t '([a-z_]+)'\)/g)];
      return [...keys.map((match) => match[1]!), 'subject', 'heading', 'body'].flatMap((key) => [
        key,
        `${texts}_${key}`,
      ]);
    });
    const definedKeys = Object.keys(MAIL_TEXTS.en);
    expect(definedKeys.length).toBeGreaterThan(50);
    expect(definedKeys.filter((key) => !usedKeys.includes(key))).toEqual([]);
    expect(() => mailOf('invite', 'invite', 'en').translate('nothing')).toThrow('No text invite_nothing');
  });

  describe('with pseudo texts', () => {
    const originalTexts = MAIL_TEXTS[PSEUDO_LOCALE];
    const replaceTexts = (texts: typeof originalTexts) => Object.assign(MAIL_TEXTS, { [PSEUDO_LOCALE]: texts });
    beforeAll(() =>
      replaceTexts(Object.fromEntries(Object.entries(MAIL_TEXTS.en).map(([key, text]) => [key, pseudoLocalize(text)]))),
    );
    afterAll(() => replaceTexts(originalTexts));

    it.each(mails)('$texts ($template.hbs) has no literal text', async ({ template, texts }) => {
      const { subject = '', html = '', text = '' } = await sendTemplate(template, texts, PSEUDO_LOCALE);
      const knownValues = [
        ...placeholders.map((name) => `the ${name} & co`),
        'first line',
        'second <line>',
        'Skilgrid',
      ];
      const links = /https:\/\/\S+?(?=["<\s]|$)/g;
      const unknownWords = (input: string) =>
        plainWords(knownValues.reduce((text, fact) => text.replaceAll(fact, ' '), input.replace(links, ' ')));
      const visibleText = html
        .replace(/<(style|head)[^>]*>[\s\S]*?<\/\1>/g, ' ')
        // Visible attributes of a tag: alt and title.
        .replace(/<[^>]*>/g, (tag) =>
          [...tag.matchAll(/\s(?:alt|title)="([^"]*)"/g)].map((match) => match[1]).join(' '),
        )
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&')
        .replace(/&\w+;|&#\d+;/g, ' ');
      expect(subject).toContain('⟦');
      expect([unknownWords(subject), unknownWords(visibleText), unknownWords(text)]).toEqual([[], [], []]);
    });
  });
});

describe('the mail about learning', () => {
  const folder = join(__dirname, '..', '..', 'src', 'modules', 'notices');
  const lines = Object.keys(NOTICE_TEXTS.en).filter((key) => /_line(_day)?$/.test(key));
  const unsubscribeUrl = 'https://plant.example/api/unsubscribe/abc';
  const knownValues = {
    name: 'Forklift & co',
    person: 'Mara Vogel',
    day: '5 March 2036',
    organisation: 'Nordwerk <AG>',
  };
  const noticesMail = (locale: string, more: object) =>
    mailIn({ folder, texts: NOTICE_TEXTS }, { email: 'mara@plant.example', locale }, 'notices', {
      texts: 'digest',
      facts: {
        ...knownValues,
        more: true,
        sections: lines.map((key) => ({
          heading: interpolateMailText(NOTICE_TEXTS, locale, key.replace(/_line(_day)?$/, '_section'), knownValues),
          lines: [interpolateMailText(NOTICE_TEXTS, locale, key, knownValues)],
        })),
        ...more,
      },
      link: 'https://plant.example/home',
    });

  it.each(LANGUAGE_CODES)(
    'in %s has the same content as HTML and as text: every kind, and the unsubscribe link',
    async (locale) => {
      expect(lines).toHaveLength(20);
      const mail = noticesMail(locale, { leave: unsubscribeUrl });
      const { subject, html = '', text = '' } = await sendMail({ ...mail, unsubscribe: unsubscribeUrl });
      expect(subject).toBe(mail.translate('subject'));
      for (const {
        heading,
        lines: [line],
      } of mail.facts!['sections'] as { heading: string; lines: string[] }[]) {
        expect(text).toContain(`${heading}\n- ${line}`);
        expect(html).toContain(Handlebars.escapeExpression(line));
      }
      for (const key of ['body', 'more', 'leave', 'leave_button']) {
        expect(text).toContain(mail.translate(key));
        expect(html).toContain(Handlebars.escapeExpression(mail.translate(key)));
      }
      expect(subject! + html.replace(/style="[^"]*"/g, '') + text).not.toMatch(/[{}]|undefined|\[object/);
    },
  );

  it('has List-Unsubscribe headers, or says that it is required', async () => {
    const optionalMail = await sendMail({
      ...noticesMail('en', { leave: unsubscribeUrl }),
      unsubscribe: unsubscribeUrl,
    });
    expect(optionalMail.headers).toMatchObject({
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    const requiredMail = await sendMail(noticesMail('en', { leave: null }));
    expect(requiredMail.headers).not.toHaveProperty('List-Unsubscribe');
    expect(requiredMail.text).toContain(NOTICE_TEXTS.en.required!.replace('{organisation}', knownValues.organisation));
    expect(requiredMail.text).not.toContain('unsubscribe');
  });
});
