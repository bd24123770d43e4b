import { Col, Flex, Row } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FailedState, QueryState } from '@/components/states';
import { useLearnings } from '../learner-data';
import { StaffOnly, Waiting } from '../learner-frame';
import { todayIn } from '@/components/dates';
import { useOwnSkills } from '../skills/use-own-skills';
import { dayOf } from './day';
import { Due, GoOn } from './day-training';
import { LatelyGained, Missing, Standing } from './day-skills';

/** /home of a learner: what to continue, what is due, what was gained, levels against targets, what is missing (screens.md §5). */
export function LearnerDay() {
  return (
    <div>
      <StaffOnly>
        {(staffId, zone) => (
          <Row gutter={[24, 24]}>
            <Col xs={24} lg={14}>
              <Flex className="lr-page" vertical gap={24}>
                <Trainings staffId={staffId} today={todayIn(zone)} />
                <MissingSkills staffId={staffId} />
              </Flex>
            </Col>
            <Col xs={24} lg={10}>
              <Flex className="lr-page" vertical gap={24}>
                <OwnStanding staffId={staffId} />
                <LatelyGained staffId={staffId} />
              </Flex>
            </Col>
          </Row>
        )}
      </StaffOnly>
    </div>
  );
}

function Trainings({ staffId, today }: { staffId: string; today: string }) {
  const { t } = useTranslation();
  const learnings = useLearnings(staffId);
  if (!learnings.data) return <QueryState query={learnings} waiting={<Waiting />} />;
  const { goOn, due, open } = dayOf(learnings.data, today);
  if (!goOn)
    return (
      <Flex component="section" className="sg-card" vertical align="start" gap={8}>
        <h2>{t(learnings.data.length > 0 ? 'learner.day.all_done' : 'learner.nothing.title')}</h2>
        <p className="sg-soft">{t(learnings.data.length > 0 ? 'learner.day.all_done_text' : 'learner.nothing.text')}</p>
        <Link to="/assign-training">{t('learner.day.look_around')}</Link>
      </Flex>
    );
  return (
    <>
      <GoOn learning={goOn} today={today} />
      <Due rows={due} open={open} today={today} />
    </>
  );
}

function OwnStanding({ staffId }: { staffId: string }) {
  const skills = useOwnSkills(staffId);
  if (skills.isError) return <FailedState error={skills.error} retry={() => void skills.refetch()} />;
  return skills.data ? <Standing lines={skills.data.lines} totals={skills.data.totals} /> : <Waiting />;
}

/** The same answer again; why it failed stands once, beside it. */
function MissingSkills({ staffId }: { staffId: string }) {
  const skills = useOwnSkills(staffId);
  return skills.data ? <Missing lines={skills.data.lines} /> : null;
}
