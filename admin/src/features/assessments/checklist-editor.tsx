import { useRef, useState } from 'react';
import { Alert, Button, Checkbox, Input } from 'antd';
import { ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '@/components/use-submit';
import { CRITERIA_MAX, CRITERION_TEXT_MAX, type ChecklistAnswer } from '@contract/practical-answers';
import { http } from '@/api/http';
import { formatCount } from '@/components/format';
import { NumberInput } from '@/components/number-input';

interface Drafted {
  key: number;
  text: string;
  critical: boolean;
}
interface Props {
  path: string;
  was: ChecklistAnswer | undefined;
  onClose: () => void;
  onSaved: (lists: ChecklistAnswer[]) => void;
}

/** The criteria of a level, one a line; how many must be met, and without which nobody passes. */
export function ChecklistEditor({ path, was, onClose, onSaved }: Props) {
  const { t, i18n } = useTranslation();
  const { open: notify } = useNotification();
  const next = useRef(was?.criteria.length ?? 1);
  const [lines, setLines] = useState<Drafted[]>(
    () => was?.criteria.map((each, key) => ({ ...each, key })) ?? [{ key: 0, text: '', critical: false }],
  );
  const [needed, setNeeded] = useState<number | null>(was?.needed ?? null);
  const { busy, problem, run } = useSubmit();
  // What is written here is a change of what was opened, whatever somebody else has saved since.
  const [opened] = useState(was?.row_version);
  const written = lines.filter(({ text }) => text.trim());
  // As long as nobody says otherwise, all of them.
  const asked = Math.min(needed ?? written.length, written.length);

  const change = (key: number, to: Partial<Drafted>) =>
    setLines((now) => now.map((each) => (each.key === key ? { ...each, ...to } : each)));
  const up = (at: number) =>
    setLines((now) => now.map((each, index) => (index === at - 1 ? now[at]! : index === at ? now[at - 1]! : each)));
  const doing = (work: () => Promise<{ data: ChecklistAnswer[] }>, done: string) =>
    run(async () => {
      const { data } = await work();
      notify?.({ type: 'success', message: done });
      onSaved(data);
    });
  const save = () => {
    const criteria = written.map(({ text, critical }) => ({ text, critical }));
    const body = { needed: asked, criteria, ...(opened !== undefined && { row_version: opened }) };
    void doing(() => http.put<ChecklistAnswer[]>(path, body), t('assessments.saved'));
  };
  const remove = () => void doing(() => http.delete<ChecklistAnswer[]>(path), t('assessments.list_removed'));

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
                  onClick={() => up(at)}
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
          onClick={() => setLines((now) => [...now, { key: next.current++, text: '', critical: false }])}
        >
          {t('assessments.add_criterion')}
        </Button>
      </div>
      <label className="sg-row sg-wrap sg-gap-8">
        <span>{t('assessments.needed')}</span>
        <NumberInput
          min={1}
          max={Math.max(1, written.length)}
          value={asked}
          onChange={(value) => setNeeded(value === null ? null : Number(value))}
        />
        <span className="sg-soft">{t('assessments.of_all', { all: formatCount(written.length, i18n.language) })}</span>
      </label>
      {problem && <Alert type="error" showIcon role="alert" message={problem} />}
      <div className="sg-row sg-wrap sg-gap-8">
        <Button type="primary" loading={busy} disabled={written.length === 0} onClick={save}>
          {t('kit.form.save')}
        </Button>
        <Button disabled={busy} onClick={onClose}>
          {t('kit.cancel')}
        </Button>
        {was && (
          <Button type="text" danger disabled={busy} onClick={remove}>
            {t('assessments.remove_list')}
          </Button>
        )}
      </div>
    </div>
  );
}
