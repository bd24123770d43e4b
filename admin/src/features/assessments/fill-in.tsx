import { useState } from 'react';
import { Button, Input, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  ASSESSMENT_NOTE_MAX,
  CRITERION_NOTE_MAX,
  type CriterionMark,
  type MarkedCriterion,
  type PracticalAnswer,
} from '@contract/practical-answers';
import { formatCount } from '@/components/format';
import type { Assessment } from './use-assessment';

/** The checklist in the hand: three large answers to each criterion, saved as they are given. */
export function FillIn({ row, assessment }: { row: PracticalAnswer; assessment: Assessment }) {
  const { t, i18n } = useTranslation();
  const count = (value: number) => formatCount(value, i18n.language);
  const marked = row.criteria.filter(({ mark }) => mark !== null).length;
  const set = (at: number, change: Partial<Pick<MarkedCriterion, 'mark' | 'note'>>) => {
    assessment.foresee((now) => ({
      ...now,
      criteria: now.criteria.map((each, index) => (index === at ? { ...each, ...change } : each)),
    }));
    void assessment.save({ marks: [{ criterion: at + 1, ...change }] });
  };
  return (
    <>
      <p className="sg-soft">
        {t('assessments.needs', { needed: count(row.needed), all: count(row.criteria.length) })}
      </p>
      <ol className="asm-criteria">
        {row.criteria.map((criterion, at) => (
          <Criterion key={at} no={count(at + 1)} criterion={criterion} set={(change) => set(at, change)} />
        ))}
      </ol>
      <Note value={row.note} save={(note) => void assessment.save({ note })} />
      <div className="asm-foot sg-foot sg-row sg-wrap sg-between sg-gap-12">
        <p role="status" className="sg-soft">
          {t('assessments.marked', { marked: count(marked), all: count(row.criteria.length) })}
        </p>
        <Button
          type="primary"
          size="large"
          loading={assessment.sending}
          disabled={marked < row.criteria.length}
          onClick={() => void assessment.step('submit')}
        >
          {t('assessments.submit')}
        </Button>
      </div>
    </>
  );
}

function Criterion(props: {
  no: string;
  criterion: MarkedCriterion;
  set: (change: Partial<Pick<MarkedCriterion, 'mark' | 'note'>>) => void;
}) {
  const { no, criterion, set } = props;
  const { t } = useTranslation();
  const [noting, setNoting] = useState(criterion.note !== null);
  const [note, setNote] = useState(criterion.note ?? '');
  const saveNote = () => {
    const next = note.trim() || null;
    if (next !== criterion.note) set({ note: next });
  };
  return (
    <li className="sg-stack sg-gap-12">
      <p className="asm-large sg-flex sg-gap-8">
        <span className="sg-number sg-soft">{no}.</span>
        <span>
          <bdi>{criterion.text}</bdi>{' '}
          {criterion.critical && <span className="sg-pill">{t('assessments.critical')}</span>}
        </span>
      </p>
      <Radio.Group
        className="asm-marks"
        aria-label={criterion.text}
        optionType="button"
        buttonStyle="solid"
        size="large"
        value={criterion.mark}
        onChange={(event) => set({ mark: event.target.value as CriterionMark })}
        options={[
          { value: 'met', label: t('assessments.marks.met') },
          { value: 'not_met', label: t('assessments.marks.not_met') },
          { value: 'not_seen', label: t('assessments.marks.not_seen') },
        ]}
      />
      {noting ? (
        <Input.TextArea
          autoFocus={criterion.note === null && note === ''}
          aria-label={t('assessments.note_to', { criterion: criterion.text })}
          placeholder={t('assessments.note')}
          autoSize={{ minRows: 1, maxRows: 4 }}
          maxLength={CRITERION_NOTE_MAX}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          onBlur={saveNote}
        />
      ) : (
        <Button type="link" className="asm-note" onClick={() => setNoting(true)}>
          {t('assessments.add_note')}
          <span className="sg-visually-hidden">: {criterion.text}</span>
        </Button>
      )}
    </li>
  );
}

function Note({ value, save }: { value: string | null; save: (note: string | null) => void }) {
  const { t } = useTranslation();
  const [note, setNote] = useState(value ?? '');
  return (
    <label className="sg-stack sg-gap-4">
      <span className="sg-medium">{t('assessments.whole_note')}</span>
      <Input.TextArea
        autoSize={{ minRows: 2, maxRows: 6 }}
        maxLength={ASSESSMENT_NOTE_MAX}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        onBlur={() => {
          const next = note.trim() || null;
          if (next !== value) save(next);
        }}
      />
    </label>
  );
}
