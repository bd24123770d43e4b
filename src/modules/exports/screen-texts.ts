import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { directionOf, type Language } from '../../contract/languages';
import { stripBidiMarks } from '../../contract/bidi';

/** Built from the admin's texts by scripts/server-words.mjs. */
const FOLDER = join(__dirname, '..', '..', '..', 'dist', 'words');
const cache = new Map<Language, Promise<ScreenTexts>>();

/** Translated texts of the admin, for exports. */
export class ScreenTexts {
  readonly direction: 'ltr' | 'rtl';

  static load(language: Language): Promise<ScreenTexts> {
    const texts = cache.get(language) ?? readTexts(language);
    cache.set(language, texts);
    return texts;
  }

  constructor(
    readonly language: Language,
    private readonly texts: Readonly<Record<string, string>>,
  ) {
    this.direction = directionOf(language);
  }

  /** undefined: no such text. Direction marks are removed. */
  find(key: string, values: Readonly<Record<string, string>> = {}): string | undefined {
    const text = this.texts[key];
    return text === undefined
      ? undefined
      : stripBidiMarks(text).replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => values[name] ?? placeholder);
  }

  /** Plural form for a count, or the plain text. */
  findPlural(key: string, count: number, values: Readonly<Record<string, string>> = {}): string | undefined {
    const form = new Intl.PluralRules(this.language).select(count);
    const pluralValues = { count: String(count), ...values };
    return (
      this.find(`${key}_${form}`, pluralValues) ??
      this.find(`${key}_other`, pluralValues) ??
      this.find(key, pluralValues)
    );
  }

  /** The text, or the last part of the key. */
  get(key: string, values?: Readonly<Record<string, string>>): string {
    return this.find(key, values) ?? key.slice(key.lastIndexOf('.') + 1);
  }
}

async function readTexts(language: Language): Promise<ScreenTexts> {
  try {
    return new ScreenTexts(
      language,
      JSON.parse(await readFile(join(FOLDER, `${language}.json`), 'utf8')) as Record<string, string>,
    );
  } catch (error) {
    cache.delete(language);
    throw new Error('Export texts are missing: run npm run build', { cause: error });
  }
}
