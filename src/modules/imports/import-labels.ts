import { stripBidiMarks } from '../../contract/bidi';
import type { Field, Fields } from '../../contract/fields';
import { importableFields } from '../../contract/imports';
import { hasIdColumn } from '../../contract/exports';
import { LANGUAGE_CODES } from '../../contract/languages';
import type { ResourceDefinition } from '../../contract/resource';
import { ScreenTexts } from '../exports/screen-texts';
import { normalizeForSearch } from '../../common/text-normalization';
import { HEADER_ALIASES } from './header-aliases';

/** Field by normalized header; `department_id.id` is the id column that exports add to a reference. */
type HeaderMap = ReadonlyMap<string, string>;
/** Headers of the product, and aliases of other programs, which are tried only if no product header matches. */
export interface KnownHeaders {
  readonly productHeaders: HeaderMap;
  readonly aliasHeaders: HeaderMap;
}
/** Values of choices and flags, by field and normalized label. */
export type ValueLabels = ReadonlyMap<string, ReadonlyMap<string, unknown>>;

/** Ignores case, accents, extra spaces and a trailing `*`, `:` or `.`. */
export const normalizeLabel = (text: string): string =>
  normalizeForSearch(stripBidiMarks(text).replace(/[_\s]+/g, ' '))
    .replace(/[\s*:.]+$/, '')
    .trim();

const loadLanguages = (): Promise<ScreenTexts[]> => Promise.all(LANGUAGE_CODES.map((code) => ScreenTexts.load(code)));

/** Headers of exports and templates in all languages, and API field names. */
export async function loadKnownHeaders(definition: ResourceDefinition<Fields>): Promise<KnownHeaders> {
  const headers = new Map<string, string>();
  const languages = await loadLanguages();
  const addHeader = (head: string, target: string) =>
    headers.has(normalizeLabel(head)) || headers.set(normalizeLabel(head), target);
  for (const name of importableFields(definition)) {
    addHeader(name, name);
    const isRef = hasIdColumn(definition.fields[name]!);
    if (isRef) addHeader(name.replace(/_id$/, ''), name);
    for (const texts of languages) {
      const label = texts.get(`${definition.name}.fields.${name}`);
      addHeader(label, name);
      // Exports add the field name to duplicate headers.
      addHeader(`${label} [${name}]`, name);
      if (!isRef) continue;
      const idLabel = texts.get('kit.export.file.id_of', { name: label });
      addHeader(idLabel, `${name}.id`);
      addHeader(`${idLabel} [${name}.id]`, `${name}.id`);
    }
  }
  return { productHeaders: headers, aliasHeaders: findAliasHeaders(definition.name, headers) };
}

/** Without ambiguous aliases and aliases that are headers of the product. */
function findAliasHeaders(resource: string, productHeaders: HeaderMap): HeaderMap {
  const fields = new Map<string, Set<string>>();
  for (const [name, aliases] of Object.entries(HEADER_ALIASES[resource] ?? {}))
    for (const head of aliases.map(normalizeLabel))
      if (!productHeaders.has(head)) fields.set(head, new Set([...(fields.get(head) ?? []), name]));
  return new Map([...fields].filter(([, names]) => names.size === 1).map(([head, [name]]) => [head, name!]));
}

const YES = ['true', '1', 'x'];
const NO = ['false', '0'];

/** API values and labels of choices and flags, in all languages. */
export async function loadValueLabels(definition: ResourceDefinition<Fields>): Promise<ValueLabels> {
  const languages = await loadLanguages();
  const labelsByField = new Map<string, Map<string, unknown>>();
  for (const name of importableFields(definition)) {
    const field = definition.fields[name]!;
    const values = new Map<string, unknown>();
    if (field.kind === 'flag') {
      for (const [spellings, key, value] of [
        [YES, 'kit.yes', true],
        [NO, 'kit.no', false],
      ] as const) {
        for (const word of [...spellings, ...languages.map((each) => each.get(key))])
          values.set(normalizeLabel(word), value);
      }
    }
    for (const choice of choicesOf(field)) {
      const labels = languages.map((each) => each.find(`${definition.name}.choices.${name}.${choice}`));
      for (const word of [choice, field.names?.[choice], ...labels]) if (word) values.set(normalizeLabel(word), choice);
    }
    if (values.size) labelsByField.set(name, values);
  }
  return labelsByField;
}

const choicesOf = ({ kind, choices }: Field): readonly string[] => (kind === 'choice' ? (choices ?? []) : []);
