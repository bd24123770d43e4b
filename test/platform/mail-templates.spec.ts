import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MailerModule } from '@nestjs-modules/mailer';
import { Test } from '@nestjs/testing';
import Handlebars from 'handlebars';
import { LANGUAGE_CODES } from '../../src/contract/languages';
import { MAIL_TEXTS, mailTo } from '../../src/identity/mail-texts';
import { SECOND_FACTOR_NEWS } from '../../src/identity/second-factor-mails';
import { NOTICE_TEXTS } from '../../src/notices/notice-texts';
import { LETTERS, type Composed } from '../../src/platform/mail/letter';
import type { Mail } from '../../src/platform/mail/mail-kinds';
import { filled, mailOf as mailIn } from '../../src/platform/mail/mail-words';
import { Post } from '../../src/platform/mail/post';
import { plainWords, POSING, pseudo } from '../support/pseudo';

const FOLDER = join(__dirname, '..', '..', 'src', 'identity', 'mails');
const templates = readdirSync(FOLDER).map((name) => name.replace(/\.hbs$/, ''));
/** One template says whatever happens to a second factor. */
const textsOf = (template: string) =>
  template === 'factor' ? SECOND_FACTOR_NEWS.map((what) => `factor_${what}`) : [template];
const mails = templates.flatMap((template) => textsOf(template).map((texts) => ({ template, texts })));

/** What any of the texts names, each by itself. */
const named = Object.values(MAIL_TEXTS.en).flatMap((text) =>
  [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!),
);
const FACTS = {
  ...Object.fromEntries(named.map((name) => [name, `the ${name} & co`])),
  lines: ['first line', 'second <line>'],
};
const mailOf = (template: string, texts: string, locale: string) =>
  mailTo({ email: 'mara@plant.example', locale }, template, {
    texts,
    facts: FACTS,
    code: '471142',
    link: 'https://plant.example/reset/abc?a=1&b=2',
  });

/** Through the mailer, as it is sent. */
const sent = (template: string, texts: string, locale: string) => posted(mailOf(template, texts, locale));

async function posted(mail: Mail): Promise<Composed['data'] & { headers?: Record<string, string> }> {
  let data: Composed['data'] | undefined;
  const transport = {
    name: 'test',
    version: '1',
    send: (given: unknown, done: (error: null, info: null) => void) => {
      ({ data } = given as Composed);
      done(null, null);
    },
  };
  const module = await Test.createTestingModule({
    imports: [MailerModule.forRoot({ ...LETTERS, transport })],
    providers: [Post],
  }).compile();
  await module.get(Post).send('id', 'kind', mail);
  return data!;
}

