import { useRef, useState } from 'react';
import { Alert, Button, Checkbox, Input } from 'antd';
import { ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '@/components/use-submit';
import { CRITERIA_MAX, CRITERION_TEXT_MAX, type ChecklistResponse } from '@contract/practical.responses';
import { http } from '@/api/http';
import { formatCount } from '@/components/format';
import { NumberInput } from '@/components/number-input';

interface DraftCriterion {
  key: number;
  text: string;
  critical: boolean;
}
interface Props {
  path: string;
  checklist: ChecklistResponse | undefined;
  onClose: () => void;
  onSaved: (lists: ChecklistResponse[]) => void;
}

/** The criteria of one level, how many must be met, and which are critical. */
export function ChecklistEditor({ path, checklist, onClose, onSaved }: Props) {
  const { t, i18n } = useTranslation();
  const { open: notify } = useNotification();
  const nextKey = useRef(checklist?.criteria.length ?? 1);
  const [lines, setLines] = useState<DraftCriterion[]>(
    () => checklist?.criteria.map((each, key) => ({ ...each, key })) ?? [{ key: 0, text: '', critical: false }],
  );
  const [needed, setNeeded] = useState<number | null>(checklist?.needed ?? null);
  const { busy, problem, run } = useSubmit();
  // The version that was opened, so that a concurrent save is detected.
  const [openedVersion] = useState(checklist?.row_version);
  const filledLines = lines.filter(({ text }) => text.trim());
  // Defaults to all criteria.
  const requiredCount = Math.min(needed ?? filledLines.length, filledLines.length);

  const change = (key: number, to: Partial<DraftCriterion>) =>
    setLines((now) => now.map((each) => (each.key === key ? { ...each, ...to } : each)));
  const moveUp = (at: number) =>
    setLines((now) => now.map((each, index) => (index === at - 1 ? now[at]! : index === at ? now[at - 1]! : each)));
  const runRequest = (request: () => Promise<{ data: ChecklistResponse[] }>, message: string) =>
    run(async () => {
      const { data } = await request();
      notify?.({ type: 'success', message: message });
      onSaved(data);
    });
  const save = () => {
    const criteria = filledLines.map(({ text, critical }) => ({ text, critical }));
    const body = {
      needed: requiredCount,
      criteria,
      ...(openedVersion !== undefined && { row_version: openedVersion }),
    };
    void runRequest(() => http.put<ChecklistResponse[]>(path, body), t('assessments.saved'));
  };
  const remove = () => void runRequest(() => http.delete<ChecklistResponse[]>(path), t('assessments.list_removed'));

  return (
    <div className="sg-stack sg-gap-12">
      <ol className="sg-stack sg-gap-12">
        {lines.map(({ key, text, critical }, at) => {
          const no = formatCount(at + 1, i18n.language);
          return (
            <li key={key} className="sg-stack sg-gap-4">
              <Input.TextArea
                aria-label={t('assessments.criterion', { no })}
                placeholder={t('assessments.criterion_hint')}
                autoSize={{ minRows: 1, maxRows: 4 }}
                maxLength={CRITERION_TEXT_MAX}
                value={text}
                onChange={(event) => change(key, { text: event.target.value })}
              />
              <div className="sg-row sg-wrap sg-gap-8">
                <Checkbox checked={critical} onChange={(event) => change(key, { critical: event.target.checked })}>
                  {t('assessments.critical')}
                </Checkbox>
                <Button
                  type="text"
                  icon={<ArrowUpOutlined aria-hidden />}
                  disabled={at === 0}
                  aria-label={t('assessments.up', { no })}
                  title={t('assessments.up', { no })}
                  onClick={() => moveUp(at)}
                />
                <Button
                  type="text"
                  danger
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={t('assessments.drop', { no })}
                  title={t('assessments.drop', { no })}
                  onClick={() => setLines((now) => now.filter((each) => each.key !== key))}
                />
              </div>
            </li>
          );
        })}
      </ol>
      <div>
        <Button
          icon={<PlusOutlined aria-hidden />}
          disabled={lines.length >= CRITERIA_MAX}
          onClick={() => setLines((now) => [...now, { key: nextKey.current++, text: '', critical: false }])}
        >
          {t('assessments.add_criterion')}
        </Button>
      </div>
      <label className="sg-row sg-wrap sg-gap-8">
        <span>{t('assessments.needed')}</span>
        <NumberInput
          min={1}
          max={Math.max(1, filledLines.length)}
          value={requiredCount}
          onChange={(value) => setNeeded(value === null ? null : Number(value))}
        />
        <span className="sg-soft">
          {t('assessments.of_all', { all: formatCount(filledLines.length, i18n.language) })}
        </span>
      </label>
      {problem && <Alert type="error" showIcon role="alert" message={problem} />}
      <div className="sg-row sg-wrap sg-gap-8">
        <Button type="primary" loading={busy} disabled={filledLines.length === 0} onClick={save}>
          {t('kit.form.save')}
        </Button>
        <Button disabled={busy} onClick={onClose}>
          {t('kit.cancel')}
        </Button>
        {checklist && (
          <Button type="text" danger disabled={busy} onClick={remove}>
            {t('assessments.remove_list')}
          </Button>
        )}
      </div>
    </div>
  );
}
