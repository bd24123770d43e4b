import { useMemo } from 'react';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { SkillRow } from '@contract/skills.resource';
import { useFullMe } from '@/api/me';
import { todayIn } from '@/components/dates';
import { PageHeader } from '@/components/page-header';
import { RouteTabs } from '@/crud/show/related-tabs';
import { FailedState, OfflineBanner, StatePanel } from '@/components/states';
import { HolderFilters } from './holder-filters';
import { TargetEditor } from './target-editor';
import { useAxes, type By, type Holder, type HolderFilter } from './use-axes';
import './assign-targets.css';

const NOBODY: readonly Holder[] = [];
const NOTHING: readonly SkillRow[] = [];

/** Assign Target Skils: people or job roles by skills, filled like a spreadsheet. What is shown stands in the address. */
export function AssignTargetsPage() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const me = useFullMe();
  const by: By = query.get('by') === 'roles' ? 'roles' : 'staff';
  const filter = useMemo<HolderFilter>(
    () => ({
      q: query.get('q') ?? '',
      department_id: query.get('department_id'),
      job_role_id: query.get('job_role_id'),
    }),
    [query],
  );
  const today = me.data ? todayIn(me.data.time_zone) : null;
  const { holders, skills, roleTargets } = useAxes(by, filter, today);
  const narrowed = by === 'staff' && Boolean(filter.q || filter.department_id || filter.job_role_id);

  const change = (nextBy: By, next: HolderFilter, replace = false) => {
    const entries = Object.entries({ by: nextBy === 'roles' ? 'roles' : '', ...next }).filter(([, value]) => value);
    setQuery(Object.fromEntries(entries) as Record<string, string>, { replace });
  };
  const problem = [me, holders, skills].find((each) => each.isError);
  const loading = !today || holders.isPending || skills.isPending;
  return (
    <div className="tgt-page sg-low sg-stack sg-one">
      <PageHeader title={t('menu.assign_target_skils')} sentence={t('targets.sentence')} />
      <RouteTabs />
      <OfflineBanner />
      <HolderFilters by={by} filter={filter} change={change} />
      {problem && <FailedState error={problem.error} retry={() => void problem.refetch()} />}
      {!problem && loading && <Skeleton active paragraph={{ rows: 10 }} />}
      {!problem && !loading && (
        <TargetEditor
          by={by}
          today={today}
          holders={holders.data ?? NOBODY}
          skills={skills.data ?? NOTHING}
          roleTargets={roleTargets.data}
          empty={
            <Empty
              by={by}
              noSkills={skills.data?.length === 0}
              narrowed={narrowed}
              clear={() => change(by, { q: '', department_id: null, job_role_id: null })}
            />
          }
        />
      )}
    </div>
  );
}

/** Rows or columns are missing: what to set up first, or what to loosen. */
function Empty(props: { by: By; noSkills: boolean; narrowed: boolean; clear: () => void }) {
  const { t } = useTranslation();
  if (props.noSkills) {
    return (
      <StatePanel
        drawing="empty"
        title={t('targets.no_skills')}
        text={t('targets.no_skills_text')}
        action={<Link to="/skil-master">{t('menu.skil_master')}</Link>}
      />
    );
  }
  if (props.narrowed) {
    return (
      <StatePanel
        drawing="search"
        title={t('kit.no_match.title')}
        text={t('kit.no_match.text')}
        action={<Button onClick={props.clear}>{t('kit.filter.clear')}</Button>}
      />
    );
  }
  const isStaff = props.by === 'staff';
  return (
    <StatePanel
      drawing="empty"
      title={t(isStaff ? 'targets.no_staff' : 'targets.no_roles')}
      text={t(isStaff ? 'targets.no_staff_text' : 'targets.no_roles_text')}
      action={
        <Link to={isStaff ? '/add-staff' : '/add-staff/job-roles'}>
          {t(isStaff ? 'menu.add_staff' : 'job-roles.title')}
        </Link>
      }
    />
  );
}
