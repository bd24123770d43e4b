import { expiringSkills } from '@contract/expiring-skills.report';
import { RowsReportPage } from './rows-report-page';

export const ExpiringSkillsPage = () => <RowsReportPage report={expiringSkills} />;
