import { Segmented } from 'antd';
import { PlusSquareOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '@/components/link-button';
import { useVisibilityScope } from '@/api/account';
import { useSession } from '@/api/use-session';
import { PageHeader } from '@/components/page-header';
import { ResourceList } from '@/crud/list/resource-list';
import { trainingAssignmentsModule } from '..';
import { useAssignmentView } from './use-assignment-view';
import { DEFAULT_VIEW, ASSIGNMENT_VIEWS } from './assignment-views';

/** By visibility scope; platform staff see all rows of a customer. */
const SENTENCES = {
  all: 'remove_training.sentence',
  line: 'remove_training.team_sentence',
  self: 'remove_training.own_sentence',
} as const;

/** Remove Training: assignments by view, open ones first. */
export function RemoveTrainingPage() {
  const { role } = useSession();
  const { t } = useTranslation();
  const { view, stateFilters, setView } = useAssignmentView(DEFAULT_VIEW);
  // Only an admin removes; learners see their own rows.
  const canRemove = role === 'admin';
  const scope = useVisibilityScope();
  return (
    <>
      <PageHeader
        title={t('menu.remove_training')}
        sentence={t(canRemove ? 'remove_training.sentence' : SENTENCES[scope ?? 'self'])}
        actions={
          canRemove && (
            <LinkButton to="/assign-training" icon={<PlusSquareOutlined aria-hidden />}>
              {t('menu.assign_training')}
            </LinkButton>
          )
        }
      />
      <Segmented
        className="sg-mb-16"
        aria-label={t('remove_training.view')}
        value={view}
        options={ASSIGNMENT_VIEWS.map((each) => ({ value: each, label: t(`remove_training.views.${each}`) }))}
        onChange={setView}
      />
      <ResourceList embedded module={trainingAssignmentsModule} baseFilters={stateFilters} />
    </>
  );
}
