import { useTranslation } from 'react-i18next';
import { REPORT_FORMATS } from '@contract/exports';
import { ExportMenu } from '@/crud/list/export-menu';
import { exportQuery, type ReportDefinition, type ReportState } from './report-definition';

/** All rows of a report as its filters have them, written by the server. */
export function ReportExport({ definition, state }: { definition: ReportDefinition; state: ReportState }) {
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
