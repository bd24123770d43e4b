import { useMemo } from 'react';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { SkillRow } from '@contract/skills.resource';
import { useAccountQuery } from '@/api/account';
import { todayIn } from '@/components/dates';
import { PageHeader } from '@/components/page-header';
import { RouteTabs } from '@/crud/show/related-tabs';
import { FailedState, StaleDataBanner, StatePanel } from '@/components/state-panels';
import { HolderFilters } from './holder-filters';
import { TargetEditor } from './target-editor';
import { useGridAxes, type HolderKind, type Holder, type HolderFilter } from './use-grid-axes';
import './assign-targets.css';

const NO_HOLDERS: readonly Holder[] = [];
const NO_SKILLS: readonly SkillRow[] = [];

/** Assign Target Skils: a spreadsheet of people or job roles by skills. The filters are in the address. */
export function AssignTargetsPage() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const account = useAccountQuery();
  const by: HolderKind = query.get('by') === 'roles' ? 'roles' : 'staff';
  const filter = useMemo<HolderFilter>(
    () => ({
      q: query.get('q') ?? '',
      department_id: query.get('department_id'),
      job_role_id: query.get('job_role_id'),
    }),
    [query],
  );
  const today = account.data ? todayIn(account.data.time_zone) : null;
  const { holders, skills, roleTargets } = useGridAxes(by, filter, today);
  const isFiltered = by === 'staff' && Boolean(filter.q || filter.department_id || filter.job_role_id);

  const change = (nextBy: HolderKind, next: HolderFilter, replace = false) => {
    const entries = Object.entries({ by: nextBy === 'roles' ? 'roles' : '', ...next }).filter(([, value]) => value);
    setQuery(Object.fromEntries(entries) as Record<string, string>, { replace });
  };
  const problem = [account, holders, skills].find((each) => each.isError);
  const isLoading = !today || holders.isPending || skills.isPending;
  return (
    <div className="tgt-page sg-low sg-stack sg-one">
      <PageHeader title={t('menu.assign_target_skils')} sentence={t('targets.sentence')} />
      <RouteTabs />
      <StaleDataBanner />
      <HolderFilters by={by} filter={filter} change={change} />
      {problem && <FailedState error={problem.error} retry={() => void problem.refetch()} />}
      {!problem && isLoading && <Skeleton active paragraph={{ rows: 10 }} />}
      {!problem && !isLoading && (
        <TargetEditor
          by={by}
          today={today}
          holders={holders.data ?? NO_HOLDERS}
          skills={skills.data ?? NO_SKILLS}
          roleTargets={roleTargets.data}
          empty={
            <EmptyGrid
              by={by}
              noSkills={skills.data?.length === 0}
              isFiltered={isFiltered}
              clear={() => change(by, { q: '', department_id: null, job_role_id: null })}
            />
          }
        />
      )}
    </div>
  );
}

function EmptyGrid(props: { by: HolderKind; noSkills: boolean; isFiltered: boolean; clear: () => void }) {
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
  if (props.isFiltered) {
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
