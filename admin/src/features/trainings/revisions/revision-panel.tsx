import { useState } from 'react';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { TrainingRow } from '@contract/trainings.resource';
import { PublishAnew } from './publish-anew';
import { useRevisions } from './use-revisions';

/** The content has changed since it was published: said until somebody has answered what that means for who is done. */
export function RevisionPanel({ row }: { row: TrainingRow }) {
  const { t } = useTranslation();
  const { data } = useRevisions(row);
  const [asking, setAsking] = useState(false);
  if (!data || data.published_revision === null || data.published_revision === data.content_revision) return null;
  return (
    <>
      <Alert
        className="kit-banner trn-checks"
        role="status"
        type="warning"
        showIcon
        message={<h2>{t('revisions.changed')}</h2>}
        description={
          <p>
            {t('revisions.changed_text')} {data.completed > 0 && t('revisions.concerns', { count: data.completed })}
          </p>
        }
        action={
          <Button type="primary" onClick={() => setAsking(true)}>
            {t('revisions.publish')}
          </Button>
        }
      />
      {asking && <PublishAnew row={row} revisions={data} onClose={() => setAsking(false)} />}
    </>
  );
}
