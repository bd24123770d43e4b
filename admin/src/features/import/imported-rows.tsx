import { useState } from 'react';
import { DownloadOutlined } from '@ant-design/icons';
import { Alert, Button, Flex, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FieldErrorDetail } from '@contract/field-errors';
import type { ImportResponse, ImportReason, ImportRowExtra } from '@contract/import.responses';
import { IMPORT_OUTCOMES, type ImportOutcome, type ImportOutcomeRow } from '@contract/import-rows';
import type { ResourceDefinition } from '@contract/resource';
import { fieldMessages } from '@/api/field-messages';
import { saveFile, downloadFile } from '@/api/file-download';
import { formatCount, formatList } from '@/components/format';
import { Pager } from '@/crud/list/pager';
import { usePagedList } from '@/crud/list/use-paged-list';
import { QueryState } from '@/components/state-panels';
import type { Tone } from '@/components/status';
import { StatusTag } from '@/components/status-tag';
import { useSubmit } from '@/components/use-submit';
import { useErrorText, useResourceLabels } from '@/components/resource-labels';

type ImportedRow = ImportOutcomeRow & ImportRowExtra & { readonly id: string };

const TONES: Readonly<Record<ImportOutcome, Tone>> = {
  create: 'success',
  update: 'info',
  skip: 'neutral',
  error: 'error',
};
const ROWS_PAGE = 20;

/** The rows with outcomes and reasons; starts with the errors. `resultKey` changes when results change. */
export function ImportedRows(props: {
  definition: ResourceDefinition;
  file: ImportResponse;
  title: string;
  resultKey: string;
}) {
  const { definition, file, title, resultKey } = props;
  const { t, i18n } = useTranslation();
  const [outcome, setOutcome] = useState<ImportOutcome | 'all'>(file.counts?.error || file.job_id ? 'error' : 'all');
  const [page, setPage] = useState(1);
  const { problem, run } = useSubmit();
  const { query, rows, pager } = usePagedList<ImportedRow>({
    resource: `imports/${encodeURIComponent(file.import_id)}/rows`,
    filters: outcome === 'all' ? [] : [{ field: 'outcome', operator: 'eq', value: outcome }],
    // Part of the query key: another check or the import changes the rows.
    meta: { resultKey },
    page,
    size: ROWS_PAGE,
    goToPage: setPage,
  });

  const downloadErrors = () =>
    run(async () => {
      const path = `imports/${file.import_id}/errors?lang=${i18n.language}&csv_for=${i18n.language}`;
      const { name, content } = await downloadFile(path, () => undefined);
      saveFile(name, content);
    });
  return (
    <Flex component="section" vertical gap={12} aria-label={title}>
      <Flex wrap align="center" justify="space-between" gap={8}>
        <h3>{title}</h3>
        <Flex component="span" wrap align="center" gap={8}>
          <Button icon={<DownloadOutlined aria-hidden />} onClick={() => void downloadErrors()}>
            {t('import.check.errors_file')}
          </Button>
          <Select
            className="imp-outcome"
            aria-label={t('import.check.which')}
            value={outcome}
            onChange={(value) => {
              setOutcome(value);
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
            <ImportedRowItem key={row.row_no} definition={definition} row={row} />
          ))}
        </ul>
      )}
      <Pager simple {...pager} />
    </Flex>
  );
}

function ImportedRowItem({ definition, row }: { definition: ResourceDefinition; row: ImportedRow }) {
  const { t, i18n } = useTranslation();
  const labels = useResourceLabels(definition);
  const reasonText = useReasonText();
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
            {t('import.check.changes', { fields: formatList(row.changes.map(labels.field), i18n.language) })}
          </div>
        )}
        {row.reasons.map((reason, index) => (
          <div key={index}>
            {reason.field !== null && <span className="sg-soft">{labels.field(reason.field)}: </span>}
            {reasonText(reason)}
          </div>
        ))}
      </div>
      <StatusTag tone={TONES[outcome]}>
        {t(outcome === 'error' ? 'import.row_error' : `import.outcomes.${outcome}`)}
      </StatusTag>
    </Flex>
  );
}

/** Translates a reason like a field error of a form, or else like an API error. */
function useReasonText(): (reason: ImportReason) => string {
  const errorText = useErrorText();
  return (reason) => {
    const detail = reason as unknown as FieldErrorDetail;
    const [fieldMessage] = fieldMessages({ errors: { it: [''] }, details: { it: [detail] } })['it'] ?? [];
    return fieldMessage || errorText({ code: reason.code, facts: reason.facts, message: reason.code });
  };
}
