import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatPercent } from '@/components/format';
import { LevelRing } from '@/components/level-ring';
import { statusTone } from '@/components/status';
import { StatusTag } from '@/components/status-tag';
import { QueryState, StatePanel } from '@/components/state-panels';
import './skills.css';
import { useApiQuery } from '@/api/use-api-query';

export function LinkedTrainings({ skillId }: { skillId: string }) {
  const { t, i18n } = useTranslation();
  const query = useApiQuery(`skills/${skillId}/trainings`);
  const rows = query.data;
  if (!rows) return <QueryState query={query} rows={4} />;
  if (rows.length === 0)
    return <StatePanel drawing="empty" title={t('skills.linked.none')} text={t('skills.linked.none_text')} />;
  return (
    <ul className="skl-linked sg-lines">
      {rows.map((row) => (
        <li key={`${row.training_id} ${row.min_score}`}>
          <LevelRing level={row.level} size={32} />
          <div>
            <Link to={`/training/${row.training_id}`}>
              <span className="sg-mono">{row.code}</span> {row.title}
            </Link>
            <p className="sg-soft">
              {t('skills.linked.from', { score: formatPercent(row.min_score, i18n.language) })}
              {' · '}
              {row.validity_months === null
                ? t('skills.linked.for_ever')
                : t('skills.linked.months', { count: row.validity_months })}
            </p>
          </div>
          <StatusTag tone={statusTone(row.status) ?? 'neutral'}>
            {t(`trainings.choices.status.${row.status}`)}
          </StatusTag>
        </li>
      ))}
    </ul>
  );
}
