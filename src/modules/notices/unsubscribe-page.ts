/** HTML pages of unsubscribing, without scripts, in the language of the recipient. Pure. */
import { directionOf, FALLBACK_LANGUAGE, isLanguage, type Language } from '../../contract/languages';
import type { NoticeKind } from '../../contract/notices';
import { interpolateMailText } from '../../infrastructure/mail/mail-texts';
import { requestContext } from '../../common/http/request-context';
import type { UnsubscribeOptions } from './notice-choices.service';
import { NOTICE_TEXTS } from './notice-texts';

/** The mails that will be switched off, with a confirm button. */
export function confirmPage({ language, optional, required }: UnsubscribeOptions, token: string): string {
  if (!optional.length) return renderPage(language, 'leave_done', requiredMailsHtml(language, required));
  const button = `<form method="post" action="/api/unsubscribe/${token}"><button>${translate(language, 'leave_page_button')}</button></form>`;
  return renderPage(
    language,
    'leave_page',
    kindListHtml(language, optional) + button + requiredMailsHtml(language, required),
  );
}

export const donePage = ({ language, required }: UnsubscribeOptions): string =>
  renderPage(language, 'leave_done', requiredMailsHtml(language, required));

/** Invalid link, or its owner gets no mails any more: uses the language of the browser. */
export function invalidLinkPage(): string {
  const accepted = requestContext()?.languages?.accepted ?? '';
  const language = accepted
    .split(',')
    .map((each) => each.trim().slice(0, 2).toLowerCase())
    .find(isLanguage);
  return renderPage(language ?? FALLBACK_LANGUAGE, 'leave_dead', '');
}

const requiredMailsHtml = (language: Language, required: readonly NoticeKind[]): string =>
  required.length ? `<p>${translate(language, 'leave_kept')}</p>${kindListHtml(language, required)}` : '';

const kindListHtml = (language: Language, kinds: readonly NoticeKind[]): string =>
  `<ul>${kinds.map((kind) => `<li>${translate(language, `${kind}_kind`)}</li>`).join('')}</ul>`;

const translate = (language: Language, key: string): string =>
  escapeHtml(interpolateMailText(NOTICE_TEXTS, language, key, {}));

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const renderPage = (language: Language, name: 'leave_page' | 'leave_done' | 'leave_dead', content: string): string =>
  `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${translate(language, `${name}_title`)}</title><style>
:root{color-scheme:light dark}body{margin:0;font:16px/1.55 'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#1f1b2e;background:#f4f3f8}
main{max-width:560px;margin:0 auto;padding:48px 16px}.brand{margin:0 8px 16px;font-size:20px;font-weight:700;color:#403098}
section{background:#fff;border:1px solid #e3e0ee;border-block-start:4px solid #403098;border-radius:8px;padding:32px}
h1{font-size:22px;line-height:1.3;margin:0 0 16px}p{margin:0 0 16px}ul{margin:0 0 16px;padding-inline-start:20px}
button{font:inherit;font-weight:600;color:#fff;background:#403098;border:0;border-radius:6px;padding:13px 26px;margin:8px 0 24px;cursor:pointer}
button:focus-visible{outline:3px solid #9d8fe0;outline-offset:2px}
@media (prefers-color-scheme:dark){body{color:#e8e6f0;background:#16131f}section{background:#211d2e;border-color:#3a3450}.brand{color:#b7abf0}button{background:#6a58c8}}
</style></head><body><main><p class="brand">Skilgrid</p><section><h1>${translate(language, `${name}_title`)}</h1><p>${translate(language, `${name}_text`)}</p>${content}</section></main></body></html>`;
