import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import type { PracticalAssessmentResponse } from '@contract/practical.responses';
import { formatDay, joinParts } from '@/components/format';
import { LevelRing } from '@/components/level-ring';
import { SideDrawer } from '@/components/side-drawer';
import { QueryState } from '@/components/state-panels';
import { AssessmentForm } from './assessment-form';
import { NextStep } from './next-step';
import { StateTag } from './state-tag';
import { AssessmentResult } from './assessment-result';
import { useAssessment } from './use-assessment';
import './assessments.css';

/** One assessment: the form for its assessor, else the result and the next step. */
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
          <AssessmentHeader row={row} />
          {row.commands.includes('fill') ? (
            <AssessmentForm row={row} assessment={assessment} />
          ) : (
            <AssessmentResult row={row} />
          )}
          {problem && <Alert type="error" showIcon role="alert" message={problem} />}
          <NextStep row={row} assessment={assessment} />
        </div>
      )}
    </SideDrawer>
  );
}

function AssessmentHeader({ row }: { row: PracticalAssessmentResponse }) {
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
          {joinParts(
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
