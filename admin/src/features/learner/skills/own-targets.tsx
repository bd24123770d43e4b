import { useTranslation } from 'react-i18next';
import { PageHeader } from '@/components/page-header';
import { FailedState, StatePanel } from '@/components/states';
import { StaffOnly, Waiting } from '../learner-frame';
import { groupsOf } from './own-skills';
import { SkillGroup, TargetsMet } from './skill-groups';
import { useOwnSkills } from './use-own-skills';

/** Assign Target Skils as a learner sees it: the own targets, those of the job role too, to be read (screens.md §5). */
export function OwnTargetsPage() {
  const { t } = useTranslation();
  return (
    <div className="lr-page">
      <PageHeader title={t('menu.assign_target_skils')} sentence={t('learner.own_targets.sentence')} />
      <StaffOnly>{(staffId) => <Targets staffId={staffId} />}</StaffOnly>
    </div>
  );
}

function Targets({ staffId }: { staffId: string }) {
  const { t } = useTranslation();
  const { data, isError, error, refetch } = useOwnSkills(staffId);
  if (isError) return <FailedState error={error} retry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const { gaps, met } = groupsOf(data.lines);
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
