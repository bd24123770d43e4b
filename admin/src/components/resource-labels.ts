import { useTranslation } from 'react-i18next';
import type { ResourceDefinition } from '@contract/resource';
import type { ApiError } from '@/api/api-error';
import { errorCodeText } from '@/api/error-text';
import { formatFacts } from './format';
import { useAccount, useCellContext, type CellContextValue } from '@/crud/crud-context';
import type { Row } from '@/crud/resource-module';

/**
 * The texts of a resource, by the keys its definition implies: `<name>.title` (plural), `.one`, `.new` ("New skill"),
 * `.sentence`, `.fields.<field>`, `.help.<field>`, `.choices.<field>.<value>`, `.sections.<section>`, `.empty`.
 */
export interface ResourceLabels {
  readonly title: string;
  readonly singular: string;
  /** Label of the create button and title of the create form. */
  readonly create: string;
  readonly sentence: string | undefined;
  readonly empty: string;
  field(name: string): string;
  help(name: string): string | undefined;
  choice(field: string, value: string): string;
  section(name: string): string;
  /** Display name of a row. */
  rowTitle(row: Readonly<Record<string, unknown>>): string;
}

/** Labels of a resource, its fields and its rows in the current language. */
export function useResourceLabels(definition: ResourceDefinition): ResourceLabels {
  const cellContext = useCellContext();
  const cachedLabels = labelCache.get(cellContext) ?? new WeakMap<ResourceDefinition, ResourceLabels>();
  labelCache.set(cellContext, cachedLabels);
  const labels = cachedLabels.get(definition) ?? buildLabels(definition, cellContext);
  cachedLabels.set(definition, labels);
  return labels;
}

/** Cached per language, because every cell needs it. */
const labelCache = new WeakMap<CellContextValue, WeakMap<ResourceDefinition, ResourceLabels>>();

function buildLabels(definition: ResourceDefinition, { t, hasText }: CellContextValue): ResourceLabels {
  const { name, fields } = definition;
  const optional = (key: string): string | undefined => (hasText(key) ? t(key) : undefined);
  return {
    title: t(`${name}.title`),
    singular: t(`${name}.one`),
    create: t(`${name}.new`),
    sentence: optional(`${name}.sentence`),
    empty: optional(`${name}.empty`) ?? t('kit.empty.text'),
    field: (field: string) => t(`${name}.fields.${field}`),
    help: (field: string) => optional(`${name}.help.${field}`),
    choice: (field: string, value: string) =>
      fields[field]?.names?.[value] ?? optional(`${name}.choices.${field}.${value}`) ?? value,
    section: (section: string) => t(`${name}.sections.${section}`),
    rowTitle: (row: Row | Readonly<Record<string, unknown>>) =>
      rowTitle(definition, withChoiceLabels(definition, row, optional)),
  };
}

/** A title field that is a choice uses the label of the choice. */
function withChoiceLabels(
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
  const parts = names.map((name) => row[name]).filter((word) => typeof word === 'string' && word !== '');
  return parts.length > 0 ? parts.join(' ') : String(row.id ?? '');
}

/** Returns the text of an error in the user's language; the server's message if the code has no text. */
export function useErrorText(): (error: unknown) => string {
  const { t, i18n } = useTranslation();
  const { time_zone } = useAccount();
  return (error) => {
    const { code, facts, message, statusCode, retryAfter } = (error ?? {}) as Partial<ApiError>;
    const text = errorCodeText({ code, facts: facts && formatFacts(facts, i18n.language, time_zone), retryAfter });
    if (text !== undefined) return text;
    if (statusCode === 0) return t('kit.offline.text');
    if (statusCode === 403) return t('kit.forbidden.title');
    return message || t('kit.failed.text');
  };
}
