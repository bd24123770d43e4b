import { useEffect, useMemo, useRef, useState } from 'react';
import { Alert, Button, Flex } from 'antd';
import { PlusOutlined } from '@ant-design/icons';
import { useInvalidate, useNotification } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TrainingRow } from '@contract/trainings.resource';
import { ConflictDialog } from '@/crud/form/conflict-dialog';
import { useLeaveGuard } from '@/components/leave-guard';
import { StatePanel } from '@/components/state-panels';
import { useSubmit } from '@/components/use-submit';
import {
  toSkillLine,
  mergeLines,
  newLine,
  validateLines,
  areLinesEqual,
  type LineProblems,
  type TrainingSkillLine,
} from './skill-lines';
import { saveSkillList, skillListKey, type SkillList } from './skill-list';
import { SkillLineRow } from './skill-line-row';

const NO_PROBLEMS: LineProblems = new Map();

/** Edits the whole list and saves it at once; the server deletes missing lines. */
export function SkillTable(props: { training: TrainingRow; list: SkillList; reload: () => void }) {
  const { training, list } = props;
  const { t } = useTranslation();
  const invalidate = useInvalidate();
  const queryClient = useQueryClient();
  const { open: notify } = useNotification();
  const saved = useMemo(() => list.rows.map(toSkillLine), [list.rows]);
  const [lines, setLines] = useState<readonly TrainingSkillLine[]>(saved);
  const [hasTried, setHasTried] = useState(false);
  const { busy: isSaving, error, problem, run, clear } = useSubmit();
  const isStale = error?.statusCode === 412;
  // A reloaded list is merged below unsaved edits.
  const wasEdited = useRef(false);
  const isDirty = !areLinesEqual(lines, saved);
  const problems = hasTried ? validateLines(lines) : NO_PROBLEMS;
  const discard = () => {
    wasEdited.current = false;
    setLines(saved);
  };
  const { dialog } = useLeaveGuard(isDirty, discard);
  useEffect(() => setLines((current) => (wasEdited.current ? mergeLines(saved, current) : saved)), [saved]);

  const edit = (next: readonly TrainingSkillLine[]) => {
    wasEdited.current = true;
    setLines(next);
  };
  const change = (next: TrainingSkillLine) => edit(lines.map((line) => (line.key === next.key ? next : line)));
  async function save(overwrite = false): Promise<void> {
    setHasTried(true);
    clear();
    if (validateLines(lines).size > 0) return;
    await run(async () => {
      const savedList = await saveSkillList(training.id, lines, overwrite ? undefined : list.revision);
      wasEdited.current = false;
      queryClient.setQueryData(skillListKey(training.id), savedList);
      setHasTried(false);
      notify?.({ type: 'success', message: t('trainings.skills.saved') });
      void invalidate({ resource: 'trainings', invalidates: ['resourceAll'] });
      void invalidate({ resource: 'skills', invalidates: ['resourceAll'] });
    });
  }

  return (
    <Flex vertical gap={16} align="start" className="trn-skills">
      <p className="sg-soft">{t('trainings.skills.lead')}</p>
      {problem && !isStale && <Alert type="error" showIcon role="alert" message={problem} />}
      {lines.length === 0 ? (
        <StatePanel drawing="empty" title={t('trainings.skills.none')} text={t('trainings.skills.none_text')} />
      ) : (
        <ul className="sg-lines sg-entries sg-whole">
          {lines.map((line) => (
            <SkillLineRow
              key={line.key}
              line={line}
              problems={problems.get(line.key) ?? {}}
              change={change}
              remove={() => edit(lines.filter(({ key }) => key !== line.key))}
            />
          ))}
        </ul>
      )}
      <Button icon={<PlusOutlined aria-hidden />} onClick={() => edit([...lines, newLine(0)])}>
        {t('trainings.skills.add')}
      </Button>
      <div className="kit-form-page-foot kit-form-footer sg-foot sg-whole sg-row sg-to-end sg-gap-8">
        <span className="sg-faint">{isDirty && t('kit.form.unsaved')}</span>
        {isDirty && <Button onClick={discard}>{t('kit.leave.discard')}</Button>}
        <Button type="primary" disabled={!isDirty} loading={isSaving} onClick={() => void save()}>
          {t('kit.form.save')}
        </Button>
      </div>
      {dialog}
      <ConflictDialog
        open={isStale}
        onCancel={clear}
        onReview={() => {
          clear();
          props.reload();
        }}
        onOverwrite={() => void save(true)}
      />
    </Flex>
  );
}
