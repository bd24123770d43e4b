import { Button, Skeleton } from 'antd';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Notice, Notices, NoticesRead } from '@contract/notices';
import { http } from '@/api/http';
import { read } from '@/api/read';
import { useSession } from '@/api/use-session';
import { dataKey } from '@/api/query-keys';
import { formatInstant, joined } from '@/components/format';
import { useMe } from '@/crud/kit-context';
import { SideDrawer } from '@/components/side-drawer';
import { FailedState, StatePanel } from '@/components/states';
import { NOTICES } from './bell';
import { dayOf, leadsTo, saidOf } from './notice-words';
import './notices.css';

const ALL = 'all';

/** What one was told, newest first: each leads to what it is about, and is read then. */
export function NoticeDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const notices = useInfiniteQuery({
    queryKey: dataKey('notices', 'list'),
    queryFn: ({ pageParam }) => read('notices', pageParam ? { before: pageParam } : {}),
    initialPageParam: '',
    getNextPageParam: ({ next }: Notices) => next,
  });
  const mark = useMutation({
    mutationFn: (which: string) =>
      which === ALL
        ? http.post<NoticesRead>('/api/notices/read-all', {})
        : http.post<NoticesRead>('/api/notices/read', { notice_id: [which] }),
    onSettled: () => client.invalidateQueries({ queryKey: NOTICES }),
  });
  const rows = notices.data?.pages.flatMap((page) => page.notices) ?? [];
  const isUnread = rows.some(({ read: isRead }) => !isRead);
  return (
    <SideDrawer
      title={t('shell.notices')}
      width={480}
      onClose={onClose}
      extra={
        isUnread && (
          <Button size="small" loading={mark.isPending} onClick={() => mark.mutate(ALL)}>
            {t('notices.read_all')}
          </Button>
        )
      }
    >
      {notices.isError && rows.length === 0 && (
        <FailedState error={notices.error} retry={() => void notices.refetch()} />
      )}
      {notices.isPending && <Skeleton active paragraph={{ rows: 6 }} />}
      {notices.isSuccess && rows.length === 0 && (
        <StatePanel drawing="empty" title={t('notices.none')} text={t('notices.none_text')} />
      )}
      {rows.length > 0 && (
        <ul className="sg-panel sg-lines">
          {rows.map((notice) => (
            <li key={notice.notice_id}>
              <Line
                notice={notice}
                go={() => {
                  if (!notice.read) mark.mutate(notice.notice_id);
                  onClose();
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {notices.hasNextPage && (
        <Button className="sg-mt-16" loading={notices.isFetchingNextPage} onClick={() => void notices.fetchNextPage()}>
          {t('notices.older')}
        </Button>
      )}
    </SideDrawer>
  );
}

function Line({ notice, go }: { notice: Notice; go: () => void }) {
  const { role } = useSession();
  const { t, i18n } = useTranslation();
  const { time_zone } = useMe();
  const facts = [
    dayOf(notice, t, i18n.language, time_zone),
    formatInstant(notice.created_at, i18n.language, time_zone),
  ];
  return (
    <Link to={leadsTo(notice, role === 'admin')} className="ntc-line sg-line" data-unread={!notice.read} onClick={go}>
      <span className="ntc-dot" aria-hidden />
      <span className="sg-col">
        <span className={notice.read ? undefined : 'sg-semi'}>
          {!notice.read && <span className="sg-visually-hidden">{t('notices.unread')} </span>}
          {saidOf(notice, t)}
        </span>
        <span className="sg-small sg-soft">{joined(facts, i18n.language)}</span>
      </span>
    </Link>
  );
}
