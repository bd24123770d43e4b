import { useRef, useState } from 'react';
import { Button, Card, Flex, Skeleton } from 'antd';
import { DatabaseOutlined, NodeExpandOutlined, PlusOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { QuizRow } from '@contract/quizzes.resource';
import { ConflictDialog } from '@/crud/form/conflict-dialog';
import { useModule } from '@/crud/crud-context';
import { lazyComponent } from '@/components/lazy-component';
import { ResourceForm } from '@/crud/form/resource-form';
import { FailedState, StatePanel } from '@/components/state-panels';
import { moveItem } from '@/features/questions/question-options';
import { QuestionBankPicker } from './question-bank-picker';
import { SlotRow } from './slot-row';
import { useQuizSlots, type Slot } from './use-quiz-slots';

const DrawDialog = lazyComponent(() => import('./draw/draw-dialog').then((m) => m.DrawDialog));

/** A question is identified by its id, a draw by its position. */
const slotKey = ({ question_id }: Slot, index: number): string => question_id ?? `draw-${index}`;
const questionCountOf = ({ draw }: Slot): number => draw?.count ?? 1;

/** The quiz's ordered questions. One at a time is edited in place; `editing` is its id or `new`. */
export function SlotList(props: { quiz: QuizRow; editing: string | null; edit: (id: string | null) => void }) {
  const { quiz, editing, edit } = props;
  const { t } = useTranslation();
  const module = useModule('questions');
  const listRef = useRef<HTMLOListElement>(null);
  const [isPicking, setIsPicking] = useState(false);
  const [drawIndex, draw] = useState<number | 'new' | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const { query, slots, saving, save, conflict, effectsDialog } = useQuizSlots(quiz);
  if (query.isError && !slots) return <FailedState error={query.error} retry={() => void query.refetch()} />;
  if (!slots || !module) return <Skeleton active paragraph={{ rows: 6 }} />;

  function moveSlot(slot: Slot, index: number, by: -1 | 1): void {
    const next = moveItem(slots ?? [], index, by);
    const place = next.indexOf(slot) + 1;
    if (place === index + 1) return;
    void save(next);
    setAnnouncement(t('quizzes.slots.moved', { place }));
    requestAnimationFrame(() =>
      listRef.current?.querySelector<HTMLElement>(`[data-question="${slotKey(slot, place - 1)}"]`)?.focus(),
    );
  }
  const renderForm = (id: string, onSaved: (row: Slot) => void) => (
    <ResourceForm
      inPage
      module={module}
      id={id}
      onClose={() => edit(null)}
      onSaved={(row) =>
        onSaved({
          question_id: row.id,
          points: Number(row.points),
          kind: row.kind as Slot['kind'],
          text: String(row.text),
          draw: null,
        })
      }
    />
  );
  return (
    <section className="sg-card" aria-label={t('quizzes.slots.title')}>
      <Flex component="header" justify="space-between" align="baseline" gap={16}>
        <h3>{t('quizzes.slots.title')}</h3>
        <span className="sg-number sg-faint" role="status">
          {[
            t('quizzes.slots.sum', { count: slots.reduce((sum, slot) => sum + questionCountOf(slot), 0) }),
            t('quizzes.bank.points', {
              count: slots.reduce((sum, slot) => sum + slot.points * questionCountOf(slot), 0),
            }),
          ].join(t('kit.joint'))}
          {saving && ` · ${t('quizzes.slots.saving')}`}
        </span>
      </Flex>
      <span className="sg-visually-hidden" role="status">
        {announcement}
      </span>
      {slots.length === 0 && editing !== 'new' && (
        <StatePanel drawing="empty" title={t('quizzes.slots.none')} text={t('quizzes.slots.none_text')} />
      )}
      <ol ref={listRef} className="sg-lines sg-entries">
        {slots.map((slot, index) => (
          <SlotRow
            key={slotKey(slot, index)}
            slotKey={slotKey(slot, index)}
            slot={slot}
            at={index}
            count={slots.length}
            move={(by) => moveSlot(slot, index, by)}
            edit={() => (slot.question_id ? edit(slot.question_id) : draw(index))}
            setPoints={(points) => void save(slots.map((each) => (each === slot ? { ...each, points } : each)))}
            remove={() => void save(slots.filter((each) => each !== slot))}
          >
            {/* Editing the question does not change its points in this quiz. */}
            {slot.question_id && editing === slot.question_id
              ? renderForm(slot.question_id, () => void query.refetch())
              : null}
          </SlotRow>
        ))}
      </ol>
      {editing === 'new' && (
        <Card type="inner" size="small" title={<h4>{t('quizzes.slots.new')}</h4>} className="qz-new">
          {renderForm('new', (savedSlot) => void save([...slots, savedSlot]))}
        </Card>
      )}
      {editing !== 'new' && (
        <Flex wrap gap={8} className="sg-mt-16">
          <Button
            icon={<PlusOutlined aria-hidden />}
            type={slots.length === 0 ? 'primary' : 'default'}
            onClick={() => edit('new')}
          >
            {t('quizzes.slots.write')}
          </Button>
          <Button icon={<DatabaseOutlined aria-hidden />} onClick={() => setIsPicking(true)}>
            {t('quizzes.slots.pick')}
          </Button>
          <Button icon={<NodeExpandOutlined aria-hidden />} onClick={() => draw('new')}>
            {t('quizzes.slots.draw')}
          </Button>
        </Flex>
      )}
      <ConflictDialog {...conflict} />
      {effectsDialog}
      {drawIndex !== null && (
        <DrawDialog
          slot={drawIndex === 'new' ? null : (slots[drawIndex] ?? null)}
          onClose={() => draw(null)}
          onDone={(savedSlot) => {
            void save(
              drawIndex === 'new'
                ? [...slots, savedSlot]
                : slots.map((each, index) => (index === drawIndex ? savedSlot : each)),
            );
            draw(null);
          }}
        />
      )}
      {isPicking && (
        <QuestionBankPicker
          existingIds={slots.flatMap(({ question_id }) => question_id ?? [])}
          close={() => setIsPicking(false)}
          add={(selected) => void save([...slots, ...selected])}
        />
      )}
    </section>
  );
}
