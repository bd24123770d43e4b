import { useState } from 'react';
import { Button, Checkbox, Input, Modal } from 'antd';
import { SearchOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { QuestionRow } from '@contract/questions.resource';
import { useMoreRowsLabel } from '@/crud/list/paging';
import { usePagedList } from '@/crud/list/use-paged-list';
import { useDebouncedValue } from '@/components/use-debounced-value';
import { QueryState, StatePanel } from '@/components/state-panels';
import type { Slot } from './use-quiz-slots';

const MAX_QUESTIONS = 50;

/** Adds existing questions to the quiz. Questions already in it are ticked and disabled. */
export function QuestionBankPicker(props: {
  existingIds: readonly string[];
  close: () => void;
  add: (selected: readonly Slot[]) => void;
}) {
  const { existingIds, close, add } = props;
  const { t } = useTranslation();
  const [searchText, setSearchText] = useState('');
  const q = useDebouncedValue(searchText.trim(), 250);
  const [selected, setSelected] = useState<ReadonlyMap<string, Slot>>(new Map());
  const { query, rows, totalCount } = usePagedList<QuestionRow>({
    resource: 'questions',
    size: MAX_QUESTIONS,
    filters: [
      { field: 'status', operator: 'eq', value: 'active' },
      ...(q ? [{ field: 'q', operator: 'eq' as const, value: q }] : []),
    ],
    sorters: [{ field: 'text', order: 'asc' }],
  });
  const moreLabel = useMoreRowsLabel()(totalCount, MAX_QUESTIONS);
  const toggle = (row: QuestionRow) => {
    const next = new Map(selected);
    const { question_id, points, kind, text } = row;
    if (!next.delete(question_id)) next.set(question_id, { question_id, points, kind, text, draw: null });
    setSelected(next);
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
          disabled={selected.size === 0}
          onClick={() => {
            add([...selected.values()]);
            close();
          }}
        >
          {t('quizzes.bank.add', { count: selected.size })}
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
        value={searchText}
        onChange={(event) => setSearchText(event.target.value)}
      />
      <QueryState query={query} rows={5} />
      {query.isSuccess && rows.length === 0 && (
        <StatePanel drawing="search" title={t(q ? 'kit.no_match.title' : 'quizzes.bank.none')} />
      )}
      <ul className="qz-bank sg-lines sg-stack">
        {rows.map((row) => (
          <li key={row.id}>
            <Checkbox
              checked={existingIds.includes(row.id) || selected.has(row.id)}
              disabled={existingIds.includes(row.id)}
              onChange={() => toggle(row)}
            >
              <bdi>{row.text}</bdi>
              <br />
              <small>
                {[
                  t(`questions.choices.kind.${row.kind}`),
                  t('quizzes.bank.points', { count: row.points }),
                  row.tags,
                  existingIds.includes(row.id) && t('quizzes.bank.taken'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </Checkbox>
          </li>
        ))}
      </ul>
      {moreLabel && <p className="sg-faint">{moreLabel}</p>}
    </Modal>
  );
}
