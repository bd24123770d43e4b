import { useState } from 'react';
import { Button, Flex } from 'antd';
import { DeleteOutlined, ExperimentOutlined, MoreOutlined, SettingOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { ActionMenu } from '@/components/action-menu';
import { formatPercent } from '@/components/format';
import { lazyComponent } from '@/components/lazy-component';
import type { QuizRow } from '@contract/quizzes.resource';
import type { ResourceModule } from '@/crud/resource-module';
import { DeleteDialog } from '@/crud/removal/delete-dialog';
import { statusTone } from '@/components/status';
import { StatusTag } from '@/components/status-tag';

const TryQuiz = lazyComponent(() => import('./try-quiz').then((m) => m.TryQuiz));

/** The quiz's rules in one line, and the commands for the whole quiz. */
export function QuizHead({
  module,
  quiz,
  openSettings,
}: {
  module: ResourceModule;
  quiz: QuizRow;
  openSettings: () => void;
}) {
  const { t, i18n } = useTranslation();
  const [isTrying, setIsTrying] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const ruleTexts = [
    t('quizzes.facts.pass', { mark: formatPercent(quiz.pass_mark, i18n.language) }),
    quiz.attempts_allowed === null
      ? t('quizzes.facts.any_attempts')
      : t('quizzes.facts.attempts', { count: quiz.attempts_allowed }),
    quiz.time_limit_minutes === null
      ? t('quizzes.facts.no_limit')
      : t('quizzes.facts.minutes', { count: quiz.time_limit_minutes }),
    ...(quiz.shuffle_questions ? [t('quizzes.facts.shuffled')] : []),
  ];
  return (
    <Flex component="header" wrap align="center" justify="space-between" gap="12px 24px" className="qz-head sg-card">
      <div>
        <Flex component="h2" wrap align="center" gap={8}>
          <bdi>{quiz.title}</bdi>
          {quiz.status !== 'active' && (
            <StatusTag tone={statusTone(quiz.status) ?? 'neutral'}>
              {t(`quizzes.choices.status.${quiz.status}`)}
            </StatusTag>
          )}
        </Flex>
        <p className="sg-soft">{ruleTexts.join(' · ')}</p>
      </div>
      <Flex wrap gap={8} className="kit-head-actions">
        <Button
          icon={<ExperimentOutlined aria-hidden />}
          disabled={quiz.question_count === 0}
          onClick={() => setIsTrying(true)}
        >
          {t('quizzes.try.action')}
        </Button>
        <Button icon={<SettingOutlined aria-hidden />} onClick={openSettings}>
          {t('quizzes.settings')}
        </Button>
        <ActionMenu
          name={t('kit.row_menu', { name: quiz.title })}
          placement="bottomRight"
          menu={{
            items: [
              {
                key: 'delete',
                danger: true,
                icon: <DeleteOutlined />,
                label: t('kit.delete.action'),
                onClick: () => setIsDeleting(true),
              },
            ],
          }}
        >
          <Button
            icon={<MoreOutlined aria-hidden />}
            className="trn-more"
            aria-label={t('kit.row_menu', { name: quiz.title })}
          />
        </ActionMenu>
      </Flex>
      {isTrying && <TryQuiz quiz={quiz} close={() => setIsTrying(false)} />}
      {isDeleting && <DeleteDialog module={module} row={quiz} onClose={() => setIsDeleting(false)} />}
    </Flex>
  );
}
