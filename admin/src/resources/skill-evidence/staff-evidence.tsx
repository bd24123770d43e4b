import { Button, Skeleton } from 'antd';
import { PlusOutlined } from '@ant-design/icons';
import { useList, type HttpError } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SkillEvidenceRow } from '@contract/skill-evidence.resource';
import { currentRole } from '@/app/session/who';
import { formatCount, formatDay } from '@/kit/format';
import { LevelRing } from '@/kit/level-ring';
import type { Row } from '@/kit/module';
import { useRowNames } from '@/kit/names';
import { toneOf } from '@/kit/status';
import { StatusTag } from '@/kit/status-tag';
import { SignOff, useDecidable } from './sign-off';
import { FailedState, StatePanel } from '@/kit/states';
import './skill-evidence.css';

const SHOWN = 20;

/** The latest evidence of one person, with the way to the whole and to a new row. A tab of the staff member. */
export function StaffEvidence({ staffId }: { staffId: string }) {
  const { t, i18n } = useTranslation();
  const { query, result } = useList<SkillEvidenceRow, HttpError>({
    resource: 'skill-evidence',
    filters: [{ field: 'staff_id', operator: 'eq', value: staffId }],
    sorters: [{ field: 'effective_date', order: 'desc' }],
    pagination: { currentPage: 1, pageSize: SHOWN },
    errorNotification: false,
    queryOptions: { retry: false },
  });
  const rows = query.data ? result.data : [];
  const decidable = useDecidable(
    staffId,
    rows.some((row) => row.state === 'pending'),
  );
  const names = useRowNames('skills', [...new Set(rows.map((row) => row.skill_id))]);
  const total = query.data?.total ?? 0;
  const day = (value: string) => formatDay(value, i18n.language);
  const list = `/skill-evidence?staff_id=${encodeURIComponent(staffId)}`;
  const add = currentRole() === 'admin' && (
    <Link to={`${list}&edit=new`}>
      <Button icon={<PlusOutlined aria-hidden />} tabIndex={-1}>
        {t('skill-evidence.record')}
      </Button>
    </Link>
  );
  if (query.isError) return <FailedState error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton active paragraph={{ rows: 5 }} />;
  if (rows.length === 0)
    return (
      <StatePanel drawing="empty" title={t('skill-evidence.none')} text={t('skill-evidence.empty')} action={add} />
    );
  return (
    <>
      <div className="evd-head">
        <Link to={list}>{t('skill-evidence.all', { count: total, shown: formatCount(total, i18n.language) })}</Link>
        {add}
      </div>
      <ul className="evd-list">
        {rows.map((row) => (
          <li key={row.id}>
            <LevelRing level={row.level} size={32} />
            <div>
              <strong>{names.get(row.skill_id) ?? '…'}</strong>
              <p>
                {t(`skill-evidence.choices.kind.${row.kind}`)} · {day(row.effective_date)}
                {row.valid_until && ` · ${t('skill-evidence.until', { day: day(row.valid_until) })}`}
              </p>
            </div>
            <StatusTag tone={toneOf(row.state) ?? 'neutral'}>
              {t(`skill-evidence.choices.state.${row.state}`)}
            </StatusTag>
            {decidable.has(row.id) && <SignOff row={row} />}
          </li>
        ))}
      </ul>
    </>
  );
}

/** For `ResourceModule.tabs` of staff. */
export const showStaffEvidence = (row: Row) => <StaffEvidence staffId={row.id} />;
