import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { directionOf, type Language } from '../contract/languages';
import { withoutMarks } from '../contract/bidi';

/** Made with each build of the server from the texts of the screens (scripts/server-words.mjs). */
const FOLDER = join(__dirname, '..', '..', 'dist', 'words');
const kept = new Map<Language, Promise<ScreenWords>>();

/** What columns, choices and documents are called on the screens of a language: a file says the same. */
export class ScreenWords {
  readonly direction: 'ltr' | 'rtl';

  static of(language: Language): Promise<ScreenWords> {
    const words = kept.get(language) ?? read(language);
    kept.set(language, words);
    return words;
  }

  constructor(
    readonly language: Language,
    private readonly texts: Readonly<Record<string, string>>,
  ) {
    this.direction = directionOf(language);
  }

  /** undefined: there is no such text. Marks of direction are for screens. */
  say(key: string, facts: Readonly<Record<string, string>> = {}): string | undefined {
    const text = this.texts[key];
    return text === undefined
      ? undefined
      : withoutMarks(text).replace(/\{\{(\w+)\}\}/g, (whole, name: string) => facts[name] ?? whole);
  }

  /** The text for so many, where a language has one for each number; else the plain one. */
  sayOf(key: string, count: number, facts: Readonly<Record<string, string>> = {}): string | undefined {
    const form = new Intl.PluralRules(this.language).select(count);
    const counted = { count: String(count), ...facts };
    return this.say(`${key}_${form}`, counted) ?? this.say(`${key}_other`, counted) ?? this.say(key, counted);
  }

  /** Its text, or the key's last word where a language has none. */
  call(key: string, facts?: Readonly<Record<string, string>>): string {
    return this.say(key, facts) ?? key.slice(key.lastIndexOf('.') + 1);
  }
}

async function read(language: Language): Promise<ScreenWords> {
  try {
    return new ScreenWords(
      language,
      JSON.parse(await readFile(join(FOLDER, `${language}.json`), 'utf8')) as Record<string, string>,
    );
  } catch (error) {
    kept.delete(language);
    throw new Error('The words of exports are not there: npm run build writes them', { cause: error });
  }
}
