import { useState } from 'react';
import { COMPLETED_ASSIGNMENT_STATES } from '@contract/training-assignments.resource';
import { Button, Flex, Timeline } from 'antd';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '@/api/use-session';
import { fetchFirstRows } from '@/api/data-provider';
import { dataKey } from '@/api/query-keys';
import { formatDay, formatInstant, formatPercent } from '@/components/format';
import { useAccount } from '@/crud/crud-context';
import { useRowNames } from '@/crud/row-names';
import { QueryState, StatePanel } from '@/components/state-panels';
import { mergeActivity, type ActivityEvent, type RecentRecords } from './activity';

const PAGE_STEP = 20;
/** The API's largest page. */
const MAX_ROWS = 200;

/** Recent assignments, completions, attempts and evidence as one timeline. */
export function ActivityTab({ staffId }: { staffId: string }) {
  const { role } = useSession();
  const { t } = useTranslation();
  const [count, setCount] = useState(PAGE_STEP);
  const recent = useQuery({
    queryKey: dataKey('staff', 'activity', staffId, count),
    queryFn: () => fetchRecentRecords(staffId, count),
    placeholderData: keepPreviousData,
  });
  if (!recent.data) return <QueryState query={recent} rows={8} />;
  const events = mergeActivity(recent.data, count);
  return (
    <section className="sg-card" aria-label={t('person.tabs.activity')}>
      {events.length === 0 ? (
        <StatePanel drawing="empty" title={t('person.none.activity_title')} text={t('person.none.activity')} />
      ) : (
        <ActivityTimeline events={events} />
      )}
      <Flex wrap align="center" gap="8px 24px">
        {events.length === count && count < MAX_ROWS && (
          <Button onClick={() => setCount((now) => Math.min(MAX_ROWS, now + PAGE_STEP))}>{t('person.earlier')}</Button>
        )}
        {role === 'admin' && <Link to={`/settings/audit?subject_id=${staffId}`}>{t('person.changes')}</Link>}
      </Flex>
    </section>
  );
}

async function fetchRecentRecords(staff_id: string, count: number): Promise<RecentRecords> {
  const fetchLatest = async <K extends keyof RecentRecords>(
    resource: string,
    dateField: string,
    extraFilters: readonly [string, string][] = [],
  ) => {
    const filter = new URLSearchParams([['staff_id', staff_id], ...extraFilters]);
    const { rows } = await fetchFirstRows<RecentRecords[K][number]>(resource, filter, count, [
      { field: dateField, order: 'desc' },
    ]);
    return rows;
  };
  const [assigned, completed, attempts, evidence] = await Promise.all([
    fetchLatest<'assigned'>('training-assignments', 'assigned_on'),
    fetchLatest<'completed'>(
      'training-assignments',
      'completed_at',
      COMPLETED_ASSIGNMENT_STATES.map((state) => ['state', state]),
    ),
    fetchLatest<'attempts'>('attempts', 'submitted_at', [['status', 'submitted']]),
    fetchLatest<'evidence'>('skill-evidence', 'effective_date'),
  ]);
  return { assigned, completed, attempts, evidence };
}

function ActivityTimeline({ events }: { events: readonly ActivityEvent[] }) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useAccount();
  const trainings = useRowNames('trainings', [
    ...new Set(events.flatMap((each) => (each.type === 'evidence' ? [] : each.row.training_id))),
  ]);
  const skills = useRowNames('skills', [
    ...new Set(events.flatMap((each) => (each.type === 'evidence' ? each.row.skill_id : []))),
  ]);
  const language = i18n.language;
  const describeEvent = (each: ActivityEvent): string => {
    if (each.type === 'evidence')
      return t(`person.happened.evidence_${each.row.state}`, {
        skill: skills.get(each.row.skill_id) ?? '…',
        level: each.row.level,
        kind: t(`skill-evidence.choices.kind.${each.row.kind}`),
      });
    const training = trainings.get(each.row.training_id) ?? '…';
    if (each.type !== 'attempt') return t(`person.happened.${each.type}`, { training });
    const score = formatPercent(each.row.score ?? 0, language);
    return t(`person.happened.attempt_${each.row.result ?? 'failed'}`, { training, score, no: each.row.attempt_no });
  };
  return (
    <Timeline
      items={events.map((each) => ({
        key: each.id,
        children: (
          <>
            {describeEvent(each)}
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
