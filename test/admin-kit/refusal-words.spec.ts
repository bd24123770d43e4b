import i18next from 'i18next';
import de from '../../admin/src/client/texts.de.json';
import en from '../../admin/src/client/texts.en.json';
import { codeWords } from '../../admin/src/client/refusal-words';

describe('the words of a refusal', () => {
  beforeAll(async () => {
    await i18next.init({
      lng: 'en',
      resources: { en: { translation: en }, de: { translation: de } },
      interpolation: { escapeValue: false },
    });
  });

  it.each([
    ['en', 'at most 1,000 go in one go'],
    ['de', '1.000'],
  ])('write every figure as %s writes it', async (language, limit) => {
    const t = await i18next.changeLanguage(language);
    expect(codeWords(t, { code: 'too_many_pairs', facts: { pairs: 1_500, limit: 1_000 } })).toContain(limit);
  });
});
