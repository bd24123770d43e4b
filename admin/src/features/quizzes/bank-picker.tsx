import { useState } from 'react';
import { Button, Checkbox, Input, Modal } from 'antd';
import { SearchOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { QuestionRow } from '@contract/questions.resource';
import { useMoreLabel } from '@/crud/list/paging';
import { usePagedList } from '@/crud/list/use-paged-list';
import { useSettled } from '@/components/settled';
import { QueryState, StatePanel } from '@/components/states';
import type { Slot } from './use-slots';

const SHOWN = 50;

/** Takes questions that exist already into the quiz. Those it asks already are shown, ticked for good. */
export function BankPicker(props: {
  taken: readonly string[];
  close: () => void;
  add: (chosen: readonly Slot[]) => void;
}) {
  const { taken, close, add } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const q = useSettled(typed.trim(), 250);
  const [chosen, setChosen] = useState<ReadonlyMap<string, Slot>>(new Map());
  const { query, rows, counted } = usePagedList<QuestionRow>({
    resource: 'questions',
    size: SHOWN,
    filters: [
      { field: 'status', operator: 'eq', value: 'active' },
      ...(q ? [{ field: 'q', operator: 'eq' as const, value: q }] : []),
    ],
    sorters: [{ field: 'text', order: 'asc' }],
  });
  const more = useMoreLabel()(counted, SHOWN);
  const toggle = (row: QuestionRow) => {
    const next = new Map(chosen);
    const { question_id, points, kind, text } = row;
    if (!next.delete(question_id)) next.set(question_id, { question_id, points, kind, text, draw: null });
    setChosen(next);
  };
  return (
    <Modal
      open
      title={t('quizzes.bank.title')}
      onCancel={close}
      width={640}
      footer={[
        <Button key="cancel" onClick={close}>
          {t('kit.cancel')}
        </Button>,
        <Button
          key="add"
          type="primary"
          disabled={chosen.size === 0}
          onClick={() => {
            add([...chosen.values()]);
            close();
          }}
        >
          {t('quizzes.bank.add', { count: chosen.size })}
        </Button>,
      ]}
    >
      <Input
        autoFocus
        type="search"
        allowClear
        prefix={<SearchOutlined />}
        placeholder={t('quizzes.bank.search')}
        aria-label={t('quizzes.bank.search')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <QueryState query={query} rows={5} />
      {query.isSuccess && rows.length === 0 && (
        <StatePanel drawing="search" title={t(q ? 'kit.no_match.title' : 'quizzes.bank.none')} />
      )}
      <ul className="qz-bank sg-lines sg-stack">
        {rows.map((row) => (
          <li key={row.id}>
            <Checkbox
              checked={taken.includes(row.id) || chosen.has(row.id)}
              disabled={taken.includes(row.id)}
              onChange={() => toggle(row)}
            >
              <bdi>{row.text}</bdi>
              <br />
              <small>
                {[
                  t(`questions.choices.kind.${row.kind}`),
                  t('quizzes.bank.points', { count: row.points }),
                  row.tags,
                  taken.includes(row.id) && t('quizzes.bank.taken'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </Checkbox>
          </li>
        ))}
      </ul>
      {more && <p className="sg-faint">{more}</p>}
    </Modal>
  );
}
