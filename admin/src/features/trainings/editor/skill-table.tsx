import { useEffect, useMemo, useRef, useState } from 'react';
import { Alert, Button, Flex } from 'antd';
import { PlusOutlined } from '@ant-design/icons';
import { useInvalidate, useNotification } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TrainingRow } from '@contract/trainings.resource';
import { ConflictDialog } from '@/crud/form/conflict-dialog';
import { useLeaveGuard } from '@/components/leave-guard';
import { StatePanel } from '@/components/states';
import { useSubmit } from '@/components/use-submit';
import { lineOf, merged, newLine, problemsOf, sameLines, type LineProblems, type SkillLine } from './skill-lines';
import { saveSkillList, skillListKey, type SkillList } from './skill-list';
import { SkillLineRow } from './skill-line-row';

const NONE: LineProblems = new Map();

/** The whole list is edited here and saved at once: what is left out is gone. */
export function SkillTable(props: { training: TrainingRow; list: SkillList; reload: () => void }) {
  const { training, list } = props;
  const { t } = useTranslation();
  const invalidate = useInvalidate();
  const client = useQueryClient();
  const { open: notify } = useNotification();
  const saved = useMemo(() => list.rows.map(lineOf), [list.rows]);
  const [lines, setLines] = useState<readonly SkillLine[]>(saved);
  const [tried, setTried] = useState(false);
  const { busy: saving, error, problem, run, clear } = useSubmit();
  const isStale = error?.statusCode === 412;
  // A list that is read anew goes below what was typed here, not in its place.
  const touched = useRef(false);
  const dirty = !sameLines(lines, saved);
  const problems = tried ? problemsOf(lines) : NONE;
  const discard = () => {
    touched.current = false;
    setLines(saved);
  };
  const { dialog } = useLeaveGuard(dirty, discard);
  useEffect(() => setLines((own) => (touched.current ? merged(saved, own) : saved)), [saved]);

  const edit = (next: readonly SkillLine[]) => {
    touched.current = true;
    setLines(next);
  };
  const change = (next: SkillLine) => edit(lines.map((line) => (line.key === next.key ? next : line)));
  async function save(overwrite = false): Promise<void> {
    setTried(true);
    clear();
    if (problemsOf(lines).size > 0) return;
    await run(async () => {
      const kept = await saveSkillList(training.id, lines, overwrite ? undefined : list.revision);
      touched.current = false;
      client.setQueryData(skillListKey(training.id), kept);
      setTried(false);
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
        <span className="sg-faint">{dirty && t('kit.form.unsaved')}</span>
        {dirty && <Button onClick={discard}>{t('kit.leave.discard')}</Button>}
        <Button type="primary" disabled={!dirty} loading={saving} onClick={() => void save()}>
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
