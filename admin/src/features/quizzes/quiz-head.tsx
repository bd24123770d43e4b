import { useState } from 'react';
import { Button, Flex } from 'antd';
import { DeleteOutlined, ExperimentOutlined, MoreOutlined, SettingOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { DropMenu } from '@/components/drop-menu';
import { formatPercent } from '@/components/format';
import { later } from '@/components/later';
import type { QuizRow } from '@contract/quizzes.resource';
import type { ResourceModule } from '@/crud/module';
import { DeleteDialog } from '@/crud/removal/delete-dialog';
import { toneOf } from '@/components/status';
import { StatusTag } from '@/components/status-tag';

const TryQuiz = later(() => import('./try-quiz').then((m) => m.TryQuiz));

/** The rules of the quiz in one line of facts, and what can be done with the quiz as a whole. */
export function QuizHead({ module, quiz, settings }: { module: ResourceModule; quiz: QuizRow; settings: () => void }) {
  const { t, i18n } = useTranslation();
  const [trying, setTrying] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const facts = [
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
            <StatusTag tone={toneOf(quiz.status) ?? 'neutral'}>{t(`quizzes.choices.status.${quiz.status}`)}</StatusTag>
          )}
        </Flex>
        <p className="sg-soft">{facts.join(' · ')}</p>
      </div>
      <Flex wrap gap={8} className="kit-head-actions">
        <Button
          icon={<ExperimentOutlined aria-hidden />}
          disabled={quiz.question_count === 0}
          onClick={() => setTrying(true)}
        >
          {t('quizzes.try.action')}
        </Button>
        <Button icon={<SettingOutlined aria-hidden />} onClick={settings}>
          {t('quizzes.settings')}
        </Button>
        <DropMenu
          name={t('kit.row_menu', { name: quiz.title })}
          placement="bottomRight"
          menu={{
            items: [
              {
                key: 'delete',
                danger: true,
                icon: <DeleteOutlined />,
                label: t('kit.delete.action'),
                onClick: () => setDeleting(true),
              },
            ],
          }}
        >
          <Button
            icon={<MoreOutlined aria-hidden />}
            className="trn-more"
            aria-label={t('kit.row_menu', { name: quiz.title })}
          />
        </DropMenu>
      </Flex>
      {trying && <TryQuiz quiz={quiz} close={() => setTrying(false)} />}
      {deleting && <DeleteDialog module={module} row={quiz} onClose={() => setDeleting(false)} />}
    </Flex>
  );
}
