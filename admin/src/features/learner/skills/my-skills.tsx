import { useTranslation } from 'react-i18next';
import { later } from '@/components/later';
import { PageHeader } from '@/components/page-header';
import { FailedState, StatePanel } from '@/components/states';
import { RouteTabs } from '@/crud/show/related-tabs';
import { StaffOnly, Waiting } from '../learner-frame';
import { groupsOf } from './own-skills';
import { SkillGroup, TargetsMet } from './skill-groups';
import { useOwnSkills } from './use-own-skills';

const WaitingLine = later(() => import('@/features/assessments/waiting-line').then((m) => m.WaitingLine));

/** /my-skills: what the learner can do today, what is asked of them, what is missing and what closes it. */
export function MySkillsPage() {
  const { t } = useTranslation();
  return (
    <div className="lr-page">
      <PageHeader title={t('learner.skills.title')} sentence={t('learner.skills.sentence')} />
      <RouteTabs />
      <StaffOnly>
        {(staffId) => (
          <>
            <WaitingLine staffId={staffId} />
            <Skills staffId={staffId} />
          </>
        )}
      </StaffOnly>
    </div>
  );
}

function Skills({ staffId }: { staffId: string }) {
  const { t } = useTranslation();
  const { data, isError, error, refetch } = useOwnSkills(staffId);
  if (isError) return <FailedState error={error} retry={() => void refetch()} />;
  if (!data) return <Waiting />;
  if (data.lines.length === 0)
    return (
      <section className="sg-card">
        <StatePanel drawing="empty" title={t('learner.skills.empty_title')} text={t('learner.skills.empty_text')} />
      </section>
    );
  const { gaps, met, others } = groupsOf(data.lines);
  return (
    <>
      <TargetsMet totals={data.totals} />
      <SkillGroup name="gaps" lines={gaps} />
      <SkillGroup name="met" lines={met} />
      <SkillGroup name="others" lines={others} />
    </>
  );
}
