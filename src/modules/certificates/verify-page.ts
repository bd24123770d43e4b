/** HTML pages of certificate verification, without scripts, in the language of the browser. Pure. */
import { isolateBidi } from '../../contract/bidi';
import { directionOf, type Language } from '../../contract/languages';
import type { VerifiedCertificate } from './certificate-lookup.query';
import { formatLongDay, certificateText, formatScore } from './certificate-texts';
import { formatVerificationCode } from './verification-code';

const SIGNS = { issued: '✓', superseded: '–', revoked: '×', expired: '!' } as const;

/** The status, then the content of the certificate. */
export function certificateStatusPage(language: Language, certificate: VerifiedCertificate): string {
  const { status, score_hundredths, valid_until } = certificate;
  const rows: [string, string][] = [
    ['staff', certificate.staff_name],
    ['training', certificate.training_name],
    ['organisation', certificate.organisation_name],
    ['completed', formatLongDay(language, certificate.completed_on)],
    ['valid', valid_until === null ? certificateText(language, 'unlimited') : formatLongDay(language, valid_until)],
    ...(score_hundredths === null ? [] : [['score', formatScore(language, score_hundredths)] as [string, string]]),
    ['number', certificate.number],
    ['issued', formatLongDay(language, certificate.issued_on)],
    ['code', formatVerificationCode(certificate.code)],
  ];
  const rowsHtml = rows
    .map(([name, value]) => {
      const valueHtml = escapeHtml(isolateBidi(value, language));
      return `<div><dt>${escapeHtml(certificateText(language, `label_${name}`))}</dt><dd><bdi>${valueHtml}</bdi></dd></div>`;
    })
    .join('');
  const statusHtml = `<p class="standing ${status}"><span aria-hidden="true">${SIGNS[status]}</span> ${escapeHtml(certificateText(language, `state_${status}`))}</p>`;
  return renderPage(language, certificateText(language, 'verify_title'), `${statusHtml}<dl>${rowsHtml}</dl>`);
}

export const notFoundPage = (language: Language): string => messagePage(language, 'missing');

/** Rate limit exceeded. */
export const rateLimitPage = (language: Language): string => messagePage(language, 'busy');

const messagePage = (language: Language, name: 'missing' | 'busy'): string =>
  renderPage(
    language,
    certificateText(language, `${name}_title`),
    `<p>${escapeHtml(certificateText(language, `${name}_text`))}</p>`,
  );

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const renderPage = (language: Language, title: string, content: string): string =>
  `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>
:root{color-scheme:light dark}body{margin:0;font:16px/1.55 'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#1f1b2e;background:#f4f3f8}
main{max-width:560px;margin:0 auto;padding:48px 16px}.brand{margin:0 8px 16px;font-size:20px;font-weight:700;color:#403098}
section{background:#fff;border:1px solid #e3e0ee;border-block-start:4px solid #403098;border-radius:8px;padding:32px}
h1{font-size:22px;line-height:1.3;margin:0 0 16px}p{margin:0}
.standing{padding:10px 14px;border-inline-start:4px solid;border-radius:4px;font-weight:600;margin:0 0 20px}
.issued{color:#1b5e20;background:#e7f4e4}.superseded{color:#454150;background:#efedf4}.expired{color:#6b4300;background:#fff1d6}.revoked{color:#8c1d18;background:#fbe4e2}
dl{margin:0}dl div{display:flex;flex-wrap:wrap;gap:2px 16px;padding:9px 0;border-block-start:1px solid #e3e0ee}dt{flex:0 0 150px;color:#595466}dd{flex:1 1 220px;margin:0;overflow-wrap:anywhere;font-weight:600}
@media (prefers-color-scheme:dark){body{color:#e8e6f0;background:#16131f}section{background:#211d2e;border-color:#3a3450;border-block-start-color:#8f7df0}.brand{color:#b7abf0}
.issued{color:#b9e6b3;background:#1d3320}.superseded{color:#d6d2e2;background:#322d42}.expired{color:#ffd892;background:#3d2f12}.revoked{color:#ffc4bf;background:#43201e}
dl div{border-color:#3a3450}dt{color:#b3adc4}}
@media print{body,section{background:#fff;color:#000}}
</style></head><body><main><p class="brand">Skilgrid</p><section><h1>${escapeHtml(title)}</h1>${content}</section></main></body></html>`;
