import { useState } from 'react';
import { Alert, Button } from 'antd';
import { useInvalidate } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { http, type ApiError } from '@/app/providers/http';
import { useModules } from '../kit-context';
import type { ResourceModule, Row } from '../module';
import { ReferenceSelect } from '../reference-select';
import { useErrorWords } from '../words';

/** Numbers among an error's facts: what still uses the row, and how often. */
const countsOf = (facts: Record<string, unknown>): [string, number][] =>
  Object.entries(facts).filter((fact): fact is [string, number] => typeof fact[1] === 'number' && fact[1] > 0);

/** Whose rows a count counts: a table's name (`training_category`), or a short plural (`categories`). */
function countedModule(modules: ReadonlyMap<string, ResourceModule>, what: string): ResourceModule | undefined {
  const dashed = what.replaceAll('_', '-');
  const names = [dashed, `${dashed}s`, dashed.replace(/y$/, 'ies')];
  return (
    names.map((name) => modules.get(name)).find(Boolean) ??
    [...modules.values()].find(({ definition }) => definition.name.endsWith(`-${dashed}`))
  );
}

/** What a record is used by, each count leading to those rows, and the way out: another one takes its place. */
export function InUse(props: { module: ResourceModule; row: Row; refusal: ApiError; onReassigned: () => void }) {
  const { module, row, refusal } = props;
  const { definition } = module;
  const { t, i18n } = useTranslation();
  const modules = useModules();
  const usedBy = countsOf(refusal.facts);
  const listOf = (what: string): string | undefined => {
    const other = countedModule(modules, what);
    const field = Object.entries(other?.definition.fields ?? {}).find(
      ([, each]) => each.kind === 'ref' && each.resource === definition.name && each.filter,
    );
    return other && field && `${other.route}?${field[0]}=${encodeURIComponent(row.id)}`;
  };
  const counted = (what: string, count: number): string => {
    const other = countedModule(modules, what);
    if (i18n.exists(`kit.in_use.${what}`, { count })) return t(`kit.in_use.${what}`, { count });
    return `${count} ${other ? t(`${other.definition.name}.title`) : what.replaceAll('_', ' ')}`;
  };
  return (
    <>
      <p>{t('kit.delete.in_use')}</p>
      <ul className="kit-counts">
        {usedBy.map(([what, count]) => {
          const list = listOf(what);
          return <li key={what}>{list ? <Link to={list}>{counted(what, count)}</Link> : counted(what, count)}</li>;
        })}
      </ul>
      {definition.reassign && <Reassign {...props} />}
    </>
  );
}

function Reassign({ module, row, onReassigned }: { module: ResourceModule; row: Row; onReassigned: () => void }) {
  const { name } = module.definition;
  const { t } = useTranslation();
  const errorWords = useErrorWords();
  const invalidate = useInvalidate();
  const [to, setTo] = useState<string | null>(null);
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function reassign(): Promise<void> {
    setRunning(true);
    setProblem(null);
    try {
      await http.post(`/api/${name}/${encodeURIComponent(row.id)}/reassign`, { to });
      // What was moved shows its new place everywhere.
      await invalidate({ invalidates: ['all'] });
      onReassigned();
    } catch (error) {
      const { errors } = error as ApiError;
      setProblem(errors?.['to']?.join(' ') ?? errorWords(error));
    } finally {
      setRunning(false);
    }
  }
  return (
    <div className="kit-reassign">
      {problem && <Alert type="error" showIcon role="alert" message={problem} />}
      <label htmlFor="reassign-to">{t('kit.delete.reassign_to')}</label>
      <div>
        <ReferenceSelect
          id="reassign-to"
          resource={name}
          value={to}
          onChange={(id) => setTo(typeof id === 'string' ? id : null)}
          hideArchived
        />
        <Button type="primary" disabled={!to || to === row.id} loading={running} onClick={() => void reassign()}>
          {t('kit.delete.reassign')}
        </Button>
      </div>
    </div>
  );
}
