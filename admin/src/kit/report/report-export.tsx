import { useTranslation } from 'react-i18next';
import { REPORT_FORMATS } from '@contract/exports';
import { currentRole } from '@/client/who';
import { ExportMenu } from '../export-menu';
import { exportQuery, type ReportDefinition, type ReportState } from './report-definition';

/** All rows of a report as its filters have them, written by the server. */
export function ReportExport({ definition, state }: { definition: ReportDefinition; state: ReportState }) {
  const { t } = useTranslation();
  const query = () => {
    const asked = exportQuery(definition, state);
    // Platform staff name the organisation they look at.
    const customer = new URLSearchParams(location.search).get('customer_id');
    if (customer && currentRole() === 'platform') asked.set('customer_id', customer);
    return asked;
  };
  const address = `${definition.path.replace(/^\/api\//, '')}/export`;
  return <ExportMenu address={address} title={t(definition.titleKey)} formats={REPORT_FORMATS} query={query} />;
}
