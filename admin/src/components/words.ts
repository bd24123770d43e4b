import { useTranslation } from 'react-i18next';
import type { ResourceDefinition } from '@contract/resource';
import type { ApiError } from '@/api/api-error';
import { codeWords } from '@/api/refusal-words';
import { formatFacts } from './format';
import { useMe, useReading, type Reading } from '@/crud/kit-context';
import type { Row } from '@/crud/module';

/**
 * The texts of a resource, by the keys its definition implies: `<name>.title` (plural), `.one`, `.new` ("New skill"),
 * `.sentence`, `.fields.<field>`, `.help.<field>`, `.choices.<field>.<value>`, `.sections.<section>`, `.empty`.
 */
export interface ResourceWords {
  readonly title: string;
  readonly one: string;
  /** The button and the title of a new row. */
  readonly create: string;
  readonly sentence: string | undefined;
  readonly empty: string;
  field(name: string): string;
  help(name: string): string | undefined;
  choice(field: string, value: string): string;
  section(name: string): string;
  /** What a person calls this row. */
  rowTitle(row: Readonly<Record<string, unknown>>): string;
}

export function useWords(definition: ResourceDefinition): ResourceWords {
  const reading = useReading();
  const known = made.get(reading) ?? new WeakMap<ResourceDefinition, ResourceWords>();
  made.set(reading, known);
  const words = known.get(definition) ?? wordsOf(definition, reading);
  known.set(definition, words);
  return words;
}

/** Made once for a language, for each cell asks. */
const made = new WeakMap<Reading, WeakMap<ResourceDefinition, ResourceWords>>();

function wordsOf(definition: ResourceDefinition, { t, knows }: Reading): ResourceWords {
  const { name, fields } = definition;
  const optional = (key: string): string | undefined => (knows(key) ? t(key) : undefined);
  return {
    title: t(`${name}.title`),
    one: t(`${name}.one`),
    create: t(`${name}.new`),
    sentence: optional(`${name}.sentence`),
    empty: optional(`${name}.empty`) ?? t('kit.empty.text'),
    field: (field: string) => t(`${name}.fields.${field}`),
    help: (field: string) => optional(`${name}.help.${field}`),
    choice: (field: string, value: string) =>
      fields[field]?.names?.[value] ?? optional(`${name}.choices.${field}.${value}`) ?? value,
    section: (section: string) => t(`${name}.sections.${section}`),
    rowTitle: (row: Row | Readonly<Record<string, unknown>>) =>
      rowTitle(definition, inWords(definition, row, optional)),
  };
}

/** A row whose title is a choice is called by the choice's words. */
function inWords(
  definition: ResourceDefinition,
  row: Readonly<Record<string, unknown>>,
  text: (key: string) => string | undefined,
): Readonly<Record<string, unknown>> {
  const choices = definition.title.filter((name) => definition.fields[name]?.kind === 'choice');
  if (choices.length === 0) return row;
  const labels = choices.map((name) => [
    name,
    text(`${definition.name}.choices.${name}.${String(row[name])}`) ?? row[name],
  ]);
  return { ...row, ...Object.fromEntries(labels) };
}

export function rowTitle(definition: ResourceDefinition | undefined, row: Readonly<Record<string, unknown>>): string {
  const names = definition?.title ?? ['name', 'title'];
  const words = names.map((name) => row[name]).filter((word) => typeof word === 'string' && word !== '');
  return words.length > 0 ? words.join(' ') : String(row.id ?? '');
}

/** An error in the reader's language where its code has a text, else in the server's words. */
export function useErrorWords(): (error: unknown) => string {
  const { t, i18n } = useTranslation();
  const { time_zone } = useMe();
  return (error) => {
    const { code, facts, message, statusCode, retryAfter } = (error ?? {}) as Partial<ApiError>;
    const words = codeWords({ code, facts: facts && formatFacts(facts, i18n.language, time_zone), retryAfter });
    if (words !== undefined) return words;
    if (statusCode === 0) return t('kit.offline.text');
    if (statusCode === 403) return t('kit.forbidden.title');
    return message || t('kit.failed.text');
  };
}
