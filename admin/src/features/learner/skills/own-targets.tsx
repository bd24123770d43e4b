import { useTranslation } from 'react-i18next';
import { PageHeader } from '@/components/page-header';
import { FailedState, StatePanel } from '@/components/state-panels';
import { RequireStaffAccount, CardSkeleton } from '../learner-frame';
import { groupByTarget } from './own-skills';
import { SkillGroup, TargetsMet } from './skill-groups';
import { useOwnSkills } from './use-own-skills';

/** The page "Assign Target Skils" for a learner: the own targets including those of the job role, read-only. */
export function OwnTargetsPage() {
  const { t } = useTranslation();
  return (
    <div className="lr-page">
      <PageHeader title={t('menu.assign_target_skils')} sentence={t('learner.own_targets.sentence')} />
      <RequireStaffAccount>{(staffId) => <Targets staffId={staffId} />}</RequireStaffAccount>
    </div>
  );
}

function Targets({ staffId }: { staffId: string }) {
  const { t } = useTranslation();
  const { data, isError, error, refetch } = useOwnSkills(staffId);
  if (isError) return <FailedState error={error} retry={() => void refetch()} />;
  if (!data) return <CardSkeleton />;
  const { gaps, met } = groupByTarget(data.lines);
  if (gaps.length + met.length === 0)
    return (
      <section className="sg-card">
        <StatePanel
          drawing="empty"
          title={t('learner.own_targets.none_title')}
          text={t('learner.own_targets.none_text')}
        />
      </section>
    );
  return (
    <>
      <TargetsMet totals={data.totals} />
      <SkillGroup name="gaps" lines={gaps} />
      <SkillGroup name="met" lines={met} />
    </>
  );
}
