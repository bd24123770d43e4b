import { useState } from 'react';
import { Button } from 'antd';
import { EditOutlined, PlusOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ChecklistAnswer } from '@contract/practical-answers';
import { useSession } from '@/api/use-session';
import { apiKey } from '@/api/query-keys';
import { useApiQuery } from '@/api/use-api-query';
import { formatCount } from '@/components/format';
import { LevelRing } from '@/components/level-ring';
import { QueryState, StatePanel } from '@/components/states';
import { ChecklistEditor } from './checklist-editor';
import './assessments.css';

/** What is looked for when a level of the skill is shown at work; an admin writes it here. */
export function ChecklistPanel({ skillId }: { skillId: string }) {
  const { role } = useSession();
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [edited, edit] = useState<number | null>(null);
  const address = `skills/${skillId}/checklists` as const;
  const lists = useApiQuery(address);
  if (!lists.data) return <QueryState query={lists} rows={6} />;
  const writes = role === 'admin';
  const of = (level: number) => lists.data.find((each) => each.level === level);
  const levels = [1, 2, 3, 4].filter((level) => writes || of(level));
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
            {writes && edited !== level && (
              <Button
                icon={of(level) ? <EditOutlined aria-hidden /> : <PlusOutlined aria-hidden />}
                onClick={() => edit(level)}
              >
                {of(level) ? t('kit.edit') : t('assessments.write')}
                <span className="sg-visually-hidden">: {t(`kit.level.names.${level}`)}</span>
              </Button>
            )}
          </div>
          {edited === level ? (
            <ChecklistEditor
              path={`/api/skills/${skillId}/checklists/${level}`}
              was={of(level)}
              onClose={() => edit(null)}
              onSaved={(saved) => {
                queries.setQueryData(apiKey(address), saved);
                edit(null);
              }}
            />
          ) : (
            of(level) && <Shown list={of(level)!} />
          )}
        </section>
      ))}
    </div>
  );
}

function Shown({ list }: { list: ChecklistAnswer }) {
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
