import { useTranslation } from 'react-i18next';
import { lazyComponent } from '@/components/lazy-component';
import { PageHeader } from '@/components/page-header';
import { FailedState, StatePanel } from '@/components/state-panels';
import { RouteTabs } from '@/crud/show/related-tabs';
import { RequireStaffAccount, CardSkeleton } from '../learner-frame';
import { groupByTarget } from './own-skills';
import { SkillGroup, TargetsMet } from './skill-groups';
import { useOwnSkills } from './use-own-skills';

const PendingConfirmations = lazyComponent(() =>
  import('@/features/assessments/pending-confirmations').then((m) => m.PendingConfirmations),
);

/** /my-skills: current levels, targets, gaps and the trainings that close them. */
export function MySkillsPage() {
  const { t } = useTranslation();
  return (
    <div className="lr-page">
      <PageHeader title={t('learner.skills.title')} sentence={t('learner.skills.sentence')} />
      <RouteTabs />
      <RequireStaffAccount>
        {(staffId) => (
          <>
            <PendingConfirmations staffId={staffId} />
            <Skills staffId={staffId} />
          </>
        )}
      </RequireStaffAccount>
    </div>
  );
}

function Skills({ staffId }: { staffId: string }) {
  const { t } = useTranslation();
  const { data, isError, error, refetch } = useOwnSkills(staffId);
  if (isError) return <FailedState error={error} retry={() => void refetch()} />;
  if (!data) return <CardSkeleton />;
  if (data.lines.length === 0)
    return (
      <section className="sg-card">
        <StatePanel drawing="empty" title={t('learner.skills.empty_title')} text={t('learner.skills.empty_text')} />
      </section>
    );
  const { gaps, met, others } = groupByTarget(data.lines);
  return (
    <>
      <TargetsMet totals={data.totals} />
      <SkillGroup name="gaps" lines={gaps} />
      <SkillGroup name="met" lines={met} />
      <SkillGroup name="others" lines={others} />
    </>
  );
}
