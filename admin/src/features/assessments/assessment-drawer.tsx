import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import type { PracticalAnswer } from '@contract/practical-answers';
import { formatDay, joined } from '@/components/format';
import { LevelRing } from '@/components/level-ring';
import { SideDrawer } from '@/components/side-drawer';
import { QueryState } from '@/components/states';
import { FillIn } from './fill-in';
import { NextStep } from './next-step';
import { StateTag } from './state-tag';
import { Told } from './told';
import { useAssessment } from './use-assessment';
import './assessments.css';

/** One assessment: filled in by whoever assesses, afterwards what it says and what is still to be said to it. */
export function AssessmentDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation();
  const assessment = useAssessment(id);
  const { query, problem } = assessment;
  const row = query.data;
  return (
    <SideDrawer onClose={onClose} title={row ? <bdi>{row.skill_name}</bdi> : t('assessments.one')}>
      <QueryState query={query} rows={8} />
      {row && (
        <div className="sg-stack sg-gap-16">
          <Head row={row} />
          {row.commands.includes('fill') ? <FillIn row={row} assessment={assessment} /> : <Told row={row} />}
          {problem && <Alert type="error" showIcon role="alert" message={problem} />}
          <NextStep row={row} assessment={assessment} />
        </div>
      )}
    </SideDrawer>
  );
}

function Head({ row }: { row: PracticalAnswer }) {
  const { t, i18n } = useTranslation();
  const day = row.assessed_on && formatDay(row.assessed_on, i18n.language);
  return (
    <header className="sg-row sg-wrap sg-gap-12">
      <LevelRing level={row.level} size={36} />
      <div className="sg-grow">
        <strong>
          <bdi>{row.staff_name}</bdi>
        </strong>
        <p className="sg-small sg-soft">
          {joined(
            [
              t('kit.level.is', { level: row.level }),
              row.assessor_name && t('assessments.by', { name: row.assessor_name }),
              day,
            ],
            i18n.language,
          )}
        </p>
      </div>
      <StateTag row={row} />
    </header>
  );
}
