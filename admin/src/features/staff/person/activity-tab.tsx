import { useState } from 'react';
import { TAKEN_ASSIGNMENT_STATES } from '@contract/training-assignments.resource';
import { Button, Flex, Timeline } from 'antd';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '@/api/use-session';
import { firstRows } from '@/api/data';
import { dataKey } from '@/api/query-keys';
import { formatDay, formatInstant, formatPercent } from '@/components/format';
import { useMe } from '@/crud/kit-context';
import { useRowNames } from '@/crud/names';
import { QueryState, StatePanel } from '@/components/states';
import { happenedLately, type Happened, type Lately } from './activity';

const STEP = 20;
/** The API's largest page. */
const MOST = 200;

/** What happened lately: assigned, completed, attempts and evidence in one line of time. */
export function ActivityTab({ staffId }: { staffId: string }) {
  const { role } = useSession();
  const { t } = useTranslation();
  const [count, setCount] = useState(STEP);
  const lately = useQuery({
    queryKey: dataKey('staff', 'activity', staffId, count),
    queryFn: () => fetchLately(staffId, count),
    placeholderData: keepPreviousData,
  });
  if (!lately.data) return <QueryState query={lately} rows={8} />;
  const shown = happenedLately(lately.data, count);
  return (
    <section className="sg-card" aria-label={t('person.tabs.activity')}>
      {shown.length === 0 ? (
        <StatePanel drawing="empty" title={t('person.none.activity_title')} text={t('person.none.activity')} />
      ) : (
        <Happenings shown={shown} />
      )}
      <Flex wrap align="center" gap="8px 24px">
        {shown.length === count && count < MOST && (
          <Button onClick={() => setCount((now) => Math.min(MOST, now + STEP))}>{t('person.earlier')}</Button>
        )}
        {role === 'admin' && <Link to={`/settings/audit?subject_id=${staffId}`}>{t('person.changes')}</Link>}
      </Flex>
    </section>
  );
}

async function fetchLately(staff_id: string, count: number): Promise<Lately> {
  const latest = async <K extends keyof Lately>(
    resource: string,
    by: string,
    more: readonly [string, string][] = [],
  ) => {
    const narrow = new URLSearchParams([['staff_id', staff_id], ...more]);
    const { rows } = await firstRows<Lately[K][number]>(resource, narrow, count, [{ field: by, order: 'desc' }]);
    return rows;
  };
  const [assigned, completed, attempts, evidence] = await Promise.all([
    latest<'assigned'>('training-assignments', 'assigned_on'),
    latest<'completed'>(
      'training-assignments',
      'completed_at',
      TAKEN_ASSIGNMENT_STATES.map((state) => ['state', state]),
    ),
    latest<'attempts'>('attempts', 'submitted_at', [['status', 'submitted']]),
    latest<'evidence'>('skill-evidence', 'effective_date'),
  ]);
  return { assigned, completed, attempts, evidence };
}

function Happenings({ shown }: { shown: readonly Happened[] }) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useMe();
  const trainings = useRowNames('trainings', [
    ...new Set(shown.flatMap((each) => (each.what === 'evidence' ? [] : each.row.training_id))),
  ]);
  const skills = useRowNames('skills', [
    ...new Set(shown.flatMap((each) => (each.what === 'evidence' ? each.row.skill_id : []))),
  ]);
  const language = i18n.language;
  const textOf = (each: Happened): string => {
    if (each.what === 'evidence')
      return t(`person.happened.evidence_${each.row.state}`, {
        skill: skills.get(each.row.skill_id) ?? '…',
        level: each.row.level,
        kind: t(`skill-evidence.choices.kind.${each.row.kind}`),
      });
    const training = trainings.get(each.row.training_id) ?? '…';
    if (each.what !== 'attempt') return t(`person.happened.${each.what}`, { training });
    const score = formatPercent(each.row.score ?? 0, language);
    return t(`person.happened.attempt_${each.row.result ?? 'failed'}`, { training, score, no: each.row.attempt_no });
  };
  return (
    <Timeline
      items={shown.map((each) => ({
        key: each.id,
        children: (
          <>
            {textOf(each)}
            <br />
            <time dateTime={each.at} className="sg-soft sg-small">
              {each.at.length === 10 ? formatDay(each.at, language) : formatInstant(each.at, language, time_zone)}
            </time>
          </>
        ),
      }))}
    />
  );
}
