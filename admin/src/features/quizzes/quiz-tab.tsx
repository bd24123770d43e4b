import { Button, Flex, Skeleton } from 'antd';
import { PlusOutlined } from '@ant-design/icons';
import { useList, type HttpError } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { QuizRow } from '@contract/quizzes.resource';
import type { TrainingRow } from '@contract/trainings.resource';
import { useModule } from '@/crud/crud-context';
import { lazyComponent } from '@/components/lazy-component';
import { useSearchParam } from '@/crud/list/use-list-state';
import { usePendingRemovals } from '@/crud/removal/pending-removals';
import { ResourceForm } from '@/crud/form/resource-form';
import { FailedState, StatePanel } from '@/components/state-panels';
import { FixedTraining } from './fixed-training.input';
import { QuizHead } from './quiz-head';
import { SlotList } from './slot-list';
import './quizzes.css';

const ExtraTimePanel = lazyComponent(() => import('./extra-time/extra-time-panel').then((m) => m.ExtraTimePanel));

/** The training's quiz: rules and ordered questions. `?edit=` holds a question id, `settings` or `new`. */
export function QuizTab({ training }: { training: TrainingRow }) {
  const { t } = useTranslation();
  const baseModule = useModule('quizzes');
  const module = baseModule && { ...baseModule, inputs: { training_id: FixedTraining } };
  const [editing, setEditing] = useSearchParam('edit');
  const { query, result } = useList<QuizRow, HttpError>({
    resource: 'quizzes',
    filters: [{ field: 'training_id', operator: 'eq', value: training.id }],
    pagination: { currentPage: 1, pageSize: 1 },
    errorNotification: false,
  });
  const pendingRemovals = usePendingRemovals('quizzes');
  const quiz = query.data ? result.data.find(({ id }) => !pendingRemovals.has(id)) : undefined;
  if (query.isError && !query.data) return <FailedState error={query.error} retry={() => void query.refetch()} />;
  if (!query.data || !module) return <Skeleton active paragraph={{ rows: 6 }} />;
  const isSettingsOpen = quiz ? editing === 'settings' : editing === 'new';
  return (
    <>
      {quiz ? (
        <Flex vertical gap={16} className="qz-quiz">
          <QuizHead module={module} quiz={quiz} openSettings={() => setEditing('settings')} />
          <SlotList key={quiz.id} quiz={quiz} editing={isSettingsOpen ? null : editing} edit={setEditing} />
          <ExtraTimePanel quiz={quiz} />
        </Flex>
      ) : (
        <div className="sg-card">
          <StatePanel
            drawing="empty"
            title={t('quizzes.none.title')}
            text={t('quizzes.none.text')}
            action={
              <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setEditing('new')}>
                {t('quizzes.none.add')}
              </Button>
            }
          />
        </div>
      )}
      {isSettingsOpen && (
        <ResourceForm
          module={module}
          id={quiz?.id ?? 'new'}
          single
          preset={{ training_id: training.id, title: training.title }}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  );
}
