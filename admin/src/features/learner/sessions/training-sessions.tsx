import { Button, Card, Flex } from 'antd';
import { CalendarOutlined } from '@ant-design/icons';
import { useNotification } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '@/components/use-submit';
import type { OwnPlace } from '@contract/session-answers';
import type { TrainingSessionRow } from '@contract/training-sessions.resource';
import { matchingRows } from '@/api/data';
import { http } from '@/api/http';
import { downloadCalendar } from '@/api/session-calendar';
import { dataKey } from '@/api/query-keys';
import { formatCount, formatInstant } from '@/components/format';
import { useMe } from '@/crud/kit-context';
import { useRowName } from '@/crud/names';
import { FailedState } from '@/components/states';
import { LEARNER, ownSessions, useLearnedAnew, useStaffId } from '../learner-data';
import { Waiting } from '../learner-frame';

/** Sessions ahead that are looked at, the next ones first. */
const SHOWN = 50;

/** Those to come, and those in which there is a place and that are not over. */
async function sessionsOf(training_id: string, staff_id: string): Promise<TrainingSessionRow[]> {
  const now = new Date().toISOString();
  const filters = [
    { field: 'training_id', operator: 'eq' as const, value: training_id },
    { field: 'status', operator: 'in' as const, value: ['planned', 'held'] },
    { field: 'starts_at', operator: 'gte' as const, value: now },
  ];
  const sorters = [{ field: 'starts_at', order: 'asc' as const }];
  const [{ rows: ahead }, own] = await Promise.all([
    matchingRows<TrainingSessionRow>('training-sessions', filters, sorters, SHOWN),
    ownSessions({ staff_id, training_id }),
  ]);
  const running = own.filter(({ ends_at, status }) => ends_at > now && status !== 'cancelled');
  const all = new Map([...ahead, ...running].map((row) => [row.session_id, row]));
  return [...all.values()].sort((a, b) => a.starts_at.localeCompare(b.starts_at));
}

/** Of a classroom training: when it is held, what is free, and the own place. */
export function TrainingSessions({ trainingId, isOpen }: { trainingId: string; isOpen: boolean }) {
  const { t } = useTranslation();
  const { staffId } = useStaffId();
  const { data, isError, error, refetch } = useQuery({
    queryKey: dataKey(LEARNER, 'sessions', trainingId, staffId),
    queryFn: () => sessionsOf(trainingId, staffId!),
    enabled: typeof staffId === 'string',
    retry: 1,
  });
  return (
    <Flex component="section" className="sg-card" vertical gap={12} aria-labelledby="lr-sessions">
      <h2 id="lr-sessions">{t('learner.sessions.title')}</h2>
      {isError && <FailedState error={error} retry={() => void refetch()} />}
      {!isError && !data && <Waiting />}
      {data?.length === 0 && <p className="sg-soft">{t('learner.sessions.none')}</p>}
      {data && data.length > 0 && (
        <Flex component="ul" vertical gap={12}>
          {data.map((session) => (
            <Flex key={session.session_id} component="li" vertical>
              <Session session={session} isOpen={isOpen} />
            </Flex>
          ))}
        </Flex>
      )}
    </Flex>
  );
}

function Session({ session, isOpen }: { session: TrainingSessionRow; isOpen: boolean }) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useMe();
  const location = useRowName('training-locations', session.training_location_id);
  const from = formatInstant(session.starts_at, i18n.language, time_zone);
  const to = formatInstant(session.ends_at, i18n.language, time_zone);
  return (
    <Card size="small">
      <Flex wrap justify="space-between" align="center" gap={12}>
        <Flex vertical gap={4}>
          <strong>{t('learner.sessions.when', { from, to })}</strong>
          <span>
            {session.training_location_id ? (
              <bdi>{location ?? ''}</bdi>
            ) : session.online_url ? (
              <a href={session.online_url} target="_blank" rel="noopener noreferrer">
                {t('learner.sessions.online')}
              </a>
            ) : (
              t('learner.sessions.online')
            )}
          </span>
          {session.note && <bdi className="sg-soft">{session.note}</bdi>}
          <Place session={session} />
        </Flex>
        <Commands session={session} isOpen={isOpen} when={from} />
      </Flex>
    </Card>
  );
}

function Place({ session }: { session: TrainingSessionRow }) {
  const { t, i18n } = useTranslation();
  const { own_state, own_place, seats, booked, waiting } = session;
  if (own_state === 'waiting')
    return (
      <span className="kit-tone-warning sg-toned sg-medium">
        {t('learner.sessions.own.waiting', { place: formatCount(own_place ?? 0, i18n.language) })}
      </span>
    );
  if (own_state)
    return (
      <span className={`kit-tone-${own_state === 'absent' ? 'error' : 'success'} sg-toned sg-medium`}>
        {t(`learner.sessions.own.${own_state}`)}
      </span>
    );
  if (seats === null) return <span className="sg-soft">{t('learner.sessions.no_limit')}</span>;
  const count = (value: number) => formatCount(value, i18n.language);
  if (booked < seats)
    return <span className="sg-soft">{t('learner.sessions.free', { shown: count(seats - booked) })}</span>;
  return <span className="sg-soft">{t('learner.sessions.full', { shown: count(waiting ?? 0) })}</span>;
}

function Commands({ session, isOpen, when }: { session: TrainingSessionRow; isOpen: boolean; when: string }) {
  const { t } = useTranslation();
  const { open } = useNotification();
  const learnedAnew = useLearnedAnew();
  const { busy, run } = useSubmit({ toast: true });
  const { session_id, own_state, seats, booked, status, starts_at } = session;
  const isAhead = status === 'planned' && Date.parse(starts_at) > Date.now();
  const isIn = own_state === 'booked' || own_state === 'waiting';

  const ask = (command: 'book' | 'leave') =>
    run(async () => {
      const { data } = await http.post<OwnPlace>(`/api/training-sessions/${session_id}/${command}`, {});
      open?.({ type: 'success', message: t(`learner.sessions.done.${data.own_state ?? 'left'}`) });
    }).finally(learnedAnew);
  return (
    <Flex wrap align="center" gap={8}>
      {isAhead && isIn && (
        <Button
          icon={<CalendarOutlined aria-hidden />}
          loading={busy}
          onClick={() => void run(() => downloadCalendar(session_id))}
        >
          {t('learner.sessions.calendar')}
          <span className="sg-visually-hidden">: {when}</span>
        </Button>
      )}
      {isAhead && isIn && (
        <Button loading={busy} onClick={() => void ask('leave')}>
          {t('learner.sessions.leave')}
          <span className="sg-visually-hidden">: {when}</span>
        </Button>
      )}
      {isAhead && !own_state && isOpen && (
        <Button type="primary" loading={busy} onClick={() => void ask('book')}>
          {t(seats === null || booked < seats ? 'learner.sessions.book' : 'learner.sessions.wait')}
          <span className="sg-visually-hidden">: {when}</span>
        </Button>
      )}
    </Flex>
  );
}
