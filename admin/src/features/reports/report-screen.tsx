import type { Role } from '@contract/resource';
import type { RowsReport } from '@contract/report';
import type { Screen } from '@/crud/screen';
import { laterPage } from '@/api/later-page';

export const EVERYONE: readonly Role[] = ['admin', 'platform', 'user'];

/** `screens: [reportScreen('/expiring-skills', …)]`: where a report of rows is shown. @param definition loaded with its page */
export function reportScreen(route: string, definition: () => Promise<RowsReport>): Screen {
  const Page = laterPage(async () => {
    const [{ RowsReportPage }, report] = await Promise.all([import('./rows-report'), definition()]);
    return () => <RowsReportPage report={report} />;
  });
  return { route, roles: EVERYONE, ofOne: true, page: <Page /> };
}
