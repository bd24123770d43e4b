import { Button, Flex, Skeleton } from 'antd';
import { PlusOutlined } from '@ant-design/icons';
import { useList, type HttpError } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { QuizRow } from '@contract/quizzes.resource';
import type { TrainingRow } from '@contract/trainings.resource';
import { useModule } from '@/crud/kit-context';
import { later } from '@/components/later';
import { useUrlKey } from '@/crud/list/list-url';
import { useRemovals } from '@/crud/removal/removals';
import { ResourceForm } from '@/crud/form/resource-form';
import { FailedState, StatePanel } from '@/components/states';
import { FixedTraining } from './fixed-training.input';
import { QuizHead } from './quiz-head';
import { SlotList } from './slot-list';
import './quizzes.css';

const ExtraTimePanel = later(() => import('./extra-time/extra-time-panel').then((m) => m.ExtraTimePanel));

/** The training's quiz: its rules, and its questions in their order. `?edit=` says what is being edited. */
export function QuizTab({ training }: { training: TrainingRow }) {
  const { t } = useTranslation();
  const known = useModule('quizzes');
  const module = known && { ...known, inputs: { training_id: FixedTraining } };
  const [editing, edit] = useUrlKey('edit');
  const { query, result } = useList<QuizRow, HttpError>({
    resource: 'quizzes',
    filters: [{ field: 'training_id', operator: 'eq', value: training.id }],
    pagination: { currentPage: 1, pageSize: 1 },
    errorNotification: false,
  });
  const removed = useRemovals('quizzes');
  const quiz = query.data ? result.data.find(({ id }) => !removed.has(id)) : undefined;
  if (query.isError && !query.data) return <FailedState error={query.error} retry={() => void query.refetch()} />;
  if (!query.data || !module) return <Skeleton active paragraph={{ rows: 6 }} />;
  const settings = quiz ? editing === 'settings' : editing === 'new';
  return (
    <>
      {quiz ? (
        <Flex vertical gap={16} className="qz-quiz">
          <QuizHead module={module} quiz={quiz} settings={() => edit('settings')} />
          <SlotList key={quiz.id} quiz={quiz} editing={settings ? null : editing} edit={edit} />
          <ExtraTimePanel quiz={quiz} />
        </Flex>
      ) : (
        <div className="sg-card">
          <StatePanel
            drawing="empty"
            title={t('quizzes.none.title')}
            text={t('quizzes.none.text')}
            action={
              <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => edit('new')}>
                {t('quizzes.none.add')}
              </Button>
            }
          />
        </div>
      )}
      {settings && (
        <ResourceForm
          module={module}
          id={quiz?.id ?? 'new'}
          single
          preset={{ training_id: training.id, title: training.title }}
          onClose={() => edit(null)}
        />
      )}
    </>
  );
}
