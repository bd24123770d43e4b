import { Button, Segmented } from 'antd';
import { PlusSquareOutlined } from '@ant-design/icons';
import type { CrudFilter } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { usePageTitle } from '@/app/layout/page-title';
import { currentRole } from '@/app/session/who';
import { PageHeader } from '@/kit/page-header';
import { ResourceList } from '@/kit/resource-list';
import { trainingAssignmentsModule } from '@/resources/training-assignments';
import { DEFAULT_VIEW, isView, STATES_OF, VIEWS } from './views';
import './remove-training.css';

/** Take assignments back: those still open at first, the others for looking things up. */
export function RemoveTrainingPage() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const asked = query.get('view');
  const view = isView(asked) ? asked : DEFAULT_VIEW;
  const states = STATES_OF[view];
  const within: CrudFilter[] = states ? [{ field: 'state', operator: 'in', value: [...states] }] : [];
  // A learner reads what is theirs; taking back is an administrator's.
  const removes = currentRole() === 'admin';
  usePageTitle(t('menu.remove_training'));
  return (
    <>
      <PageHeader
        title={t('menu.remove_training')}
        sentence={t(removes ? 'remove_training.sentence' : 'remove_training.own_sentence')}
        actions={
          removes && (
            <Link to="/assign-training">
              <Button icon={<PlusSquareOutlined aria-hidden />} tabIndex={-1}>
                {t('menu.assign_training')}
              </Button>
            </Link>
          )
        }
      />
      <Segmented
        className="rmt-views"
        aria-label={t('remove_training.view')}
        value={view}
        options={VIEWS.map((each) => ({ value: each, label: t(`remove_training.views.${each}`) }))}
        onChange={(next) =>
          setQuery((current) => {
            const changed = new URLSearchParams(current);
            // A filter by state and a page belong to the view that is left.
            for (const key of ['state', 'page', 'view']) changed.delete(key);
            if (next !== DEFAULT_VIEW) changed.set('view', next);
            return changed;
          })
        }
      />
      <ResourceList embedded module={trainingAssignmentsModule} within={within} />
    </>
  );
}
