/** The pages of the way out of the mails, without a script: in the language of whoever got the mail. Pure. */
import { directionOf, FALLBACK, isLanguage, type Language } from '../contract/languages';
import type { NoticeKind } from '../contract/notices';
import { filled } from '../platform/mail/mail-words';
import { requestContext } from '../platform/http/request-context';
import type { WayOut } from './notice-choices.service';
import { NOTICE_TEXTS } from './notice-texts';

/** What would be switched off, and a button that does it. */
export function askedPage({ language, free, always }: WayOut, token: string): string {
  if (!free.length) return page(language, 'leave_done', kept(language, always));
  const button = `<form method="post" action="/api/unsubscribe/${token}"><button>${said(language, 'leave_page_button')}</button></form>`;
  return page(language, 'leave_page', listOf(language, free) + button + kept(language, always));
}

/** They are off. */
export const donePage = ({ language, always }: WayOut): string => page(language, 'leave_done', kept(language, always));

/** The link is none of ours, or of somebody who gets no mails any more: nobody's language is known but the browser's. */
export function deadPage(): string {
  const accepted = requestContext()?.languages?.accepted ?? '';
  const language = accepted
    .split(',')
    .map((each) => each.trim().slice(0, 2).toLowerCase())
    .find(isLanguage);
  return page(language ?? FALLBACK, 'leave_dead', '');
}

const kept = (language: Language, always: readonly NoticeKind[]): string =>
  always.length ? `<p>${said(language, 'leave_kept')}</p>${listOf(language, always)}` : '';

const listOf = (language: Language, kinds: readonly NoticeKind[]): string =>
  `<ul>${kinds.map((kind) => `<li>${said(language, `${kind}_kind`)}</li>`).join('')}</ul>`;

const said = (language: Language, key: string): string => escaped(filled(NOTICE_TEXTS, language, key, {}));

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const page = (language: Language, name: 'leave_page' | 'leave_done' | 'leave_dead', more: string): string =>
  `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${said(language, `${name}_title`)}</title><style>
:root{color-scheme:light dark}body{margin:0;font:16px/1.55 'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#1f1b2e;background:#f4f3f8}
main{max-width:560px;margin:0 auto;padding:48px 16px}.brand{margin:0 8px 16px;font-size:20px;font-weight:700;color:#403098}
section{background:#fff;border:1px solid #e3e0ee;border-block-start:4px solid #403098;border-radius:8px;padding:32px}
h1{font-size:22px;line-height:1.3;margin:0 0 16px}p{margin:0 0 16px}ul{margin:0 0 16px;padding-inline-start:20px}
button{font:inherit;font-weight:600;color:#fff;background:#403098;border:0;border-radius:6px;padding:13px 26px;margin:8px 0 24px;cursor:pointer}
button:focus-visible{outline:3px solid #9d8fe0;outline-offset:2px}
@media (prefers-color-scheme:dark){body{color:#e8e6f0;background:#16131f}section{background:#211d2e;border-color:#3a3450}.brand{color:#b7abf0}button{background:#6a58c8}}
</style></head><body><main><p class="brand">Skilgrid</p><section><h1>${said(language, `${name}_title`)}</h1><p>${said(language, `${name}_text`)}</p>${more}</section></main></body></html>`;
