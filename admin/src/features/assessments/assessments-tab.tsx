import { useState } from 'react';
import { Button } from 'antd';
import { CheckSquareOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { PracticalAssessmentResponse } from '@contract/practical.responses';
import { useVisibilityScope } from '@/api/account';
import { useSession } from '@/api/use-session';
import { useApiQuery } from '@/api/use-api-query';
import { formatDay, joinParts } from '@/components/format';
import { useAccount } from '@/crud/crud-context';
import { dayIn } from '@/components/dates';
import { LevelRing } from '@/components/level-ring';
import { useSearchParam } from '@/crud/list/use-list-state';
import { QueryState, StatePanel } from '@/components/state-panels';
import { AssessmentDrawer } from './assessment-drawer';
import { StartDialog } from './start-dialog';
import { StateTag } from './state-tag';
import './assessments.css';

/** Assessments of one person, newest first. Admins and managers can start one, but not for themselves. */
export function AssessmentsTab({ staffId }: { staffId: string }) {
  const { role, user } = useSession();
  const { t } = useTranslation();
  const scope = useVisibilityScope();
  const [openId, setOpenId] = useSearchParam('show');
  const [isStarting, setIsStarting] = useState(false);
  const list = useApiQuery(`staff/${staffId}/practical-assessments`);
  const isOwn = user?.staff_id === staffId;
  const canAssess = !isOwn && (role === 'admin' || scope === 'line');
  if (!list.data) return <QueryState query={list} rows={6} />;
  const startButton = canAssess && (
    <Button type="primary" icon={<CheckSquareOutlined aria-hidden />} onClick={() => setIsStarting(true)}>
      {t('assessments.start')}
    </Button>
  );
  return (
    <section className="sg-card sg-stack sg-gap-16" aria-label={t('person.tabs.assessments')}>
      {list.data.length === 0 ? (
        <StatePanel
          drawing="empty"
          title={t('assessments.none')}
          text={t(canAssess ? 'assessments.none_text' : 'assessments.none_of_one')}
          action={startButton}
        />
      ) : (
        <>
          {startButton && <div>{startButton}</div>}
          <ul className="asm-list sg-lines">
            {list.data.map((row) => (
              <AssessmentLine key={row.assessment_id} row={row} onOpen={() => setOpenId(row.assessment_id)} />
            ))}
          </ul>
        </>
      )}
      {isStarting && <StartDialog staffId={staffId} onClose={() => setIsStarting(false)} onStarted={setOpenId} />}
      {openId && <AssessmentDrawer key={openId} id={openId} onClose={() => setOpenId(null)} />}
    </section>
  );
}

function AssessmentLine({ row, onOpen }: { row: PracticalAssessmentResponse; onOpen: () => void }) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useAccount();
  const day = row.assessed_on ?? dayIn(row.started_at, time_zone);
  return (
    <li>
      <LevelRing level={row.level} size={32} />
      <div>
        <strong>
          <bdi>{row.skill_name}</bdi>
        </strong>
        <p className="sg-small sg-soft">
          {joinParts(
            [row.assessor_name && t('assessments.by', { name: row.assessor_name }), formatDay(day, i18n.language)],
            i18n.language,
          )}
        </p>
      </div>
      <StateTag row={row} />
      <Button onClick={onOpen}>
        {row.commands.includes('fill') ? t('assessments.go_on') : t('assessments.open')}
        <span className="sg-visually-hidden">: {row.skill_name}</span>
      </Button>
    </li>
  );
}