describe('the mails', () => {
  const everywhere = LANGUAGE_CODES.flatMap((language) => mails.map((mail) => ({ language, ...mail })));
  it.each(everywhere)(
    '$language: $texts ($template.hbs) says the same as HTML and as text, all of it',
    async (mail) => {
      const { subject, html = '', text = '' } = await sent(mail.template, mail.texts, mail.language);
      const { say } = mailOf(mail.template, mail.texts, mail.language);
      expect(subject).toBe(say('subject'));
      for (const key of ['heading', 'body']) {
        expect(text).toContain(say(key));
        expect(html).toContain(say(key).replaceAll('&', '&amp;'));
      }
      expect(subject! + html.replace(/style="[^"]*"/g, '') + text).not.toMatch(/[{}]|undefined|\[object/);
      expect(text).not.toMatch(/<(p|td|h1|a)\b|&amp;|\n{3}/);
      for (const shown of ['471142', 'https://plant.example/reset/abc?a=1&b=2', 'second <line>'])
        expect(text.includes(shown)).toBe(html.includes(Handlebars.escapeExpression(shown)));
    },
  );

  it('are written from the right in Arabic', async () => {
    const { html } = await sent('invite', 'invite', 'ar');
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect((await sent('invite', 'invite', 'de')).html).toContain('<html lang="de" dir="ltr">');
  });

  it('set names of the other direction apart from the sentence in Arabic, and only there', async () => {
    const apart = '\u2068the customer_name & co\u2069';
    const { subject, html = '', text = '' } = await sent('invite_taken', 'invite_taken', 'ar');
    expect(text).toContain(apart);
    expect(html).toContain(apart.replace('&', '&amp;'));
    expect(subject! + text).not.toMatch(/[^\u2068]the customer_name/);
    expect((await sent('invite_taken', 'invite_taken', 'de')).text).not.toMatch(/[\u2066-\u2069]/);
  });

  it('have no text that none of them asks for, and ask for none that there is not', () => {
    const asked = mails.flatMap(({ template, texts }) => {
      const keys = [...readFileSync(join(FOLDER, `${template}.hbs`), 'utf8').matchAll(/\(t '([a-z_]+)'\)/g)];
      return [...keys.map((match) => match[1]!), 'subject', 'heading', 'body'].flatMap((key) => [
        key,
        `${texts}_${key}`,
      ]);
    });
    const written = Object.keys(MAIL_TEXTS.en);
    expect(written.length).toBeGreaterThan(50);
    expect(written.filter((key) => !asked.includes(key))).toEqual([]);
    expect(() => mailOf('invite', 'invite', 'en').say('nothing')).toThrow('No text invite_nothing');
  });

  describe('with pseudo texts', () => {
    const own = MAIL_TEXTS[POSING];
    const put = (texts: typeof own) => Object.assign(MAIL_TEXTS, { [POSING]: texts });
    beforeAll(() => put(Object.fromEntries(Object.entries(MAIL_TEXTS.en).map(([key, text]) => [key, pseudo(text)]))));
    afterAll(() => put(own));

    it.each(mails)('$texts ($template.hbs) says no word beside its texts and facts', async ({ template, texts }) => {
      const { subject = '', html = '', text = '' } = await sent(template, texts, POSING);
      const facts = [...named.map((name) => `the ${name} & co`), 'first line', 'second <line>', 'Skilgrid'];
      const links = /https:\/\/\S+?(?=["<\s]|$)/g;
      const words = (said: string) =>
        plainWords(facts.reduce((left, fact) => left.replaceAll(fact, ' '), said.replace(links, ' ')));
      const read = html
        .replace(/<(style|head)[^>]*>[\s\S]*?<\/\1>/g, ' ')
        // What a tag says: its alternative text and its title.
        .replace(/<[^>]*>/g, (tag) =>
          [...tag.matchAll(/\s(?:alt|title)="([^"]*)"/g)].map((match) => match[1]).join(' '),
        )
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&')
        .replace(/&\w+;|&#\d+;/g, ' ');
      expect(subject).toContain('⟦');
      expect([words(subject), words(read), words(text)]).toEqual([[], [], []]);
    });
  });
});

describe('the mail about learning', () => {
  const folder = join(__dirname, '..', '..', 'src', 'notices');
  const lines = Object.keys(NOTICE_TEXTS.en).filter((key) => /_line(_day)?$/.test(key));
  const leave = 'https://plant.example/api/unsubscribe/abc';
  const facts = { name: 'Forklift & co', person: 'Mara Vogel', day: '5 March 2036', organisation: 'Nordwerk <AG>' };
  const letter = (locale: string, more: object) =>
    mailIn({ folder, texts: NOTICE_TEXTS }, { email: 'mara@plant.example', locale }, 'notices', {
      texts: 'digest',
      facts: {
        ...facts,
        more: true,
        sections: lines.map((key) => ({
          heading: filled(NOTICE_TEXTS, locale, key.replace(/_line(_day)?$/, '_section'), facts),
          lines: [filled(NOTICE_TEXTS, locale, key, facts)],
        })),
        ...more,
      },
      link: 'https://plant.example/home',
    });

  it.each(LANGUAGE_CODES)(
    'in %s says the same as HTML and as text: every kind, and the way out of it',
    async (locale) => {
      expect(lines).toHaveLength(20);
      const mail = letter(locale, { leave });
      const { subject, html = '', text = '' } = await posted({ ...mail, unsubscribe: leave });
      expect(subject).toBe(mail.say('subject'));
      for (const {
        heading,
        lines: [line],
      } of mail.facts!['sections'] as { heading: string; lines: string[] }[]) {
        expect(text).toContain(`${heading}\n- ${line}`);
        expect(html).toContain(Handlebars.escapeExpression(line));
      }
      for (const key of ['body', 'more', 'leave', 'leave_button']) {
        expect(text).toContain(mail.say(key));
        expect(html).toContain(Handlebars.escapeExpression(mail.say(key)));
      }
      expect(subject! + html.replace(/style="[^"]*"/g, '') + text).not.toMatch(/[{}]|undefined|\[object/);
    },
  );

  it('has its way out in its headers, and where there is none, says so', async () => {
    const free = await posted({ ...letter('en', { leave }), unsubscribe: leave });
    expect(free.headers).toMatchObject({
      'List-Unsubscribe': `<${leave}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    const required = await posted(letter('en', { leave: null }));
    expect(required.headers).not.toHaveProperty('List-Unsubscribe');
    expect(required.text).toContain(NOTICE_TEXTS.en.required!.replace('{organisation}', facts.organisation));
    expect(required.text).not.toContain('unsubscribe');
  });
});
