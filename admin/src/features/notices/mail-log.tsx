import { useState } from 'react';
import { Button, Select } from 'antd';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { NOTICE_MAIL_STATES, type NoticeMailsResponse, type NoticeMailState } from '@contract/notices';
import { apiGet } from '@/api/api-get';
import { dataKey } from '@/api/query-keys';
import { formatInstant, formatList } from '@/components/format';
import { useAccount } from '@/crud/crud-context';
import { QueryState } from '@/components/state-panels';
import { NoticeTable } from './notice-table';

/** Log of notice mails with recipients and delivery states. */
export function MailLog() {
  const { t, i18n } = useTranslation();
  const { time_zone } = useAccount();
  const [state, setState] = useState<NoticeMailState | 'all'>('all');
  const log = useInfiniteQuery({
    queryKey: dataKey('settings', 'settings/notices/mails', state),
    queryFn: ({ pageParam }) =>
      apiGet('settings/notices/mails', {
        ...(state !== 'all' && { state }),
        ...(pageParam && { before: pageParam }),
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }: NoticeMailsResponse) => next,
  });
  const rows = log.data?.pages.flatMap((page) => page.mails) ?? [];
  return (
    <>
      <p>{t('notices.log.text')}</p>
      <Select
        value={state}
        popupMatchSelectWidth={false}
        aria-label={t('notices.log.state')}
        options={(['all', ...NOTICE_MAIL_STATES] as const).map((value) => ({
          value,
          label: t(`notices.log.states.${value}`),
        }))}
        onChange={setState}
      />
      <QueryState query={log} rows={3} />
      {log.isSuccess && rows.length === 0 && <p className="sg-faint">{t('notices.log.empty')}</p>}
      {rows.length > 0 && (
        <NoticeTable heads={[t('notices.preview.who'), t('notices.preview.what'), t('notices.log.state')]}>
          {rows.map((mail) => (
            <tr key={mail.notice_mail_id}>
              <th scope="row">
                <bdi>{mail.staff_name}</bdi>
                <br />
                <bdi className="sg-small sg-faint" dir="ltr">
                  {mail.address}
                </bdi>
              </th>
              <td>
                {formatList(
                  mail.kinds.map((kind) => t(`notices.kinds.${kind}`)),
                  i18n.language,
                )}
              </td>
              <td>
                {t(`notices.log.states.${mail.state}`)}
                <br />
                <span className="sg-small sg-faint">
                  {formatInstant(mail.settled_at ?? mail.created_at, i18n.language, time_zone)}
                </span>
              </td>
            </tr>
          ))}
        </NoticeTable>
      )}
      {log.hasNextPage && (
        <Button loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {t('notices.more')}
        </Button>
      )}
    </>
  );
}
