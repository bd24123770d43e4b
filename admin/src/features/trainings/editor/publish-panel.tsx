import { Alert, Button } from 'antd';
import { CloseOutlined, RightOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PublishCheck, TrainingRow } from '@contract/trainings.resource';
import type { PublishState } from './use-publish';

/** The tab in which each check can be fulfilled. */
const TAB_BY_CHECK: Readonly<Record<PublishCheck, string>> = {
  category: '',
  skills: 'skills',
  video: 'media',
  source: 'media',
  quiz: 'quiz',
  draws: 'quiz',
};

/** Open checks after a refused publication; each links to its tab. */
export function PublishPanel({ row, publishState }: { row: TrainingRow; publishState: PublishState }) {
  const { t } = useTranslation();
  const { missing, publish, running, dismiss } = publishState;
  if (!missing) return null;
  const isReady = missing.length === 0;
  return (
    <Alert
      className="kit-banner trn-checks"
      role="status"
      type={isReady ? 'success' : 'warning'}
      showIcon
      message={<h2>{isReady ? t('trainings.checks.ready') : t('trainings.checks.open', { count: missing.length })}</h2>}
      description={
        !isReady && (
          <ul>
            {missing.map((check) => (
              <li key={check}>
                <Link to={`/training/${row.id}/${TAB_BY_CHECK[check]}`.replace(/\/$/, '')} className="sg-back">
                  {t(`trainings.checks.missing.${check}`)} <RightOutlined className="sg-mirror" aria-hidden="true" />
                </Link>
              </li>
            ))}
          </ul>
        )
      }
      action={
        isReady && (
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
