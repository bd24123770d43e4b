import { useEffect, useMemo, useState } from 'react';
import { Alert, Button } from 'antd';
import { PlusOutlined } from '@ant-design/icons';
import { useInvalidate, useNotification } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TrainingRow, TrainingSkillRow } from '@contract/trainings.resource';
import { http } from '@/app/providers/http';
import { useLeaveGuard } from '@/kit/leave-guard';
import { StatePanel } from '@/kit/states';
import { useErrorWords } from '@/kit/words';
import { bodyOf, lineOf, newLine, problemsOf, sameLines, type LineProblems, type SkillLine } from './skill-lines';
import { SkillLineRow } from './skill-line-row';

const NONE: LineProblems = new Map();

/** The whole list is edited here and saved at once: what is left out is gone. */
export function SkillTable({ training, rows }: { training: TrainingRow; rows: readonly TrainingSkillRow[] }) {
  const { t } = useTranslation();
  const errorWords = useErrorWords();
  const invalidate = useInvalidate();
  const client = useQueryClient();
  const { open: notify } = useNotification();
  const saved = useMemo(() => rows.map(lineOf), [rows]);
  const [lines, setLines] = useState<readonly SkillLine[]>(saved);
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const dirty = !sameLines(lines, saved);
  const problems = tried ? problemsOf(lines) : NONE;
  const { dialog } = useLeaveGuard(dirty, () => setLines(saved));
  useEffect(() => setLines(saved), [saved]);

  const change = (next: SkillLine) => setLines(lines.map((line) => (line.key === next.key ? next : line)));
  async function save(): Promise<void> {
    setTried(true);
    setRefusal(null);
    if (problemsOf(lines).size > 0) return;
    setSaving(true);
    try {
      const { data } = await http.put<TrainingSkillRow[]>(`/api/trainings/${training.id}/skills`, bodyOf(lines));
      client.setQueryData(['data', 'default', 'trainings', 'skills', training.id], data);
      setTried(false);
      notify?.({ type: 'success', message: t('trainings.skills.saved') });
      void invalidate({ resource: 'trainings', invalidates: ['resourceAll'] });
      void invalidate({ resource: 'skills', invalidates: ['resourceAll'] });
    } catch (error) {
      setRefusal(errorWords(error));
    } finally {
      setSaving(false);
    }
  }

  return (
    <div className="trn-skills">
      <p className="trn-lead">{t('trainings.skills.lead')}</p>
      {refusal && <Alert type="error" showIcon role="alert" message={refusal} />}
      {lines.length === 0 ? (
        <StatePanel drawing="empty" title={t('trainings.skills.none')} text={t('trainings.skills.none_text')} />
      ) : (
        <table className="trn-skill-table">
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
                remove={() => setLines(lines.filter(({ key }) => key !== line.key))}
              />
            ))}
          </tbody>
        </table>
      )}
      <Button icon={<PlusOutlined aria-hidden />} onClick={() => setLines([...lines, newLine(0)])}>
        {t('trainings.skills.add')}
      </Button>
      <div className="kit-form-page-foot kit-form-footer">
        <span className="kit-faint">{dirty && t('kit.form.unsaved')}</span>
        {dirty && <Button onClick={() => setLines(saved)}>{t('kit.leave.discard')}</Button>}
        <Button type="primary" disabled={!dirty} loading={saving} onClick={() => void save()}>
          {t('kit.form.save')}
        </Button>
      </div>
      {dialog}
    </div>
  );
}
