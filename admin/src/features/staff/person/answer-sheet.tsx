import { useState } from 'react';
import { Alert, Button } from 'antd';
import { StopOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { AttemptSheet } from '@contract/attempt.responses';
import { formatCount, formatInstant, formatPercent } from '@/components/format';
import { useApiQuery } from '@/api/use-api-query';
import { useSession } from '@/api/use-session';
import { useAccount } from '@/crud/crud-context';
import { QueryState } from '@/components/state-panels';
import { statusTone } from '@/components/status';
import { StatusTag } from '@/components/status-tag';
import { SideDrawer } from '@/components/side-drawer';
import { Explanations } from '@/features/learner/quiz/explanations';
import { useTimeLimitText } from '@/features/learner/quiz/use-time-limit-text';
import { canVoidAttempt, VoidAttemptDialog } from './void-attempt';
import '@/features/learner/learner.css';
import '@/features/learner/quiz/quiz.css';

/** The questions of an attempt with the chosen and the correct answers, as stored with the attempt. */
export function AnswerSheetDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { role } = useSession();
  const { t } = useTranslation();
  const [isVoiding, setVoiding] = useState(false);
  const sheet = useApiQuery(`attempts/${id}`);
  return (
    <SideDrawer
      onClose={onClose}
      width={720}
      title={sheet.data?.title ?? t('person.sheet.open')}
      extra={
        sheet.data &&
        canVoidAttempt(sheet.data, role) && (
          <Button danger icon={<StopOutlined aria-hidden />} onClick={() => setVoiding(true)}>
            {t('person.sheet.void')}
          </Button>
        )
      }
    >
      <QueryState query={sheet} rows={8} />
      {sheet.data && <AttemptAnswers sheet={sheet.data} />}
      {sheet.data && isVoiding && <VoidAttemptDialog attempt={sheet.data} onClose={() => setVoiding(false)} />}
    </SideDrawer>
  );
}

function AttemptAnswers({ sheet }: { sheet: AttemptSheet }) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useAccount();
  const language = i18n.language;
  const formatTimeLimit = useTimeLimitText();
  const formatNumber = (value: number | null) => formatCount(value ?? 0, language);
  return (
    <>
      <p className="sg-row sg-wrap sg-gap-4-16">
        {sheet.status === 'voided' && (
          <StatusTag tone={statusTone(sheet.status) ?? 'neutral'}>{t('person.attempt.voided')}</StatusTag>
        )}
        {sheet.result && sheet.status !== 'voided' && (
          <StatusTag tone={statusTone(sheet.result) ?? 'neutral'}>
            {t(`reports.choices.result.${sheet.result}`)}
          </StatusTag>
        )}
        {sheet.score !== null && <strong className="sg-number">{formatPercent(sheet.score, language)}</strong>}
        <span>
          {t('learner.result.points', {
            count: sheet.total ?? 0,
            correct: formatNumber(sheet.correct),
            total: formatNumber(sheet.total),
          })}
        </span>
        <span>{t('learner.quiz.mark', { mark: formatPercent(sheet.pass_mark, language) })}</span>
        {sheet.extra_minutes && <span>{formatTimeLimit(sheet.time_limit_minutes, sheet.extra_minutes)}</span>}
        {sheet.submitted_at && <span>{formatInstant(sheet.submitted_at, language, time_zone)}</span>}
      </p>
      {sheet.review ? (
        <Explanations sheet={sheet} review={sheet.review} />
      ) : (
        <Alert className="kit-banner" role="note" showIcon message={t('person.sheet.closed')} />
      )}
    </>
  );
}
