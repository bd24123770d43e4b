import { useState } from 'react';
import { Button, Select, Skeleton } from 'antd';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { NOTICE_PREVIEW_DAYS, type NoticePreviewResponse as Preview } from '@contract/notices';
import { apiGet } from '@/api/api-get';
import { dataKey } from '@/api/query-keys';
import { dayjs } from '@/components/dates';
import { formatDay, formatList, joinParts } from '@/components/format';
import { FailedState } from '@/components/state-panels';
import { NoticeTable } from './notice-table';
import { noticeDate, noticeText } from './notice-texts';

/** Preview of the notices to be sent on a coming day. */
export function NoticePreview() {
  const { t, i18n } = useTranslation();
  const [day, setDay] = useState<string | null>(null);
  const preview = useInfiniteQuery({
    queryKey: dataKey('settings', 'settings/notices/preview', day),
    queryFn: ({ pageParam }) =>
      apiGet('settings/notices/preview', { ...(day && { day }), ...(pageParam && { after: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ next }: Preview) => next,
  });
  const first = preview.data?.pages[0];
  const rows = preview.data?.pages.flatMap((page) => page.notices) ?? [];
  const days = first
    ? Array.from({ length: NOTICE_PREVIEW_DAYS }, (_, offset) =>
        dayjs(first.first_day).add(offset, 'day').format('YYYY-MM-DD'),
      )
    : [];
  return (
    <>
      <p>{t('notices.preview.text')}</p>
      {preview.isError && <FailedState error={preview.error} retry={() => void preview.refetch()} />}
      {first && (
        <Select
          value={first.day}
          popupMatchSelectWidth={false}
          aria-label={t('notices.preview.day')}
          options={days.map((value) => ({ value, label: formatDay(value, i18n.language, 'long') }))}
          onChange={setDay}
        />
      )}
      {preview.isPending && <Skeleton active paragraph={{ rows: 3 }} />}
      {first && rows.length === 0 && !preview.hasNextPage && <p className="sg-faint">{t('notices.preview.empty')}</p>}
      {rows.length > 0 && (
        <NoticeTable heads={[t('notices.preview.who'), t('notices.preview.what'), t('notices.preview.way')]}>
          {rows.map((row) => (
            <tr key={[row.staff_id, row.kind, row.training_id, row.skill_id, row.about_name, row.day].join()}>
              <th scope="row">
                <bdi>{row.staff_name}</bdi>
              </th>
              <td>{joinParts([noticeText(row, t), noticeDate(row, t, i18n.language, undefined)], i18n.language)}</td>
              <td>
                {formatList(
                  [row.app && t('notices.app'), row.mail && t('notices.mail')].filter((channel) => channel !== false),
                  i18n.language,
                )}
              </td>
            </tr>
          ))}
        </NoticeTable>
      )}
      {preview.hasNextPage && (
        <Button loading={preview.isFetchingNextPage} onClick={() => void preview.fetchNextPage()}>
          {t('notices.more')}
        </Button>
      )}
    </>
  );
}
