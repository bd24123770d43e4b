import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { expiringSkillsReport } from '@contract/reports';
import { usePageTitle } from '@/kit/page-title';
import { useScope } from '@/client/me';
import { read } from '@/client/read';
import type { Priority } from '@/kit/column-fit';
import { reportOf, type ReportAnswer, type ReportRow } from '@/kit/report/report-definition';
import { ReportTable } from '@/kit/report/report-table';
import { forReader, ofCustomer, useExplained } from '../address';
import { ExplainDrawer } from '../explain/explain-drawer';

const WIDTHS: Readonly<Record<string, number>> = { staff_name: 200, skill_name: 240, valid_until: 128 };
const PRIORITIES: Readonly<Record<string, Priority>> = {
  ...{ staff_name: 1, skill_name: 1, level: 1, target: 1, valid_until: 1, staff_code: 3, skill_code: 3 },
};

/** Who meets a target today and will not for long: the rows behind every "expiring" figure. */
export function ExpiringPage() {
  const { t } = useTranslation();
  const scope = useScope();
  const explained = useExplained();
  const definition = useMemo(() => {
    const made = reportOf(expiringSkillsReport);
    const { default_sort: _theServers, ...report } = made;
    return {
      ...report,
      filters: forReader(made.filters, scope),
      // Paged by the server, in its order.
      columns: made.columns.map(({ sort: _notOffered, ...column }) => ({
        ...column,
        width: WIDTHS[column.name] ?? 104,
        priority: PRIORITIES[column.name] ?? 2,
      })),
    };
  }, [scope]);
  usePageTitle(t(definition.titleKey));
  return (
    <>
      <ReportTable
        definition={definition}
        load={fetchExpiring}
        onOpen={(row) => explained.open({ staff_id: String(row.staff_id), skill_id: String(row.skill_id) })}
      />
      <ExplainDrawer cell={explained.cell} on={undefined} close={() => explained.open(null)} />
    </>
  );
}

async function fetchExpiring(query: URLSearchParams): Promise<ReportAnswer> {
  const asked = ofCustomer(new URLSearchParams(query), new URLSearchParams(location.search));
  const data = await read('reports/expiring-skills', asked);
  return {
    rows: data.rows as unknown as readonly ReportRow[],
    total: data.totals.expiring,
    window: {
      tdate: data.on,
      days: String(data.definition.facts.warn_days),
      time_zone: String(data.definition.facts.time_zone ?? ''),
    },
  };
}
