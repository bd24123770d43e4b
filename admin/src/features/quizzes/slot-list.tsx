import { useRef, useState } from 'react';
import { Button, Card, Flex, Skeleton } from 'antd';
import { DatabaseOutlined, NodeExpandOutlined, PlusOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { QuizRow } from '@contract/quizzes.resource';
import { ConflictDialog } from '@/crud/form/conflict-dialog';
import { useModule } from '@/crud/kit-context';
import { later } from '@/components/later';
import { ResourceForm } from '@/crud/form/resource-form';
import { FailedState, StatePanel } from '@/components/states';
import { moved } from '@/features/questions/question-options';
import { BankPicker } from './bank-picker';
import { SlotRow } from './slot-row';
import { useSlots, type Slot } from './use-slots';

const DrawDialog = later(() => import('./draw/draw-dialog').then((m) => m.DrawDialog));

/** A question by its id, what is drawn by its place. */
const keyOf = ({ question_id }: Slot, at: number): string => question_id ?? `draw-${at}`;
const countOf = ({ draw }: Slot): number => draw?.count ?? 1;

/** The questions of the quiz in their order. One at a time is written in place; `editing` is its id, or `new`. */
export function SlotList(props: { quiz: QuizRow; editing: string | null; edit: (id: string | null) => void }) {
  const { quiz, editing, edit } = props;
  const { t } = useTranslation();
  const module = useModule('questions');
  const list = useRef<HTMLOListElement>(null);
  const [picking, setPicking] = useState(false);
  const [drawing, draw] = useState<number | 'new' | null>(null);
  const [announced, say] = useState('');
  const { query, slots, saving, save, conflict, effectsDialog } = useSlots(quiz);
  if (query.isError && !slots) return <FailedState error={query.error} retry={() => void query.refetch()} />;
  if (!slots || !module) return <Skeleton active paragraph={{ rows: 6 }} />;

  function move(slot: Slot, at: number, by: -1 | 1): void {
    const next = moved(slots ?? [], at, by);
    const place = next.indexOf(slot) + 1;
    if (place === at + 1) return;
    void save(next);
    say(t('quizzes.slots.moved', { place }));
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-question="${keyOf(slot, place - 1)}"]`)?.focus(),
    );
  }
  const form = (id: string, saved: (row: Slot) => void) => (
    <ResourceForm
      inPage
      module={module}
      id={id}
      onClose={() => edit(null)}
      onSaved={(row) =>
        saved({
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
            t('quizzes.slots.sum', { count: slots.reduce((sum, slot) => sum + countOf(slot), 0) }),
            t('quizzes.bank.points', { count: slots.reduce((sum, slot) => sum + slot.points * countOf(slot), 0) }),
          ].join(t('kit.joint'))}
          {saving && ` · ${t('quizzes.slots.saving')}`}
        </span>
      </Flex>
      <span className="sg-visually-hidden" role="status">
        {announced}
      </span>
      {slots.length === 0 && editing !== 'new' && (
        <StatePanel drawing="empty" title={t('quizzes.slots.none')} text={t('quizzes.slots.none_text')} />
      )}
      <ol ref={list} className="sg-lines sg-entries">
        {slots.map((slot, at) => (
          <SlotRow
            key={keyOf(slot, at)}
            name={keyOf(slot, at)}
            slot={slot}
            at={at}
            count={slots.length}
            move={(by) => move(slot, at, by)}
            edit={() => (slot.question_id ? edit(slot.question_id) : draw(at))}
            setPoints={(points) => void save(slots.map((each) => (each === slot ? { ...each, points } : each)))}
            remove={() => void save(slots.filter((each) => each !== slot))}
          >
            {/* What the question is worth in this quiz stays as it was set here. */}
            {slot.question_id && editing === slot.question_id
              ? form(slot.question_id, () => void query.refetch())
              : null}
          </SlotRow>
        ))}
      </ol>
      {editing === 'new' && (
        <Card type="inner" size="small" title={<h4>{t('quizzes.slots.new')}</h4>} className="qz-new">
          {form('new', (made) => void save([...slots, made]))}
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
          <Button icon={<DatabaseOutlined aria-hidden />} onClick={() => setPicking(true)}>
            {t('quizzes.slots.pick')}
          </Button>
          <Button icon={<NodeExpandOutlined aria-hidden />} onClick={() => draw('new')}>
            {t('quizzes.slots.draw')}
          </Button>
        </Flex>
      )}
      <ConflictDialog {...conflict} />
      {effectsDialog}
      {drawing !== null && (
        <DrawDialog
          slot={drawing === 'new' ? null : (slots[drawing] ?? null)}
          onClose={() => draw(null)}
          onDone={(made) => {
            void save(drawing === 'new' ? [...slots, made] : slots.map((each, at) => (at === drawing ? made : each)));
            draw(null);
          }}
        />
      )}
      {picking && (
        <BankPicker
          taken={slots.flatMap(({ question_id }) => question_id ?? [])}
          close={() => setPicking(false)}
          add={(chosen) => void save([...slots, ...chosen])}
        />
      )}
    </section>
  );
}
