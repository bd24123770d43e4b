import { useState } from 'react';
import { Button } from 'antd';
import { EditOutlined, PlusOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ChecklistResponse } from '@contract/practical.responses';
import { useSession } from '@/api/use-session';
import { apiKey } from '@/api/query-keys';
import { useApiQuery } from '@/api/use-api-query';
import { formatCount } from '@/components/format';
import { LevelRing } from '@/components/level-ring';
import { QueryState, StatePanel } from '@/components/state-panels';
import { ChecklistEditor } from './checklist-editor';
import './assessments.css';

/** The checklist of each level of a skill. Editable by admins. */
export function ChecklistPanel({ skillId }: { skillId: string }) {
  const { role } = useSession();
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [editedLevel, setEditedLevel] = useState<number | null>(null);
  const endpoint = `skills/${skillId}/checklists` as const;
  const lists = useApiQuery(endpoint);
  if (!lists.data) return <QueryState query={lists} rows={6} />;
  const canEdit = role === 'admin';
  const checklistOf = (level: number) => lists.data.find((each) => each.level === level);
  const levels = [1, 2, 3, 4].filter((level) => canEdit || checklistOf(level));
  if (levels.length === 0)
    return <StatePanel drawing="empty" title={t('assessments.no_lists')} text={t('assessments.no_lists_text')} />;
  return (
    <div className="sg-stack sg-gap-16">
      <p className="sg-soft">{t('assessments.lists_lead')}</p>
      {levels.map((level) => (
        <section key={level} className="sg-stack sg-gap-12" aria-labelledby={`checklist-${level}`}>
          <div className="sg-row sg-gap-12">
            <LevelRing level={level} size={32} />
            <h3 id={`checklist-${level}`} className="sg-grow">
              {t(`kit.level.names.${level}`)}
            </h3>
            {canEdit && editedLevel !== level && (
              <Button
                icon={checklistOf(level) ? <EditOutlined aria-hidden /> : <PlusOutlined aria-hidden />}
                onClick={() => setEditedLevel(level)}
              >
                {checklistOf(level) ? t('kit.edit') : t('assessments.write')}
                <span className="sg-visually-hidden">: {t(`kit.level.names.${level}`)}</span>
              </Button>
            )}
          </div>
          {editedLevel === level ? (
            <ChecklistEditor
              path={`/api/skills/${skillId}/checklists/${level}`}
              checklist={checklistOf(level)}
              onClose={() => setEditedLevel(null)}
              onSaved={(saved) => {
                queryClient.setQueryData(apiKey(endpoint), saved);
                setEditedLevel(null);
              }}
            />
          ) : (
            checklistOf(level) && <ChecklistView list={checklistOf(level)!} />
          )}
        </section>
      ))}
    </div>
  );
}

function ChecklistView({ list }: { list: ChecklistResponse }) {
  const { t, i18n } = useTranslation();
  const count = (value: number) => formatCount(value, i18n.language);
  return (
    <>
      <p className="sg-small sg-soft">
        {t('assessments.needs', { needed: count(list.needed), all: count(list.criteria.length) })}
      </p>
      <ol className="asm-shown">
        {list.criteria.map(({ text, critical }, at) => (
          <li key={at}>
            <bdi>{text}</bdi> {critical && <span className="sg-pill">{t('assessments.critical')}</span>}
          </li>
        ))}
      </ol>
    </>
  );
}
