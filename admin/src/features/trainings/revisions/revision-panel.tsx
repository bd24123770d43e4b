import { useState } from 'react';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { TrainingRow } from '@contract/trainings.resource';
import { PublishRevisionDialog } from './publish-revision-dialog';
import { useRevisions } from './use-revisions';

/** Shown while the content differs from the published revision. */
export function RevisionPanel({ row }: { row: TrainingRow }) {
  const { t } = useTranslation();
  const { data } = useRevisions(row);
  const [isDialogOpen, setDialogOpen] = useState(false);
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
          <Button type="primary" onClick={() => setDialogOpen(true)}>
            {t('revisions.publish')}
          </Button>
        }
      />
      {isDialogOpen && <PublishRevisionDialog row={row} revisions={data} onClose={() => setDialogOpen(false)} />}
    </>
  );
}
