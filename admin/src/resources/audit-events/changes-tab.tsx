import { useTranslation } from 'react-i18next';
import type { Row, ShowTab } from '@/kit/module';

type Facts = Readonly<Record<string, unknown>> | null;

/** What was and what became of it, fact by fact. */
export const changesTab: ShowTab = {
  name: 'changes',
  labelKey: 'audit-events.changes.title',
  render: (row) => <Changes row={row} />,
};

function Changes({ row }: { row: Row }) {
  const { t } = useTranslation();
  const was = row.was as Facts;
  const became = row.became as Facts;
  const names = [...new Set([...Object.keys(was ?? {}), ...Object.keys(became ?? {})])];
  if (names.length === 0) return <p className="kit-faint">{t('audit-events.changes.none')}</p>;
  return (
    <dl className="kit-facts">
      {names.map((name) => (
        <div key={name}>
          <dt className="sg-mono">{name}</dt>
          <dd>
            {was && name in was && (
              <div>
                <span className="kit-faint">{t('audit-events.changes.was')}</span> <Fact value={was[name]} />
              </div>
            )}
            {became && name in became && (
              <div>
                <span className="kit-faint">{t('audit-events.changes.became')}</span> <Fact value={became[name]} />
              </div>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** As it was kept: a fact has no kind that could format it. */
function Fact({ value }: { value: unknown }) {
  const shown = value === null || value === '' ? '–' : typeof value === 'string' ? value : JSON.stringify(value);
  return <bdi className="kit-long-text">{shown}</bdi>;
}
