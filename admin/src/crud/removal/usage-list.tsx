import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ApiError } from '@/api/api-error';
import { formatCount } from '@/components/format';
import { useModules } from '../crud-context';
import type { ResourceModule, Row } from '../resource-module';

type Counts = readonly (readonly [string, number])[];

/** Splits the reference counts of an "in use" error into those that can be reassigned and those that are history. */
export function groupUsage(module: ResourceModule, refusal: ApiError): { reassignable: Counts; permanent: Counts } {
  const counts = Object.entries(refusal.facts).filter(
    (fact): fact is [string, number] => typeof fact[1] === 'number' && fact[1] > 0,
  );
  const reassignableKinds = new Set(module.definition.reassign ?? []);
  return {
    reassignable: counts.filter(([kind]) => reassignableKinds.has(kind)),
    permanent: counts.filter(([kind]) => !reassignableKinds.has(kind)),
  };
}

/** The module of counted rows: by table name (`training_category`) or short plural (`categories`). */
function findCountedModule(modules: ReadonlyMap<string, ResourceModule>, kind: string): ResourceModule | undefined {
  const dashed = kind.replaceAll('_', '-');
  const names = [dashed, `${dashed}s`, dashed.replace(/y$/, 'ies')];
  return (
    names.map((name) => modules.get(name)).find(Boolean) ??
    [...modules.values()].find(({ definition }) => definition.name.endsWith(`-${dashed}`))
  );
}

/** Lists the references of a row, each with a link to its list if there is one. */
export function UsageList(props: {
  module: ResourceModule;
  row: Row;
  counts: Counts;
  /** false: the counts are lower bounds. */
  exact?: boolean;
}) {
  const { module, row, counts, exact = true } = props;
  const { t, i18n } = useTranslation();
  const modules = useModules();
  const listUrl = (kind: string): string | undefined => {
    const ownUrl = module.usedIn?.[kind];
    if (ownUrl) return ownUrl(row);
    const other = findCountedModule(modules, kind);
    const field = Object.entries(other?.definition.fields ?? {}).find(
      ([, each]) => each.kind === 'ref' && each.resource === module.definition.name && each.filter,
    );
    return other && field && `${other.route}?${field[0]}=${encodeURIComponent(row.id)}`;
  };
  const counted = (kind: string, count: number): string => {
    const other = findCountedModule(modules, kind);
    const keys = [`${module.definition.name}.in_use.${kind}`, `kit.in_use.${kind}`];
    const key = keys.find((each) => i18n.exists(each, { count }));
    if (key) return t(key, { count });
    return t('kit.pair', {
      name: other ? t(`${other.definition.name}.title`) : kind.replaceAll('_', ' '),
      value: formatCount(count, i18n.language),
    });
  };
  return (
    <ul className="sg-dots">
      {counts.map(([kind, count]) => {
        const list = listUrl(kind);
        const label = exact ? counted(kind, count) : t('kit.in_use_at_least', { counted: counted(kind, count) });
        return <li key={kind}>{list ? <Link to={list}>{label}</Link> : label}</li>;
      })}
    </ul>
  );
}
