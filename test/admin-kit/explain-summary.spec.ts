import i18next from 'i18next';
import type { EvidenceResponse, ExplanationResponse } from '../../src/contract/evidence.responses';
import { summarizeExplanation } from '../../admin/src/features/reports/explain/explanation-texts';
import de from '../../admin/src/locales/de/reports.json';
import en from '../../admin/src/locales/en/reports.json';

const row = (part: Partial<EvidenceResponse>) => part as EvidenceResponse;
const period = { from_date: '2026-02-10', to_date: null, reason: 'near miss' };
const cell: ExplanationResponse = {
  on: '2026-03-31',
  staff_id: 'a',
  skill_id: 'f',
  level: 3,
  held_level: 3,
  target: 3,
  target_source: 'role',
  exempt: false,
  status: 'MET',
  cause: 'training',
  text: '',
  parts: [],
  evidence: null,
  valid_until: null,
  carried_by: null,
  capped_by: null,
  capped: [],
  lapsed: [],
  pending: [],
  revocation: null,
  exemption: null,
  falls: null,
  trail: [],
};
const expiredCell = { level: 2, held_level: 3, lapsed: [row({ level: 3, valid_until: '2025-12-29' })] };

describe('the summary of a cell', () => {
  let summarize: (language: string, part: Partial<ExplanationResponse>) => string;
  beforeAll(async () => {
    await i18next.init({
      lng: 'en',
      resources: { en: { translation: en }, de: { translation: de } },
      interpolation: { escapeValue: false },
    });
    summarize = (language, part) => summarizeExplanation({ ...cell, ...part }, i18next.getFixedT(language), language);
  });

  it.each<[string, Partial<ExplanationResponse>, string]>([
    ['a level for ever', {}, 'Level 3, does not expire. Target 3.'],
    ['one that ends', { valid_until: '2026-12-29' }, 'Level 3, valid until Dec 29, 2026. Target 3.'],
    ['a level that expired', expiredCell, 'Level 3 expired on Dec 29, 2025, now 2. Target 3.'],
    [
      'one that expired and was held down',
      { ...expiredCell, held_level: 2, level: 1, lapsed: [row({ level: 4, valid_until: '2025-12-29' })] },
      'Level 2 expired on Dec 29, 2025, now 1. Target 3.',
    ],
    [
      'evidence that waits',
      { level: 0, cause: null, pending: [row({ level: 3 })] },
      'Level 3 waits for sign-off, now 0. Target 3.',
    ],
    [
      'a revocation',
      { level: 0, cause: 'revoked', revocation: { revocation_id: 'r', ...period } },
      'Revoked since Feb 10, 2026, now level 0. Target 3.',
    ],
    [
      'a revocation that ends',
      { level: 0, cause: 'revoked', revocation: { revocation_id: 'r', ...period, to_date: '2026-04-10' } },
      'Revoked until Apr 10, 2026, now level 0. Target 3.',
    ],
    ['nothing at all', { level: 0, cause: null, target: null }, 'Level 0, nothing recorded. No target.'],
    ['an assessment at 0', { level: 0, cause: 'assessment' }, 'Level 0. Target 3.'],
    [
      'an exemption',
      { exemption: { exemption_id: 'x', ...period } },
      'Level 3, does not expire. Exempt until further notice.',
    ],
    [
      'an exemption that ends',
      { exemption: { exemption_id: 'x', ...period, to_date: '2026-04-10' } },
      'Level 3, does not expire. Exempt until Apr 10, 2026.',
    ],
    [
      'a person who has left',
      { level: 0, cause: null, target: null, parts: [{ code: 'left', facts: { last_active_day: '2026-03-15' } }] },
      'Left on Mar 15, 2026. No target.',
    ],
    [
      'a person who has not joined yet',
      { level: 0, cause: null, target: null, parts: [{ code: 'joins', facts: { joined: '2026-05-01' } }] },
      'Joins on May 1, 2026. No target.',
    ],
  ])('describes %s', (_, part, text) => {
    expect(summarize('en', part)).toBe(text);
  });

  it('is in whole sentences of the reader’s language', () => {
    expect(summarize('de', expiredCell)).toBe('Stufe 3 am 29. Dez. 2025 abgelaufen, jetzt 2. Soll 3.');
  });
});
