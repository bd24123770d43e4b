import { join } from 'node:path';
import type { MailerOptions } from '@nestjs-modules/mailer';
import { HandlebarsAdapter } from '@nestjs-modules/mailer/adapters/handlebars.adapter';
import type { HelperOptions } from 'handlebars';
import type { MailContext } from './mail-context';

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** The message that nodemailer passes to its plugins. */
export interface TemplateMessage {
  data: Partial<RenderedMail> & { template: string; context: MailContext };
}

const helpers = {
  t: (key: string, { data }: HelperOptions) => (data.root as MailContext).translate(key),
};
const renderHtml = createRenderer('html', {});
const renderText = createRenderer('text', { noEscape: true });

/**
 * Mailer options: renders the template of a mail twice, as HTML and as text. A plugin, because `template.adapter` would
 * render HTML only and load the browser preview (35 MB) at each start.
 */
export const MAIL_TEMPLATE_OPTIONS: MailerOptions = { plugins: [{ step: 'compile', plugin: renderMail }] };

/** Sets the subject here: the mailer would expand `{{…}}` in it, and subjects can contain user text. */
function renderMail({ data }: TemplateMessage, done: (error?: Error) => void): void {
  try {
    data.subject = data.context.subject;
    data.html = renderHtml(data);
    data.text = `${renderText(data)
      .replace(/\n{3,}/g, '\n\n')
      .trim()}\n`;
    done();
  } catch (error) {
    done(error as Error);
  }
}

function createRenderer(folder: 'html' | 'text', options: object): (data: TemplateMessage['data']) => string {
  const adapter = new HandlebarsAdapter(helpers, { inlineCssEnabled: false });
  // Passed with the first mail only: the adapter caches partials, but reads them again whenever they are passed.
  let parts: object = { partials: { dir: join(__dirname, 'templates', folder), options } };
  return ({ template, context }) => {
    const part: TemplateMessage = { data: { template, context } };
    adapter.compile(part, throwIfFailed, { template: { options }, options: parts });
    parts = {};
    return part.data.html!;
  };
}

function throwIfFailed(error?: Error): void {
  if (error) throw error;
}
