import { Button, Skeleton } from 'antd';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { NoticeResponse, NoticesResponse, UnreadNoticesResponse } from '@contract/notices';
import { http } from '@/api/http';
import { apiGet } from '@/api/api-get';
import { useSession } from '@/api/use-session';
import { dataKey } from '@/api/query-keys';
import { formatInstant, joinParts } from '@/components/format';
import { useAccount } from '@/crud/crud-context';
import { SideDrawer } from '@/components/side-drawer';
import { FailedState, StatePanel } from '@/components/state-panels';
import { NOTICES_KEY } from './bell';
import { noticeDate, noticeLink, noticeText } from './notice-texts';
import './notices.css';

const ALL_NOTICES = 'all';

/** The current user's notices, newest first. Opening one marks it as read. */
export function NoticeDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const notices = useInfiniteQuery({
    queryKey: dataKey('notices', 'list'),
    queryFn: ({ pageParam }) => apiGet('notices', pageParam ? { before: pageParam } : {}),
    initialPageParam: '',
    getNextPageParam: ({ next }: NoticesResponse) => next,
  });
  const markRead = useMutation({
    mutationFn: (noticeId: string) =>
      noticeId === ALL_NOTICES
        ? http.post<UnreadNoticesResponse>('/api/notices/read-all', {})
        : http.post<UnreadNoticesResponse>('/api/notices/read', { notice_id: [noticeId] }),
    onSettled: () => client.invalidateQueries({ queryKey: NOTICES_KEY }),
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
          <Button size="small" loading={markRead.isPending} onClick={() => markRead.mutate(ALL_NOTICES)}>
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
              <NoticeLine
                notice={notice}
                onOpen={() => {
                  if (!notice.read) markRead.mutate(notice.notice_id);
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

function NoticeLine({ notice, onOpen }: { notice: NoticeResponse; onOpen: () => void }) {
  const { role } = useSession();
  const { t, i18n } = useTranslation();
  const { time_zone } = useAccount();
  const details = [
    noticeDate(notice, t, i18n.language, time_zone),
    formatInstant(notice.created_at, i18n.language, time_zone),
  ];
  return (
    <Link
      to={noticeLink(notice, role === 'admin')}
      className="ntc-line sg-line"
      data-unread={!notice.read}
      onClick={onOpen}
    >
      <span className="ntc-dot" aria-hidden />
      <span className="sg-col">
        <span className={notice.read ? undefined : 'sg-semi'}>
          {!notice.read && <span className="sg-visually-hidden">{t('notices.unread')} </span>}
          {noticeText(notice, t)}
        </span>
        <span className="sg-small sg-soft">{joinParts(details, i18n.language)}</span>
      </span>
    </Link>
  );
}
