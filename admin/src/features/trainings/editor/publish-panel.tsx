import { Alert, Button } from 'antd';
import { CloseOutlined, RightOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PublishCheck, TrainingRow } from '@contract/trainings.resource';
import type { Publishing } from './use-publish';

/** The tab that mends what a check misses. */
const MENDED_IN: Readonly<Record<PublishCheck, string>> = {
  category: '',
  skills: 'skills',
  video: 'media',
  source: 'media',
  quiz: 'quiz',
  draws: 'quiz',
};

/** Why the training could not be published, as a list to work off; each entry leads to where it is mended. */
export function PublishPanel({ row, publishing }: { row: TrainingRow; publishing: Publishing }) {
  const { t } = useTranslation();
  const { missing, publish, running, dismiss } = publishing;
  if (!missing) return null;
  const ready = missing.length === 0;
  return (
    <Alert
      className="kit-banner trn-checks"
      role="status"
      type={ready ? 'success' : 'warning'}
      showIcon
      message={<h2>{ready ? t('trainings.checks.ready') : t('trainings.checks.open', { count: missing.length })}</h2>}
      description={
        !ready && (
          <ul>
            {missing.map((check) => (
              <li key={check}>
                <Link to={`/training/${row.id}/${MENDED_IN[check]}`.replace(/\/$/, '')} className="sg-back">
                  {t(`trainings.checks.missing.${check}`)} <RightOutlined className="sg-mirror" aria-hidden="true" />
                </Link>
              </li>
            ))}
          </ul>
        )
      }
      action={
        ready && (
          <Button type="primary" loading={running} onClick={() => void publish()}>
            {t('trainings.commands.publish.label')}
          </Button>
        )
      }
      closable={{ closeIcon: <CloseOutlined />, 'aria-label': t('trainings.checks.close') }}
      onClose={dismiss}
    />
  );
}
