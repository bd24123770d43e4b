import { join } from 'node:path';
import type { MailerOptions } from '@nestjs-modules/mailer';
import { HandlebarsAdapter } from '@nestjs-modules/mailer/adapters/handlebars.adapter';
import type { HelperOptions } from 'handlebars';
import type { Context } from './mail-context';

export interface Letter {
  subject: string;
  html: string;
  text: string;
}

/** What nodemailer hands to the steps of a mail. */
export interface Composed {
  data: Partial<Letter> & { template: string; context: Context };
}

const helpers = {
  t: (key: string, { data }: HelperOptions) => (data.root as Context).say(key),
};
const asHtml = partOf('html', {});
const asText = partOf('text', { noEscape: true });

/**
 * For the mailer: each mail is one template, put together from the parts of a letter, once as HTML and once as text. Its
 * adapters stand in a step of their own: as `template.adapter` the mailer would make the HTML only, and load the browser
 * preview (35 MB) at each start.
 */
export const LETTERS: MailerOptions = { plugins: [{ step: 'compile', plugin: composed }] };

/** The subject, too: the mailer would fill `{{…}}` into one that it is given, and people write subjects. */
function composed({ data }: Composed, done: (error?: Error) => void): void {
  try {
    data.subject = data.context.subject;
    data.html = asHtml(data);
    data.text = `${asText(data)
      .replace(/\n{3,}/g, '\n\n')
      .trim()}\n`;
    done();
  } catch (error) {
    done(error as Error);
  }
}

function partOf(folder: 'html' | 'text', options: object): (data: Composed['data']) => string {
  const adapter = new HandlebarsAdapter(helpers, { inlineCssEnabled: false });
  // Read with the first mail; the adapter keeps them, and would read them again for every mail as long as they are named.
  let parts: object = { partials: { dir: join(__dirname, 'templates', folder), options } };
  return ({ template, context }) => {
    const part: Composed = { data: { template, context } };
    adapter.compile(part, raised, { template: { options }, options: parts });
    parts = {};
    return part.data.html!;
  };
}

function raised(error?: Error): void {
  if (error) throw error;
}
