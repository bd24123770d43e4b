import { Col, Flex, Row } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FailedState, QueryState } from '@/components/state-panels';
import { useLearnings } from '../learner-data';
import { RequireStaffAccount, CardSkeleton } from '../learner-frame';
import { todayIn } from '@/components/dates';
import { useOwnSkills } from '../skills/use-own-skills';
import { buildDayPlan } from './day-plan';
import { UpcomingTrainings, CurrentTraining } from './day-trainings';
import { RecentGains, SkillGaps, SkillSummary } from './day-skills';

/** The home page of a learner: current and upcoming trainings, recent gains, levels against targets, and gaps. */
export function LearnerDay() {
  return (
    <div>
      <RequireStaffAccount>
        {(staffId, zone) => (
          <Row gutter={[24, 24]}>
            <Col xs={24} lg={14}>
              <Flex className="lr-page" vertical gap={24}>
                <Trainings staffId={staffId} today={todayIn(zone)} />
                <OwnSkillGaps staffId={staffId} />
              </Flex>
            </Col>
            <Col xs={24} lg={10}>
              <Flex className="lr-page" vertical gap={24}>
                <OwnSkillSummary staffId={staffId} />
                <RecentGains staffId={staffId} />
              </Flex>
            </Col>
          </Row>
        )}
      </RequireStaffAccount>
    </div>
  );
}

function Trainings({ staffId, today }: { staffId: string; today: string }) {
  const { t } = useTranslation();
  const learnings = useLearnings(staffId);
  if (!learnings.data) return <QueryState query={learnings} waiting={<CardSkeleton />} />;
  const { currentTraining, upcoming, openCount } = buildDayPlan(learnings.data, today);
  if (!currentTraining)
    return (
      <Flex component="section" className="sg-card" vertical align="start" gap={8}>
        <h2>{t(learnings.data.length > 0 ? 'learner.day.all_done' : 'learner.nothing.title')}</h2>
        <p className="sg-soft">{t(learnings.data.length > 0 ? 'learner.day.all_done_text' : 'learner.nothing.text')}</p>
        <Link to="/assign-training">{t('learner.day.look_around')}</Link>
      </Flex>
    );
  return (
    <>
      <CurrentTraining learning={currentTraining} today={today} />
      <UpcomingTrainings rows={upcoming} openCount={openCount} today={today} />
    </>
  );
}

function OwnSkillSummary({ staffId }: { staffId: string }) {
  const skills = useOwnSkills(staffId);
  if (skills.isError) return <FailedState error={skills.error} retry={() => void skills.refetch()} />;
  return skills.data ? <SkillSummary lines={skills.data.lines} totals={skills.data.totals} /> : <CardSkeleton />;
}

/** Uses the same query as `OwnSkillSummary`, which already shows its error. */
function OwnSkillGaps({ staffId }: { staffId: string }) {
  const skills = useOwnSkills(staffId);
  return skills.data ? <SkillGaps lines={skills.data.lines} /> : null;
}
