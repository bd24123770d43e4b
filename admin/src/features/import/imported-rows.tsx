import { useState } from 'react';
import { DownloadOutlined } from '@ant-design/icons';
import { Alert, Button, Pagination, Select, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FieldErrorDetail } from '@contract/field-errors';
import type { ImportAnswer, ImportReason } from '@contract/import-answers';
import { IMPORT_OUTCOMES, type ImportOutcome } from '@contract/import-rows';
import type { ResourceDefinition } from '@contract/resource';
import { fieldMessages } from '@/api/field-messages';
import { keepFile, readFile } from '@/api/file';
import { formatCount, formatList } from '@/components/format';
import { countedIn } from '@/crud/list/paging';
import { FailedState } from '@/components/states';
import type { Tone } from '@/components/status';
import { StatusTag } from '@/components/status-tag';
import { useErrorWords, useWords } from '@/components/words';
import { ROWS_PAGE, useImportRows, type ImportedRow } from './use-import';

const TONES: Readonly<Record<ImportOutcome, Tone>> = {
  create: 'success',
  update: 'info',
  skip: 'neutral',
  error: 'error',
};
const NONE: never[] = [];

/** What becomes of each row and why; errors first, for they are what is to be done something about. */
export function ImportedRows(props: { definition: ResourceDefinition; file: ImportAnswer; title: string; of: string }) {
  const { definition, file, title, of } = props;
  const { t, i18n } = useTranslation();
  const errorWords = useErrorWords();
  const [shown, show] = useState<ImportOutcome | 'all'>(file.counts?.error || file.job_id ? 'error' : 'all');
  const [page, setPage] = useState(1);
  const [failure, setFailure] = useState<unknown>(null);
  const { query, result } = useImportRows(file.import_id, shown === 'all' ? null : shown, page, of);
  const rows = query.data ? result.data : NONE;
  const counted = countedIn(query.data);

  async function errors(): Promise<void> {
    setFailure(null);
    try {
      const address = `imports/${file.import_id}/errors?lang=${i18n.language}&csv_for=${i18n.language}`;
      const { name, content } = await readFile(address, () => undefined);
      keepFile(name, content);
    } catch (error) {
      setFailure(error);
    }
  }
  return (
    <section className="sg-stack sg-gap-12" aria-label={title}>
      <div className="sg-row sg-wrap sg-between sg-gap-8">
        <h3>{title}</h3>
        <span className="sg-row sg-wrap sg-gap-8">
          <Button icon={<DownloadOutlined aria-hidden />} onClick={() => void errors()}>
            {t('import.check.errors_file')}
          </Button>
          <Select
            className="imp-outcome"
            aria-label={t('import.check.which')}
            value={shown}
            onChange={(value) => {
              show(value);
              setPage(1);
            }}
            options={[
              { value: 'all', label: t('import.check.all') },
              ...IMPORT_OUTCOMES.map((value) => ({ value, label: t(`import.outcomes.${value}`) })),
            ]}
          />
        </span>
      </div>
      {failure !== null && <Alert type="error" showIcon role="alert" message={errorWords(failure)} />}
      {query.isError && !query.data && <FailedState error={query.error} retry={() => void query.refetch()} />}
      {query.isLoading && <Skeleton active paragraph={{ rows: 5 }} />}
      {query.isSuccess && rows.length === 0 && <p className="sg-soft">{t('import.check.none')}</p>}
      {rows.length > 0 && (
        <ul className="imp-rows sg-panel">
          {rows.map((row) => (
            <OneRow key={row.row_no} definition={definition} row={row} />
          ))}
        </ul>
      )}
      {counted.total > ROWS_PAGE && (
        <div className="kit-pages">
          <Pagination simple current={page} pageSize={ROWS_PAGE} total={counted.total} onChange={setPage} />
        </div>
      )}
    </section>
  );
}

function OneRow({ definition, row }: { definition: ResourceDefinition; row: ImportedRow }) {
  const { t, i18n } = useTranslation();
  const words = useWords(definition);
  const reasonWords = useReasonWords();
  const outcome = (row.outcome ?? 'skip') as ImportOutcome;
  return (
    <li className="imp-row">
      <span className="imp-row-no sg-soft sg-number">
        {t('import.check.row', { row: formatCount(row.row_no, i18n.language) })}
      </span>
      <div className="sg-any">
        <strong>
          <bdi>{row.name || '–'}</bdi>
        </strong>
        {row.changes.length > 0 && (
          <div className="sg-soft">
            {t('import.check.changes', { fields: formatList(row.changes.map(words.field), i18n.language) })}
          </div>
        )}
        {row.reasons.map((reason, at) => (
          <div key={at} className="imp-reason">
            {reason.field !== null && <span className="sg-soft">{words.field(reason.field)}: </span>}
            {reasonWords(reason)}
          </div>
        ))}
      </div>
      <StatusTag tone={TONES[outcome]}>
        {t(outcome === 'error' ? 'import.row_error' : `import.outcomes.${outcome}`)}
      </StatusTag>
    </li>
  );
}

/** As a form would say it under the field, or a refusal of the whole. */
function useReasonWords(): (reason: ImportReason) => string {
  const errorWords = useErrorWords();
  return (reason) => {
    const detail = reason as unknown as FieldErrorDetail;
    const [said] = fieldMessages({ errors: { it: [''] }, details: { it: [detail] } })['it'] ?? [];
    return said || errorWords({ code: reason.code, facts: reason.facts, message: reason.code });
  };
}
