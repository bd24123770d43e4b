import { useState } from 'react';
import { Button } from 'antd';
import { CheckSquareOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { PracticalAnswer } from '@contract/practical-answers';
import { useScope } from '@/api/me';
import { useSession } from '@/api/use-session';
import { useApiQuery } from '@/api/use-api-query';
import { formatDay, joined } from '@/components/format';
import { useMe } from '@/crud/kit-context';
import { dayIn } from '@/components/dates';
import { LevelRing } from '@/components/level-ring';
import { useUrlKey } from '@/crud/list/list-url';
import { QueryState, StatePanel } from '@/components/states';
import { AssessmentDrawer } from './assessment-drawer';
import { StartDialog } from './start-dialog';
import { StateTag } from './state-tag';
import './assessments.css';

/** What was seen of one person at work, the newest first; begun here by an admin or a manager, nobody for themselves. */
export function AssessmentsTab({ staffId }: { staffId: string }) {
  const { role, user } = useSession();
  const { t } = useTranslation();
  const scope = useScope();
  const [shown, show] = useUrlKey('show');
  const [starting, start] = useState(false);
  const list = useApiQuery(`staff/${staffId}/practical-assessments`);
  const isOwn = user?.staff_id === staffId;
  const assesses = !isOwn && (role === 'admin' || scope === 'line');
  if (!list.data) return <QueryState query={list} rows={6} />;
  const begin = assesses && (
    <Button type="primary" icon={<CheckSquareOutlined aria-hidden />} onClick={() => start(true)}>
      {t('assessments.start')}
    </Button>
  );
  return (
    <section className="sg-card sg-stack sg-gap-16" aria-label={t('person.tabs.assessments')}>
      {list.data.length === 0 ? (
        <StatePanel
          drawing="empty"
          title={t('assessments.none')}
          text={t(assesses ? 'assessments.none_text' : 'assessments.none_of_one')}
          action={begin}
        />
      ) : (
        <>
          {begin && <div>{begin}</div>}
          <ul className="asm-list sg-lines">
            {list.data.map((row) => (
              <Line key={row.assessment_id} row={row} open={() => show(row.assessment_id)} />
            ))}
          </ul>
        </>
      )}
      {starting && <StartDialog staffId={staffId} onClose={() => start(false)} onBegun={show} />}
      {shown && <AssessmentDrawer key={shown} id={shown} onClose={() => show(null)} />}
    </section>
  );
}

function Line({ row, open }: { row: PracticalAnswer; open: () => void }) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useMe();
  const day = row.assessed_on ?? dayIn(row.started_at, time_zone);
  return (
    <li>
      <LevelRing level={row.level} size={32} />
      <div>
        <strong>
          <bdi>{row.skill_name}</bdi>
        </strong>
        <p className="sg-small sg-soft">
          {joined(
            [row.assessor_name && t('assessments.by', { name: row.assessor_name }), formatDay(day, i18n.language)],
            i18n.language,
          )}
        </p>
      </div>
      <StateTag row={row} />
      <Button onClick={open}>
        {row.commands.includes('fill') ? t('assessments.go_on') : t('assessments.open')}
        <span className="sg-visually-hidden">: {row.skill_name}</span>
      </Button>
    </li>
  );
}
