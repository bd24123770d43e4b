import i18next from 'i18next';
import de from '../../admin/src/locales/de/common.json';
import en from '../../admin/src/locales/en/common.json';
import { ApiError, type ApiErrorBody } from '../../admin/src/api/api-error';
import { errorCodeText } from '../../admin/src/api/error-text';
import { setDayFormatter } from '../../admin/src/api/text-lookup';
import { formatDay } from '../../admin/src/components/format';

describe('the texts of an error', () => {
  it('skip malformed parts of the response', () => {
    const broken = { errors: { name: 'not a list', code: ['Taken.'] }, details: null } as unknown as ApiErrorBody;
    expect(new ApiError(422, broken).errors).toEqual({ code: ['Taken.'] });
    expect(new ApiError(422, { errors: null } as unknown as ApiErrorBody).errors).toEqual({});
  });

  beforeAll(async () => {
    setDayFormatter(formatDay);
    await i18next.init({
      lng: 'en',
      resources: { en: { translation: en }, de: { translation: de } },
      interpolation: { escapeValue: false },
    });
  });

  it.each([
    ['en', 'the limit is 1,000 at once'],
    ['de', '1.000'],
  ])('write every figure as %s writes it', async (language, limit) => {
    await i18next.changeLanguage(language);
    expect(errorCodeText({ code: 'too_many_pairs', facts: { pairs: 1_500, limit: 1_000 } })).toContain(limit);
  });

  it.each([
    ['en', 'This is before the joining date, Mar 1, 2025.', 'Please enter 1,000 or less.'],
    ['de', 'Dies liegt vor dem Eintritt am 1. März 2025.', 'Bitte geben Sie höchstens 1.000 ein.'],
  ])('of a field are in %s, with its days and figures', async (language, day, most) => {
    await i18next.changeLanguage(language);
    const refused = new ApiError(422, {
      code: 'invalid_fields',
      errors: {
        last_active_day: ['This is before the joining date (2025-03-01).'],
        notes: ['At most 1000.', 'Of a server that is newer.'],
      },
      details: {
        last_active_day: [{ code: 'before_joining', facts: { joined: '2025-03-01' } }],
        notes: [
          { code: 'max', facts: { max: 1_000 } },
          { code: 'newer' as never, facts: {} },
        ],
      },
    });
    expect(refused.errors).toEqual({ last_active_day: [day], notes: [most, 'Of a server that is newer.'] });
  });

  it('are one sentence for faults that only a program can cause', async () => {
    await i18next.changeLanguage('de');
    const details = { row_version: [{ code: 'version' as const, facts: {} }] };
    const { errors } = new ApiError(422, { errors: { row_version: ['Send back the row_version.'] }, details });
    expect(errors['row_version']).toEqual([expect.stringContaining('Der Server hat dies nicht verstanden.')]);
  });
});
