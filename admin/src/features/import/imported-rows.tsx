import { useState } from 'react';
import { DownloadOutlined } from '@ant-design/icons';
import { Alert, Button, Flex, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FieldErrorDetail } from '@contract/field-errors';
import type { ImportAnswer, ImportReason, ImportRowParts } from '@contract/import-answers';
import { IMPORT_OUTCOMES, type ImportOutcome, type ImportRowRow } from '@contract/import-rows';
import type { ResourceDefinition } from '@contract/resource';
import { fieldMessages } from '@/api/field-messages';
import { keepFile, readFile } from '@/api/file';
import { formatCount, formatList } from '@/components/format';
import { Pager } from '@/crud/list/pager';
import { usePagedList } from '@/crud/list/use-paged-list';
import { QueryState } from '@/components/states';
import type { Tone } from '@/components/status';
import { StatusTag } from '@/components/status-tag';
import { useSubmit } from '@/components/use-submit';
import { useErrorWords, useWords } from '@/components/words';

type ImportedRow = ImportRowRow & ImportRowParts & { readonly id: string };

const TONES: Readonly<Record<ImportOutcome, Tone>> = {
  create: 'success',
  update: 'info',
  skip: 'neutral',
  error: 'error',
};
const ROWS_PAGE = 20;

/** What becomes of each row and why; errors first, for they are what is to be done something about. */
export function ImportedRows(props: { definition: ResourceDefinition; file: ImportAnswer; title: string; of: string }) {
  const { definition, file, title, of } = props;
  const { t, i18n } = useTranslation();
  const [shown, show] = useState<ImportOutcome | 'all'>(file.counts?.error || file.job_id ? 'error' : 'all');
  const [page, setPage] = useState(1);
  const { problem, run } = useSubmit();
  const { query, rows, pager } = usePagedList<ImportedRow>({
    resource: `imports/${encodeURIComponent(file.import_id)}/rows`,
    filters: shown === 'all' ? [] : [{ field: 'outcome', operator: 'eq', value: shown }],
    // Checked again, or imported, they say something else.
    meta: { of },
    page,
    size: ROWS_PAGE,
    turn: setPage,
  });

  const errors = () =>
    run(async () => {
      const address = `imports/${file.import_id}/errors?lang=${i18n.language}&csv_for=${i18n.language}`;
      const { name, content } = await readFile(address, () => undefined);
      keepFile(name, content);
    });
  return (
    <Flex component="section" vertical gap={12} aria-label={title}>
      <Flex wrap align="center" justify="space-between" gap={8}>
        <h3>{title}</h3>
        <Flex component="span" wrap align="center" gap={8}>
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
        </Flex>
      </Flex>
      {problem && <Alert type="error" showIcon role="alert" message={problem} />}
      <QueryState query={query} rows={5} />
      {query.isSuccess && rows.length === 0 && <p className="sg-soft">{t('import.check.none')}</p>}
      {rows.length > 0 && (
        <ul className="imp-rows sg-panel sg-lines">
          {rows.map((row) => (
            <OneRow key={row.row_no} definition={definition} row={row} />
          ))}
        </ul>
      )}
      <Pager simple {...pager} />
    </Flex>
  );
}

function OneRow({ definition, row }: { definition: ResourceDefinition; row: ImportedRow }) {
  const { t, i18n } = useTranslation();
  const words = useWords(definition);
  const reasonWords = useReasonWords();
  const outcome = (row.outcome ?? 'skip') as ImportOutcome;
  return (
    <Flex component="li" wrap align="start" gap="4px 12px">
      <span className="imp-row-no sg-soft sg-number">
        {t('import.check.row', { row: formatCount(row.row_no, i18n.language) })}
      </span>
      <div className="imp-head sg-any">
        <strong>
          <bdi>{row.name || '–'}</bdi>
        </strong>
        {row.changes.length > 0 && (
          <div className="sg-soft">
            {t('import.check.changes', { fields: formatList(row.changes.map(words.field), i18n.language) })}
          </div>
        )}
        {row.reasons.map((reason, at) => (
          <div key={at}>
            {reason.field !== null && <span className="sg-soft">{words.field(reason.field)}: </span>}
            {reasonWords(reason)}
          </div>
        ))}
      </div>
      <StatusTag tone={TONES[outcome]}>
        {t(outcome === 'error' ? 'import.row_error' : `import.outcomes.${outcome}`)}
      </StatusTag>
    </Flex>
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
