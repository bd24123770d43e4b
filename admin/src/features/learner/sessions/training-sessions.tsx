import { Button, Card, Flex } from 'antd';
import { CalendarOutlined } from '@ant-design/icons';
import { useNotification } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '@/components/use-submit';
import type { OwnBookingResponse } from '@contract/session.responses';
import type { TrainingSessionRow } from '@contract/training-sessions.resource';
import { fetchMatchingRows } from '@/api/data-provider';
import { http } from '@/api/http';
import { downloadCalendar } from '@/api/session-calendar';
import { dataKey } from '@/api/query-keys';
import { formatCount, formatInstant } from '@/components/format';
import { useAccount } from '@/crud/crud-context';
import { useRowName } from '@/crud/row-names';
import { FailedState } from '@/components/state-panels';
import { LEARNER, fetchOwnSessions, useRefreshLearnerData, useCurrentStaff } from '../learner-data';
import { CardSkeleton } from '../learner-frame';

/** Maximum of upcoming sessions shown. */
const SESSION_LIMIT = 50;

/** Upcoming sessions, and booked sessions that have not ended. */
async function fetchSessions(training_id: string, staff_id: string): Promise<TrainingSessionRow[]> {
  const now = new Date().toISOString();
  const filters = [
    { field: 'training_id', operator: 'eq' as const, value: training_id },
    { field: 'status', operator: 'in' as const, value: ['planned', 'held'] },
    { field: 'starts_at', operator: 'gte' as const, value: now },
  ];
  const sorters = [{ field: 'starts_at', order: 'asc' as const }];
  const [{ rows: upcoming }, bookedSessions] = await Promise.all([
    fetchMatchingRows<TrainingSessionRow>('training-sessions', filters, sorters, SESSION_LIMIT),
    fetchOwnSessions({ staff_id, training_id }),
  ]);
  const unfinished = bookedSessions.filter(({ ends_at, status }) => ends_at > now && status !== 'cancelled');
  const all = new Map([...upcoming, ...unfinished].map((row) => [row.session_id, row]));
  return [...all.values()].sort((a, b) => a.starts_at.localeCompare(b.starts_at));
}

/** Sessions of a classroom training with free seats and the own booking. */
export function TrainingSessions({ trainingId, isOpen }: { trainingId: string; isOpen: boolean }) {
  const { t } = useTranslation();
  const { staffId } = useCurrentStaff();
  const { data, isError, error, refetch } = useQuery({
    queryKey: dataKey(LEARNER, 'sessions', trainingId, staffId),
    queryFn: () => fetchSessions(trainingId, staffId!),
    enabled: typeof staffId === 'string',
    retry: 1,
  });
  return (
    <Flex component="section" className="sg-card" vertical gap={12} aria-labelledby="lr-sessions">
      <h2 id="lr-sessions">{t('learner.sessions.title')}</h2>
      {isError && <FailedState error={error} retry={() => void refetch()} />}
      {!isError && !data && <CardSkeleton />}
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
  const { time_zone } = useAccount();
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
          <BookingStatus session={session} />
        </Flex>
        <BookingActions session={session} isOpen={isOpen} when={from} />
      </Flex>
    </Card>
  );
}

function BookingStatus({ session }: { session: TrainingSessionRow }) {
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

function BookingActions({ session, isOpen, when }: { session: TrainingSessionRow; isOpen: boolean; when: string }) {
  const { t } = useTranslation();
  const { open } = useNotification();
  const refreshLearnerData = useRefreshLearnerData();
  const { busy, run } = useSubmit({ toast: true });
  const { session_id, own_state, seats, booked, status, starts_at } = session;
  const isUpcoming = status === 'planned' && Date.parse(starts_at) > Date.now();
  const isBooked = own_state === 'booked' || own_state === 'waiting';

  const sendCommand = (command: 'book' | 'leave') =>
    run(async () => {
      const { data } = await http.post<OwnBookingResponse>(`/api/training-sessions/${session_id}/${command}`, {});
      open?.({ type: 'success', message: t(`learner.sessions.done.${data.own_state ?? 'left'}`) });
    }).finally(refreshLearnerData);
  return (
    <Flex wrap align="center" gap={8}>
      {isUpcoming && isBooked && (
        <Button
          icon={<CalendarOutlined aria-hidden />}
          loading={busy}
          onClick={() => void run(() => downloadCalendar(session_id))}
        >
          {t('learner.sessions.calendar')}
          <span className="sg-visually-hidden">: {when}</span>
        </Button>
      )}
      {isUpcoming && isBooked && (
        <Button loading={busy} onClick={() => void sendCommand('leave')}>
          {t('learner.sessions.leave')}
          <span className="sg-visually-hidden">: {when}</span>
        </Button>
      )}
      {isUpcoming && !own_state && isOpen && (
        <Button type="primary" loading={busy} onClick={() => void sendCommand('book')}>
          {t(seats === null || booked < seats ? 'learner.sessions.book' : 'learner.sessions.wait')}
          <span className="sg-visually-hidden">: {when}</span>
        </Button>
      )}
    </Flex>
  );
}
