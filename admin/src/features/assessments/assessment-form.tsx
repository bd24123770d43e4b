import { useState } from 'react';
import { Button, Input, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  ASSESSMENT_NOTE_MAX,
  CRITERION_NOTE_MAX,
  type CriterionMark,
  type MarkedCriterion,
  type PracticalAssessmentResponse,
} from '@contract/practical.responses';
import { formatCount } from '@/components/format';
import type { Assessment } from './use-assessment';

/** The checklist with three buttons for each criterion. Saves every change at once. */
export function AssessmentForm({ row, assessment }: { row: PracticalAssessmentResponse; assessment: Assessment }) {
  const { t, i18n } = useTranslation();
  const count = (value: number) => formatCount(value, i18n.language);
  const marked = row.criteria.filter(({ mark }) => mark !== null).length;
  const setCriterion = (at: number, change: Partial<Pick<MarkedCriterion, 'mark' | 'note'>>) => {
    assessment.applyOptimistically((now) => ({
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
          <CriterionField
            key={at}
            no={count(at + 1)}
            criterion={criterion}
            onChange={(change) => setCriterion(at, change)}
          />
        ))}
      </ol>
      <NoteField value={row.note} onSave={(note) => void assessment.save({ note })} />
      <div className="asm-foot sg-foot sg-row sg-wrap sg-between sg-gap-12">
        <p role="status" className="sg-soft">
          {t('assessments.marked', { marked: count(marked), all: count(row.criteria.length) })}
        </p>
        <Button
          type="primary"
          size="large"
          loading={assessment.sending}
          disabled={marked < row.criteria.length}
          onClick={() => void assessment.runCommand('submit')}
        >
          {t('assessments.submit')}
        </Button>
      </div>
    </>
  );
}

function CriterionField(props: {
  no: string;
  criterion: MarkedCriterion;
  onChange: (change: Partial<Pick<MarkedCriterion, 'mark' | 'note'>>) => void;
}) {
  const { no, criterion, onChange } = props;
  const { t } = useTranslation();
  const [showsNote, setShowsNote] = useState(criterion.note !== null);
  const [note, setNote] = useState(criterion.note ?? '');
  const saveNote = () => {
    const next = note.trim() || null;
    if (next !== criterion.note) onChange({ note: next });
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
        onChange={(event) => onChange({ mark: event.target.value as CriterionMark })}
        options={[
          { value: 'met', label: t('assessments.marks.met') },
          { value: 'not_met', label: t('assessments.marks.not_met') },
          { value: 'not_seen', label: t('assessments.marks.not_seen') },
        ]}
      />
      {showsNote ? (
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
        <Button type="link" className="asm-note" onClick={() => setShowsNote(true)}>
          {t('assessments.add_note')}
          <span className="sg-visually-hidden">: {criterion.text}</span>
        </Button>
      )}
    </li>
  );
}

function NoteField({ value, onSave }: { value: string | null; onSave: (note: string | null) => void }) {
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
          if (next !== value) onSave(next);
        }}
      />
    </label>
  );
}
