import { useTranslation } from 'react-i18next';
import { REPORT_FORMATS } from '@contract/exports';
import { ExportMenu } from '@/crud/list/export-menu';
import { exportQuery, type ReportTableDefinition, type ReportState } from './report-table-definition';

/** Export of all rows that match the report's filters. */
export function ReportExport({ definition, state }: { definition: ReportTableDefinition; state: ReportState }) {
  const { t } = useTranslation();
  const address = `${definition.path.replace(/^\/api\//, '')}/export`;
  return (
    <ExportMenu
      address={address}
      title={t(definition.titleKey)}
      formats={REPORT_FORMATS}
      query={() => exportQuery(definition, state)}
    />
  );
}
