import { useEffect, useMemo, useRef, useState } from 'react';
import { Alert, Button } from 'antd';
import { PlusOutlined } from '@ant-design/icons';
import { useInvalidate, useNotification } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TrainingRow } from '@contract/trainings.resource';
import type { ApiError } from '@/api/api-error';
import { ConflictDialog } from '@/crud/form/conflict-dialog';
import { useLeaveGuard } from '@/components/leave-guard';
import { StatePanel } from '@/components/states';
import { useErrorWords } from '@/components/words';
import { lineOf, merged, newLine, problemsOf, sameLines, type LineProblems, type SkillLine } from './skill-lines';
import { saveSkillList, skillListKey, type SkillList } from './skill-list';
import { SkillLineRow } from './skill-line-row';

const NONE: LineProblems = new Map();

/** The whole list is edited here and saved at once: what is left out is gone. */
export function SkillTable(props: { training: TrainingRow; list: SkillList; reload: () => void }) {
  const { training, list } = props;
  const { t } = useTranslation();
  const errorWords = useErrorWords();
  const invalidate = useInvalidate();
  const client = useQueryClient();
  const { open: notify } = useNotification();
  const saved = useMemo(() => list.rows.map(lineOf), [list.rows]);
  const [lines, setLines] = useState<readonly SkillLine[]>(saved);
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [stale, setStale] = useState(false);
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
    setRefusal(null);
    if (problemsOf(lines).size > 0) return;
    setSaving(true);
    try {
      const kept = await saveSkillList(training.id, lines, overwrite ? undefined : list.revision);
      touched.current = false;
      client.setQueryData(skillListKey(training.id), kept);
      setTried(false);
      notify?.({ type: 'success', message: t('trainings.skills.saved') });
      void invalidate({ resource: 'trainings', invalidates: ['resourceAll'] });
      void invalidate({ resource: 'skills', invalidates: ['resourceAll'] });
    } catch (error) {
      if ((error as ApiError).statusCode === 412) setStale(true);
      else setRefusal(errorWords(error));
    } finally {
      setSaving(false);
    }
  }

  return (
    <div className="trn-skills sg-stack sg-gap-16">
      <p className="trn-lead">{t('trainings.skills.lead')}</p>
      {refusal && <Alert type="error" showIcon role="alert" message={refusal} />}
      {lines.length === 0 ? (
        <StatePanel drawing="empty" title={t('trainings.skills.none')} text={t('trainings.skills.none_text')} />
      ) : (
        <table className="trn-skill-table sg-whole">
          <thead>
            <tr>
              <th scope="col">{t('trainings.skills.skill')}</th>
              <th scope="col">{t('trainings.skills.min_score')}</th>
              <th scope="col">{t('trainings.skills.level')}</th>
              <th scope="col">{t('trainings.skills.validity')}</th>
              <th>
                <span className="sg-visually-hidden">{t('kit.list.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <SkillLineRow
                key={line.key}
                line={line}
                problems={problems.get(line.key) ?? {}}
                change={change}
                remove={() => edit(lines.filter(({ key }) => key !== line.key))}
              />
            ))}
          </tbody>
        </table>
      )}
      <Button icon={<PlusOutlined aria-hidden />} onClick={() => edit([...lines, newLine(0)])}>
        {t('trainings.skills.add')}
      </Button>
      <div className="kit-form-page-foot kit-form-footer sg-foot sg-row sg-to-end sg-gap-8">
        <span className="sg-faint">{dirty && t('kit.form.unsaved')}</span>
        {dirty && <Button onClick={discard}>{t('kit.leave.discard')}</Button>}
        <Button type="primary" disabled={!dirty} loading={saving} onClick={() => void save()}>
          {t('kit.form.save')}
        </Button>
      </div>
      {dialog}
      <ConflictDialog
        open={stale}
        onCancel={() => setStale(false)}
        onReview={() => {
          setStale(false);
          props.reload();
        }}
        onOverwrite={() => {
          setStale(false);
          void save(true);
        }}
      />
    </div>
  );
}
