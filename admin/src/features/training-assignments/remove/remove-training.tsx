import { Segmented } from 'antd';
import { PlusSquareOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '@/components/link-button';
import { useScope } from '@/api/me';
import { useSession } from '@/api/use-session';
import { PageHeader } from '@/components/page-header';
import { ResourceList } from '@/crud/list/resource-list';
import { trainingAssignmentsModule } from '..';
import { useView } from './use-view';
import { DEFAULT_VIEW, VIEWS } from './views';

/** Depends on the rows in view: platform staff see all rows of an organisation. */
const SENTENCES = {
  all: 'remove_training.sentence',
  line: 'remove_training.team_sentence',
  self: 'remove_training.own_sentence',
} as const;

/** Take assignments back: those still open at first, the others for looking things up. */
export function RemoveTrainingPage() {
  const { role } = useSession();
  const { t } = useTranslation();
  const { view, within, choose } = useView(DEFAULT_VIEW);
  // A learner reads what is theirs; taking back is an administrator's.
  const removes = role === 'admin';
  const scope = useScope();
  return (
    <>
      <PageHeader
        title={t('menu.remove_training')}
        sentence={t(removes ? 'remove_training.sentence' : SENTENCES[scope ?? 'self'])}
        actions={
          removes && (
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
        options={VIEWS.map((each) => ({ value: each, label: t(`remove_training.views.${each}`) }))}
        onChange={choose}
      />
      <ResourceList embedded module={trainingAssignmentsModule} within={within} />
    </>
  );
}
