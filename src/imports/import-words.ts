import { withoutMarks } from '../contract/bidi';
import type { Field, Fields } from '../contract/fields';
import { importedFields } from '../contract/imports';
import { hasIdBeside } from '../contract/exports';
import { LANGUAGE_CODES } from '../contract/languages';
import type { ResourceDefinition } from '../contract/resource';
import { ScreenWords } from '../exports/screen-words';
import { sortOf } from '../platform/folded';
import { HEAD_ALIASES } from './head-aliases';

/** What a column may be: a field by its value or name, or (`department_id.id`) by the id that an export has beside it. */
type HeadOf = ReadonlyMap<string, string>;
/** The words of the product, and those that people bring: which are tried where no column is headed by ours. */
export interface Heads {
  readonly own: HeadOf;
  readonly brought: HeadOf;
}
/** What the words of a choice or a flag stand for. */
export type ValueWords = ReadonlyMap<string, ReadonlyMap<string, unknown>>;

/** As somebody may have typed it: case, accents, spaces and a sign of "must be filled in" say nothing. */
export const folded = (text: string): string =>
  sortOf(withoutMarks(text).replace(/[_\s]+/g, ' '))
    .replace(/[\s*:.]+$/, '')
    .trim();

const everyLanguage = (): Promise<ScreenWords[]> => Promise.all(LANGUAGE_CODES.map((code) => ScreenWords.of(code)));

/** Heads as exports and templates write them in any language, and as the API calls the fields. */
export async function headsOf(definition: ResourceDefinition<Fields>): Promise<Heads> {
  const heads = new Map<string, string>();
  const languages = await everyLanguage();
  const put = (head: string, target: string) => heads.has(folded(head)) || heads.set(folded(head), target);
  for (const name of importedFields(definition)) {
    put(name, name);
    const isRef = hasIdBeside(definition.fields[name]!);
    if (isRef) put(name.replace(/_id$/, ''), name);
    for (const words of languages) {
      const label = words.call(`${definition.name}.fields.${name}`);
      put(label, name);
      // Where two columns are called alike an export says which is which.
      put(`${label} [${name}]`, name);
      if (!isRef) continue;
      const id = words.call('kit.export.file.id_of', { name: label });
      put(id, `${name}.id`);
      put(`${id} [${name}.id]`, `${name}.id`);
    }
  }
  return { own: heads, brought: broughtHeads(definition.name, heads) };
}

/** What might mean two fields, or is a word of ours already, means none. */
function broughtHeads(resource: string, own: HeadOf): HeadOf {
  const fields = new Map<string, Set<string>>();
  for (const [name, aliases] of Object.entries(HEAD_ALIASES[resource] ?? {}))
    for (const head of aliases.map(folded))
      if (!own.has(head)) fields.set(head, new Set([...(fields.get(head) ?? []), name]));
  return new Map([...fields].filter(([, names]) => names.size === 1).map(([head, [name]]) => [head, name!]));
}

const YES = ['true', '1', 'x'];
const NO = ['false', '0'];

/** Values of choices and flags as files write them: as the API does, or in the words of any language. */
export async function valueWordsOf(definition: ResourceDefinition<Fields>): Promise<ValueWords> {
  const languages = await everyLanguage();
  const known = new Map<string, Map<string, unknown>>();
  for (const name of importedFields(definition)) {
    const field = definition.fields[name]!;
    const values = new Map<string, unknown>();
    if (field.kind === 'flag') {
      for (const [words, key, value] of [
        [YES, 'kit.yes', true],
        [NO, 'kit.no', false],
      ] as const) {
        for (const word of [...words, ...languages.map((each) => each.call(key))]) values.set(folded(word), value);
      }
    }
    for (const choice of choicesOf(field)) {
      const said = languages.map((each) => each.say(`${definition.name}.choices.${name}.${choice}`));
      for (const word of [choice, field.names?.[choice], ...said]) if (word) values.set(folded(word), choice);
    }
    if (values.size) known.set(name, values);
  }
  return known;
}

const choicesOf = ({ kind, choices }: Field): readonly string[] => (kind === 'choice' ? (choices ?? []) : []);
