import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ApiError } from '@/api/api-error';
import { formatCount } from '@/components/format';
import { useModules } from '../kit-context';
import type { ResourceModule, Row } from '../module';

type Counts = readonly (readonly [string, number])[];

/**
 * Of the numbers among an error's facts (what still uses the row, and how often) those that another row can take over,
 * and those that are history and stay.
 */
export function usesOf(module: ResourceModule, refusal: ApiError): { passing: Counts; staying: Counts } {
  const counts = Object.entries(refusal.facts).filter(
    (fact): fact is [string, number] => typeof fact[1] === 'number' && fact[1] > 0,
  );
  const passes = new Set(module.definition.reassign ?? []);
  return {
    passing: counts.filter(([what]) => passes.has(what)),
    staying: counts.filter(([what]) => !passes.has(what)),
  };
}

/** Whose rows a count counts: a table's name (`training_category`), or a short plural (`categories`). */
function countedModule(modules: ReadonlyMap<string, ResourceModule>, what: string): ResourceModule | undefined {
  const dashed = what.replaceAll('_', '-');
  const names = [dashed, `${dashed}s`, dashed.replace(/y$/, 'ies')];
  return (
    names.map((name) => modules.get(name)).find(Boolean) ??
    [...modules.values()].find(({ definition }) => definition.name.endsWith(`-${dashed}`))
  );
}

/** Each count leads to the rows that it counts, where there is a list of them. */
export function Uses(props: {
  module: ResourceModule;
  row: Row;
  counts: Counts;
  /** false: there are more of each. */
  exact?: boolean;
}) {
  const { module, row, counts, exact = true } = props;
  const { t, i18n } = useTranslation();
  const modules = useModules();
  const listOf = (what: string): string | undefined => {
    const own = module.usedIn?.[what];
    if (own) return own(row);
    const other = countedModule(modules, what);
    const field = Object.entries(other?.definition.fields ?? {}).find(
      ([, each]) => each.kind === 'ref' && each.resource === module.definition.name && each.filter,
    );
    return other && field && `${other.route}?${field[0]}=${encodeURIComponent(row.id)}`;
  };
  const counted = (what: string, count: number): string => {
    const other = countedModule(modules, what);
    const keys = [`${module.definition.name}.in_use.${what}`, `kit.in_use.${what}`];
    const key = keys.find((each) => i18n.exists(each, { count }));
    if (key) return t(key, { count });
    return t('kit.pair', {
      name: other ? t(`${other.definition.name}.title`) : what.replaceAll('_', ' '),
      value: formatCount(count, i18n.language),
    });
  };
  return (
    <ul className="sg-dots">
      {counts.map(([what, count]) => {
        const list = listOf(what);
        const label = exact ? counted(what, count) : t('kit.in_use_at_least', { counted: counted(what, count) });
        return <li key={what}>{list ? <Link to={list}>{label}</Link> : label}</li>;
      })}
    </ul>
  );
}
